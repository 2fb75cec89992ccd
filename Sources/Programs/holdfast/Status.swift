import ArgumentParser
import Client
import LocalAPI
import ProgramSupport

/// `holdfast status`
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how the running panel is: whether it is locked, what is broken, what to do.",
        discussion: "--verbose adds the panel's file, its extensions that work, and measurements.")

    @Flag(help: "Tell measurements, too: how long the panel has run, and its loop's longest turn.")
    var verbose = false

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let status = try unlock.client(path: socket.path).status()
            try json.print([status], lines: status.lines(now: WallClock.now, isVerbose: verbose))
        }
    }
}
