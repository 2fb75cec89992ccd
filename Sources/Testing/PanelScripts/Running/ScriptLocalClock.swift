import EventLoop
import Panel

/// The wall clock of a script, which is somewhere where local time is UTC.
@PanelActor
final class ScriptLocalClock: LocalClock {
    var changed: (@PanelActor () -> Void)?
    private let read: @PanelActor () -> Int64?

    /// - Parameter read: gives its milliseconds since 1970; `nil` where it does not count as right.
    init(_ read: @escaping @PanelActor () -> Int64?) {
        self.read = read
    }

    var milliseconds: Int64? { read() }
    func offset(at seconds: Int64) -> Int { 0 }
}
