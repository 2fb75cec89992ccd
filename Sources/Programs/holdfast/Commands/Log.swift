import ArgumentParser
import LocalAPI
import MonotonicTime
import ProgramSupport

/// `holdfast log [--follow] [--since WHEN | --last N]`
struct Log: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell who did what with the running panel's lock, and what came of it.",
        discussion: """
            For root, the user that the panel runs as, and a person who gives a PIN that is no guest's (--unlock). Other users see \
            the performances of controls that need no PIN, without names. A line for each entry: local time, who, \
            what, to what, and the result. A time with '?' is by a clock that nothing kept right when it was written down; a \
            date after --since leaves none of these out. \
            With --follow until Ctrl-C; a PIN counts until the panel's page_auto_lock or auto_lock then.
            """)

    @Flag(help: "Go on with what happens, until Ctrl-C. Without --since or --last it begins with the last 10 entries.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Only what is not older: a time back, such as 2h or '3 d', or a local date and time, as '2026-05-01 18:00'.",
            valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only the last entries, so many.", valueName: "n"))
    var last: Int?

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    /// The number of earlier entries that `--follow` prints first.
    private static let fewEntries = 10

    func validate() throws {
        if let last, last < 0 { throw ValidationError("'--last' is a number of entries, from 0.") }
        if last != nil, since != nil { throw ValidationError("Give one of --since and --last.") }
        guard let since, LogBeginning(since) == nil else { return }
        throw ValidationError(
            "'\(since.onOneLine)' is no time: give a time back, such as 2h or '3 d', or a date, as 2026-05-01 or "
                + "'2026-05-01 18:00'.")
    }

    func perform() throws {
        var parameters = PanelInterface.Log.Parameters(follow: follow ? true : nil)
        switch since.flatMap(LogBeginning.init) {
        case .back(let duration)?: parameters.seconds = duration / .seconds(1)
        case .at(let time)?: parameters.since = Double(time)
        case nil: parameters.last = last ?? (follow ? Self.fewEntries : nil)
        }
        try unlock.client(path: panel.socket.path).printLog(parameters, asJSON: json.json)
    }
}
