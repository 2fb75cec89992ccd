import EventLoop

/// The requests to a gatekeeper, of which one runs at a time.
@PanelActor
struct RequestQueue {
    /// The lanes of waiting requests; the first lane goes first.
    enum Lane: Int {
        case pad, people, remote
    }

    typealias Request = @PanelActor () -> Void

    /// The maximum number of waiting changes of people, including the current one.
    private static let mostChanges = 8
    private var current: Lane?
    private var waiting: [(lane: Lane, begin: Request)] = []

    /// Queues a request. `next` returns the requests.
    ///
    /// - Returns: whether the lane has room.
    mutating func submit(_ lane: Lane, begin: @escaping Request) -> Bool {
        let others = waiting.count { $0.lane == lane } + (current == lane ? 1 : 0)
        guard others < (lane == .people ? Self.mostChanges : 1) else { return false }
        waiting.append((lane, begin))
        return true
    }

    /// Ends the current request.
    mutating func finish() {
        current = nil
    }

    /// The request whose turn has come; `nil` while another one runs.
    mutating func next() -> Request? {
        guard current == nil,
            let index = waiting.indices.min(by: { waiting[$0].lane.rawValue < waiting[$1].lane.rawValue })
        else { return nil }
        let next = waiting.remove(at: index)
        current = next.lane
        return next.begin
    }
}
