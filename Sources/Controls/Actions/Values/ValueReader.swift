import Commands
import EventLoop

/// Reads values, and has those that are placed read again when their time has come or their file has changed.
///
/// A panel reloads a kind, not one placement. The other placements, which it asks beside the one that is due, have their
/// last value from memory then: ten values with ten commands must not be a hundred commands.
@PanelActor
final class ValueReader {
    private let commands: CommandRunner
    private let journal: @Sendable (String) -> Void
    private var placed: [ValueSource: PlacedValue] = [:]
    private var reload: @Sendable () -> Void = {}

    nonisolated init(commands: CommandRunner, journal: @escaping @Sendable (String) -> Void) {
        self.commands = commands
        self.journal = journal
    }

    deinit {
        let values = Array(placed.values)
        Task { @PanelActor in
            for value in values { value.cancel() }
        }
    }

    /// The value now.
    func value(of source: ValueSource) async throws(ActionError) -> String {
        if let text = placed[source]?.takeFromMemory() { return text }
        do throws(ActionError) {
            let text = try await source.read(by: commands)
            placed[source]?.wasRead(text)
            return text
        } catch {
            placed[source]?.wasRead(nil)
            throw error
        }
    }

    /// The next answers are read, none is from memory: something was performed.
    func forget() {
        for value in placed.values { value.forget() }
    }

    /// These are the values that are placed now: each has its timer and its watch, and no other has.
    ///
    /// - Parameter reload: Has the panel ask for all of them again.
    func setPlaced(_ sources: Set<ValueSource>, reload: @escaping @Sendable () -> Void) {
        self.reload = reload
        for (source, value) in placed where !sources.contains(source) {
            value.cancel()
            placed[source] = nil
        }
        for source in sources where placed[source] == nil {
            do throws(ActionError) {
                placed[source] = try PlacedValue(source) { [weak self] in self?.isDue($0) }
            } catch {
                journal("a value is not watched: \(error)")
            }
        }
    }

    private func isDue(_ due: PlacedValue) {
        for value in placed.values where value !== due { value.otherIsDue() }
        reload()
    }
}
