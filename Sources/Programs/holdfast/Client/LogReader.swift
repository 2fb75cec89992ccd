import EventLoop
import LocalAPI
import ProgramSupport

extension PanelClient {
    /// Prints the entries of the audit trail, each on arrival.
    func printLog(_ request: PanelInterface.Log.Parameters, asJSON: Bool) throws {
        let printer = LogPrinter(asJSON: asJSON, isByDate: request.since != nil)
        let isFollowing = request.follow == true
        try follow(
            PanelInterface.Log.self, request, within: isFollowing ? nil : Self.patience, isEndless: false,
            take: { printer.print($0) })
    }
}

/// Prints entries of an audit trail.
@PanelActor
private final class LogPrinter {
    private static let reduction =
        "this is a part of the log: controls that need no PIN, since the panel started, without names; "
        + "--unlock or sudo shows the whole log"

    private let asJSON: Bool
    /// Whether the entries begin at a date.
    private let isByDate: Bool
    /// Whether the user was told that a date does not leave out entries whose time is uncertain.
    private var hasToldOfClock = false

    nonisolated init(asJSON: Bool, isByDate: Bool) {
        (self.asJSON, self.isByDate) = (asJSON, isByDate)
    }

    func print(_ reply: PanelInterface.Log.Reply) {
        if reply.isReduced == true, !asJSON { return Output.printError(Self.reduction) }
        guard asJSON ? reply != PanelInterface.Log.Reply() : reply.line != nil else { return }
        if isByDate, reply.entry?.isSynchronized == false, !hasToldOfClock, !asJSON {
            hasToldOfClock = true
            Output.printError("entries with '?' are not left out by a date: nothing kept the clock right then")
        }
        // A value that was decoded from JSON can be encoded as JSON.
        let json = asJSON ? reply.entry.map { try? JSONText.line($0) } ?? (try? JSONText.line(reply)) : nil
        Output.print((asJSON ? json : reply.line) ?? "")
    }
}
