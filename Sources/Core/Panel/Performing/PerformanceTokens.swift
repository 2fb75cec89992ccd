import EventLoop

/// The performances in progress in extensions, by the tokens under which the extensions know them.
@PanelActor
struct PerformanceTokens {
    private var runs: [String: Performance] = [:]

    nonisolated init() {}

    /// All performances in progress in extensions.
    var running: [Performance] { Array(runs.values) }

    /// The performance with this token.
    subscript(token: String) -> Performance? { runs[token] }

    /// Gives a performance a new token for each of its intents. Each intent has a progress of its own.
    mutating func make(for run: Performance) -> String {
        forget(run)
        run.progress?.reset()
        let token = RandomName.make()
        run.token = token
        runs[token] = run
        return token
    }

    /// Takes back the token of a performance that has ended.
    mutating func forget(_ run: Performance) {
        if let token = run.token { runs[token] = nil }
    }
}
