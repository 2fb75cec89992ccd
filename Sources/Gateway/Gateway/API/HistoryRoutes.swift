import EventLoop
import HTTP
import LocalAPI

/// The log: the audit trail, with the performances that it leaves out.
@PanelActor
struct HistoryRoutes {
    let caller: PanelCaller

    private struct History: Encodable {
        var entries: [LogEntry]
        /// Whether names, and controls that are guarded or private, are left out.
        var isReduced: Bool
    }

    /// The most entries of the trail in one response.
    private static let longestHistory = 1_000

    var routes: [Route] {
        [Route("GET", "history") { exchange throws(Problem) in try history(exchange) }]
    }

    private func history(_ exchange: Exchange) throws(Problem) {
        let text = exchange.query("last") ?? "100"
        guard let last = Int(text), (1...Self.longestHistory).contains(last) else {
            throw Problem(.invalidRequest, "'last' must be a number from 1 to \(Self.longestHistory)")
        }
        caller.ask(PanelInterface.Log.self, .init(last: last), as: exchange.caller, more: true) { result in
            guard case .success(let replies) = result, !replies.contains(where: { $0.isReduced == true }) else {
                return exchange.respond(result) { History(entries: $0.compactMap(\.entry), isReduced: true) }
            }
            let others = PanelInterface.Log.Parameters(last: last, performances: true)
            caller.ask(PanelInterface.Log.self, others, as: exchange.caller, more: true) { result in
                exchange.respond(result) {
                    let entries = Self.merged(replies.compactMap(\.entry), $0.compactMap(\.entry))
                    return History(entries: entries.suffix(last), isReduced: false)
                }
            }
        }
    }

    /// Puts performances of unguarded controls, which the trail leaves out, between its entries by their times. Each list
    /// keeps its order.
    static func merged(_ trail: [LogEntry], _ performances: [LogEntry]) -> [LogEntry] {
        var rest = performances[...]
        var entries: [LogEntry] = []
        for entry in trail {
            while let first = rest.first, first.time < entry.time { entries.append(rest.removeFirst()) }
            entries.append(entry)
        }
        return entries + rest
    }
}
