/// Ends a run of the loop, with what the run shall return; the first call counts.
@PanelActor
public final class Completion<Value: Sendable> {
    private(set) var result: Result<Value, any Error>?

    nonisolated init() {}

    /// Ends the run once the turn that is under way has ended.
    public func callAsFunction(_ result: Result<Value, any Error>) {
        if self.result == nil { self.result = result }
    }
}
