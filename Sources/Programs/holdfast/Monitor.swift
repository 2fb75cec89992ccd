import ArgumentParser
import Client
import EventLoop
import Glibc
import ProgramSupport

/// `holdfast monitor`
struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch the running panel until Ctrl-C: its controls, hints, activities, and what happens.",
        discussion: """
            First comes whether the panel is locked, and what is broken. On a terminal a picture that changes in place; else a \
            line for each happening. Exits 1 where the panel ends first.
            """)

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let path = try socket.path
            let pin = try unlock.pin()
            let form: PanelMonitor.Form = json.json ? .json : isatty(STDOUT_FILENO) == 1 ? .picture : .lines
            // SIGHUP: the terminal was closed.
            let ending = try SignalDescriptor([.terminate, .interrupt, .reload])
            try EventLoop.panel.run(until: { completion in
                try PanelMonitor(path: path, pin: pin, form: form, completion: completion).start(ending: ending)
            })
        }
    }
}
