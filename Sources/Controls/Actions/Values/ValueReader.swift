import Commands
import EventLoop

/// Reads values. Placed values are read again when their interval ends or their file changes.
///
/// A panel reloads a kind, not one placement. Placements that are not due therefore answer from memory: ten values with
/// ten commands must not run a hundred commands.
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

    /// Makes the next reads ignore the memory. Called after a performance.
    func forget() {
        for value in placed.values { value.forget() }
    }

    /// Sets the placed values. Each has a timer and a watch; other values have none.
    ///
    /// - Parameter reload: Makes the panel load all of them again.
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
