import Authentication
import Configuration
import EventLoop
import LocalAPI
import MonotonicTime

/// Sends clients the panel's status.
@PanelActor
struct StatusService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] { [.method(PanelInterface.Status.self) { status($1) }] }

    /// The most faults in a reply whose full list is too long for a message.
    private static let fewFaults = 50

    private func status(_ call: VarlinkCall<PanelStatus>) {
        guard let engine = panel.engine else { return call.refuse(PanelService.beingReadAgain) }
        let status = Self.status(
            of: engine, as: panel.viewpoint(of: call)(), isAdministrator: panel.isAdministrator(call))
        // If the faults make the reply too long, the status lists only some of them.
        var short = status
        let more = status.faults.count - Self.fewFaults
        if more > 0 { short.faults = status.faults.prefix(Self.fewFaults) + ["and \(more) more"] }
        call.reply(status, shorter: short)
    }

    /// The status of a panel.
    ///
    /// - Parameter isAdministrator: whether to include the loop's turn count. Other clients could count the pad's keys
    ///   by it.
    static func status(of engine: PanelEngine, as viewpoint: Viewpoint, isAdministrator: Bool) -> PanelStatus {
        let turns = isAdministrator ? EventLoop.panel.turns : LoopTurns()
        let (description, displays) = (engine.description, engine.surfaces.displays)
        let shared = SharedStatus(
            panel: description.name, isSimulated: description.board == .simulated,
            uptime: engine.startTime.map { $0.duration(to: engine.scheduler.now).seconds } ?? 0,
            controls: engine.controls.slots.count, faults: engine.faults(as: viewpoint).map(\.description),
            extensions: engine.extensions, activities: engine.activities(as: viewpoint),
            hint: displays.hint(as: viewpoint), status: displays.status(as: viewpoint), lock: engine.desk.status,
            // People that cannot be read count as people: with them, more is guarded.
            hasPINs: engine.gate.lock.map { $0.gatekeeper.fault != .nobodyEnrolled } ?? false)
        let local = LocalStatus(
            file: description.file, longestTurn: turns.longest.microseconds,
            longestTurnProcessor: turns.longestProcessor.microseconds, turns: turns.count)
        return PanelStatus(shared, local)
    }
}

extension Duration {
    /// The time in seconds.
    var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
    fileprivate var microseconds: Int { Int(nanoseconds / 1_000) }
}
