import ArgumentParser
import EventLoop
import ProgramSupport

/// `holdfast system …`
struct SystemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "system", abstract: "Manage the system of a Raspberry Pi that starts from Holdfast's card.",
        subcommands: [SystemUpdate.self, SystemBack.self, SystemReport.self, SystemTake.self])
}

/// `holdfast system update [FILE…]`
struct SystemUpdate: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Update Debian's packages and Holdfast.",
        discussion: """
            The card has two systems. The command copies the running one over the other, and updates the copy. The next start \
            of the machine starts the copy. A copy that does not become ready in three starts gives way to the present system. \
            A failure, or a power cut, changes nothing.
            """)

    @Argument(
        help: "Debian packages to install as well, such as a new holdfast.deb.", completion: .file(extensions: ["deb"]))
    var files: [String] = []

    func perform() throws { throw try Card().exchange("update", files) }
}

/// `holdfast system back`
struct SystemBack: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "back", abstract: "Start the system of before the last update from the next start on.")

    func perform() throws { throw try Card().exchange("back", []) }
}

/// `holdfast system report`
struct SystemReport: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show what holdfast-report.txt on the boot partition shows.",
        discussion: """
            The report lists the network addresses, what was taken from holdfast.txt and panel.yaml at the last start, and \
            faults of the card and of the panel.
            """)

    @Flag(help: .hidden)
    var write = false

    func perform() throws {
        let report = try EventLoop.panel.run { [write] in
            let card = try Card()
            if write { try await card.restoreBackup() }
            let report = await card.report()
            if write {
                try report.write(to: Card.boot + "/holdfast-report.txt")
                StatusLight()?.show(report.needsPerson ? .report : .ready)
            }
            return report
        }
        Output.print(report.text.replacing("\r\n", with: "\n").plain)
    }
}

/// `holdfast system take`: what a unit of the card runs at each start.
struct SystemTake: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take in the files of the boot partition.", shouldDisplay: false)

    func perform() throws {
        let result = try EventLoop.panel.run { try await Card().take() }
        for line in result.lines { Output.print(line.plain) }
    }
}
