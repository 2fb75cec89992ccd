import ArgumentParser

/// `holdfast status`
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell how the running panel is: faults, extensions, activities, its loop's longest turn.")

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let status = try unlock.client(path: socket.path).status()
            try json.print([status], lines: status.lines(now: WallClock.now))
        }
    }
}
