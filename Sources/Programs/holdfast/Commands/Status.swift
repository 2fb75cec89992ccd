import ArgumentParser
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast status`
struct Status: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the status of the running panel.",
        discussion: """
            Shows the lock, faults and remedies. --verbose adds the panel's file, extensions that work, and \
            measurements.
            """)

    @Flag(help: "Also show measurements: how long the panel has run, and the longest turn of its loop.")
    var verbose = false

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let status = try unlock.client(path: panel.socket.path).reply(PanelInterface.Status.self, NoParameters())
        try json.print(
            [status], lines: status.shared.lines(status.local, now: WallClock.now, isVerbose: verbose))
    }
}
