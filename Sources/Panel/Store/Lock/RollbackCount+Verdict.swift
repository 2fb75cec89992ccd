extension RollbackCount {
    /// What the counter `name` tells of a store that has come to `generation`, `nil` where there is no store; `nil`
    /// where nothing is wrong with it.
    ///
    /// | store | counter missing | damaged | at 0 | at N |
    /// |---|---|---|---|---|
    /// | none | – | lost | – | lost |
    /// | at 0 | – | – | – | rolled back |
    /// | at G | rolled back | rolled back | – | rolled back where G < N |
    ///
    /// The counter is made before the first generation, so a store that has one had a counter: who can remove that can
    /// also put an older store back. A store at 0 is of a Holdfast without a lock, or has nobody in it. One that is
    /// ahead lost its power before it was counted.
    func verdict(onGeneration generation: Int64?, counter name: String) -> LockState? {
        switch (self, generation) {
        case (.missing, nil), (.missing, 0), (.damaged, 0):
            nil
        case (.damaged, nil):
            .lost(reason: "it is gone, and \(name) is damaged")
        case (.value(let value), nil):
            value > 0 ? .lost(reason: "it is gone, and \(name) has counted \(value) changes of the lock") : nil
        case (.value(let value), let generation?):
            generation < value
                ? .rolledBack(reason: "it knows \(generation) changes of the lock; \(name) has counted \(value)") : nil
        case (.missing, .some):
            .rolledBack(reason: "\(name) is gone, without which an older store cannot be told from the last")
        case (.damaged, .some):
            .rolledBack(reason: "\(name) is damaged, without which an older store cannot be told from the last")
        }
    }
}
