import ArgumentParser
import EventLoop
import Glibc
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
            of the machine starts the copy. A copy that does not become ready in three starts gives way to the present system, \
            which also stays after a failure or a power cut.
            """)

    @Argument(
        help: "Debian packages to install as well, such as a new holdfast.deb.", completion: .file(extensions: ["deb"]))
    var files: [String] = []

    func perform() throws { throw try Card().execute("update", files) }
}

/// `holdfast system back`
struct SystemBack: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "back", abstract: "Start the system of before the last update from the next start on.")

    func perform() throws { throw try Card().execute("back", []) }
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
        let card = try Card()
        // Other users cannot read the network's file and the authority's certificate, and would see another report.
        guard geteuid() == 0 else { throw ValidationError("the report needs root: use sudo") }
        let report = try write ? Self.write(card) : card.report()
        Output.print(report.text.replacing("\r\n", with: "\n").plain)
    }

    private static func write(_ card: Card) throws -> CardReport {
        var rhythm = StatusLight.Rhythm.report
        defer { StatusLight()?.show(rhythm) }
        try card.restoreBackup()
        let report = try card.report()
        try report.write(to: Card.boot + "/holdfast-report.txt")
        rhythm = report.needsPerson ? .report : .ready
        return report
    }
}

/// `holdfast system take`: what a unit of the card runs at each start.
struct SystemTake: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take in the files of the boot partition.", shouldDisplay: false)

    func perform() throws {
        let result = try Card().take()
        for line in result.lines { Output.print(line.plain) }
    }
}
