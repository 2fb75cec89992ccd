import ArgumentParser
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast status`
struct Status: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the running panel's status: lock, faults, what to do.",
        discussion: "--verbose adds the panel's file, its extensions that work, and measurements.")

    @Flag(help: "Tell measurements, too: how long the panel has run, and its loop's longest turn.")
    var verbose = false

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let status = try unlock.client(path: panel.socket.path).reply(PanelInterface.Status.self, NoParameters())
        try json.print([status], lines: status.lines(now: WallClock.now, isVerbose: verbose))
    }
}
