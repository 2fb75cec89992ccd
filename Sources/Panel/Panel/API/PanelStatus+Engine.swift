import Configuration
import EventLoop
import LocalAPI
import MonotonicTime

extension PanelEngine {
    /// The panel's status.
    ///
    /// - Parameter isAdministrator: whether to include the loop's turn count. Other clients could count the pad's keys
    ///   by it.
    func panelStatus(as viewpoint: Viewpoint, isAdministrator: Bool) -> PanelStatus {
        let turns = isAdministrator ? EventLoop.panel.turns : LoopTurns()
        return PanelStatus(
            panel: description.name, file: description.file,
            uptime: startTime.map { $0.duration(to: scheduler.now).seconds } ?? 0, controls: controls.slots.count,
            faults: faults(as: viewpoint).map(\.description), extensions: extensions,
            activities: activities(as: viewpoint),
            hint: surfaces.displays.hint(as: viewpoint), status: surfaces.displays.status(as: viewpoint),
            lock: desk.status,
            longestTurn: turns.longest.microseconds,
            longestTurnProcessor: turns.longestProcessor.microseconds, turns: turns.count)
    }
}

extension Duration {
    /// The time in seconds.
    var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
    fileprivate var microseconds: Int { Int(nanoseconds / 1_000) }
}
