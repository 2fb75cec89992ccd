import Configuration
import EventLoop
import GPIO
import Glibc
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO

/// Serves `io.holdfast.Board`: an administrator of a running panel works its simulated board.
///
/// The service outlives panels and their boards, which are replaced when the panel's file is read again.
@PanelActor
public final class BoardService {
    /// A caller that follows the levels, with the lines that have changed since its last reply.
    private final class Follower {
        var changed: [Int]
        let resume: @PanelActor () -> Void

        init(_ changed: [Int], resume: @escaping @PanelActor () -> Void) {
            (self.changed, self.resume) = (changed, resume)
        }
    }

    /// The users who may work the board: root, and the user of the panel's process.
    var administrators: Set<UInt32> = [0, geteuid()]

    private let scheduler: any Scheduler
    private var bench: BoardBench?
    private var followers: [ObjectIdentifier: Follower] = [:]
    /// The levels that callers have set on sensors, by the lines' names.
    private var sensed: [String: Bool] = [:]

    /// The possible durations of a press, in seconds.
    private static let pressable = 0.001...3_600.0
    /// The possible durations and intervals of chatter, in seconds.
    private static let chatterable = 0.0001...60.0
    /// The most keys that one call may press: 10 s of typing.
    private static let mostKeys = 64
    /// The possible numbers of edges that one call makes the kernel lose.
    private static let droppable = 1...1_000

    public init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Sets the sensors of a board that no panel uses yet to the levels that callers have set on the previous board.
    public func prepare(_ board: SimulatedBoard, for panel: PanelDescription) {
        for line in panel.sensorLines {
            // The board has all lines of the panel.
            if let isActive = sensed[line.name] { try? board.connect(line.name, toHigh: isActive != line.isActiveLow) }
        }
    }

    /// Attaches a panel on a simulated board. All presses, chatter and typing on the previous board end.
    public func attach(_ panel: PanelDescription, _ board: SimulatedBoard, _ pads: SimulatedPads) {
        detach()
        let bench = BoardBench(panel, board, pads, scheduler: scheduler)
        self.bench = bench
        for typist in bench.typists { typist.start() }
        board.levelChanged = { [weak self] address in
            if let line = bench.lines.index(of: address) { self?.levelChanged(line) }
        }
        allChanged()
    }

    /// Detaches the panel and its board.
    public func detach() {
        guard let bench else { return }
        self.bench = nil
        bench.board.levelChanged = nil
        bench.hands.liftAll()
        for typist in bench.typists where typist.isBusy {
            typist.stop()
            typist.rested?("the panel's file has been read again")
        }
    }

    // MARK: The interface

    private typealias Interface = BoardInterface

    /// The interface with its methods, which work for administrators only.
    public var interface: VarlinkInterface {
        VarlinkInterface(
            name: Interface.name, description: HoldfastInterfaces.board,
            methods: [
                method(Interface.Parts.self, BoardService.parts),
                method(Interface.Press.self, BoardService.press),
                action(Interface.Release.self, BoardService.release),
                action(Interface.Stick.self, BoardService.stick),
                action(Interface.Unstick.self, BoardService.unstick),
                method(Interface.Chatter.self, BoardService.chatter),
                action(Interface.Sense.self, BoardService.sense),
                method(Interface.Keys.self, BoardService.type),
                action(Interface.Drop.self, BoardService.drop),
                action(Interface.Unplug.self, BoardService.unplug),
                action(Interface.Replug.self, BoardService.replug),
                method(Interface.Levels.self, streams: true, BoardService.levels),
            ])
    }

    private typealias Body<Parameters, Reply: Encodable & Sendable> =
        @PanelActor (BoardService) ->
        @PanelActor (BoardBench, Parameters, VarlinkCall<Reply>) throws -> Void

    private func method<Method: Interface.Method>(
        _ method: Method.Type, streams: Bool = false, _ body: @escaping Body<Method.Parameters, Method.Reply>
    ) -> VarlinkMethod {
        .method(method, streams: streams) { [weak self] parameters, call in
            guard let self, administrators.contains(call.peer.user) else {
                return call.fail(VarlinkService.PermissionDenied())
            }
            do {
                guard let bench else {
                    throw Interface.Refused(reason: "the panel runs on no simulated board any more")
                }
                try body(self)(bench, parameters, call)
            } catch let error as any VarlinkError {
                call.fail(error)
            } catch {
                call.fail(Interface.Refused(reason: "\(error)"))
            }
        }
    }

    /// A method whose call ends, with an empty reply, when `body` returns.
    private func action<Method: Interface.Method>(
        _ action: Method.Type,
        _ body: @escaping @PanelActor (BoardService) -> @PanelActor (BoardBench, Method.Parameters) throws -> Void
    ) -> VarlinkMethod where Method.Reply == NoParameters {
        method(action) { service in
            { bench, parameters, call in
                try body(service)(bench, parameters)
                call.reply(NoParameters())
            }
        }
    }

    private func parts(
        _ bench: BoardBench, _: NoParameters, _ call: VarlinkCall<Interface.Parts.Reply>
    ) throws {
        call.reply(
            .init(
                buttons: bench.panel.buttons.map(\.name), sensors: bench.panel.sensorLines.map(\.name),
                keypads: bench.panel.keypads.map { BoardKeypad(name: $0.name, rows: $0.keyRows) },
                chips: bench.board.chipLabels))
    }

    // MARK: Buttons

    private func press(
        _ bench: BoardBench, _ parameters: Interface.Press.Parameters, _ call: VarlinkCall<Interface.Press.Reply>
    ) throws {
        let button = try bench.button(parameters.button)
        try checkAge(parameters)
        if let seconds = parameters.seconds, !Self.pressable.contains(seconds) {
            throw Interface.Refused(reason: "a press lasts from 1 ms to 1 h")
        }
        try lay(on: button, bench, call) { over in
            try bench.hands.press(button, for: parameters.seconds.map(Self.duration), over: over)
        } over: {
            $0.reply(.init(isDown: false))
        }
        call.push(.init(isDown: true))
    }

    private func chatter(
        _ bench: BoardBench, _ parameters: Interface.Chatter.Parameters, _ call: VarlinkCall<NoParameters>
    ) throws {
        let button = try bench.button(parameters.button)
        guard Self.chatterable.contains(parameters.seconds), Self.chatterable.contains(parameters.every) else {
            throw Interface.Refused(reason: "a contact chatters for at most 60 s, every 0.1 ms to 60 s")
        }
        try lay(on: button, bench, call) { over in
            try bench.hands.chatter(
                button, for: Self.duration(parameters.seconds), every: Self.duration(parameters.every), over: over)
        } over: {
            $0.reply(NoParameters())
        }
    }

    /// Lays a hand on a button for a call, until the hand is done or the caller disconnects.
    private func lay<Reply: Encodable & Sendable>(
        on button: ButtonDescription, _ bench: BoardBench, _ call: VarlinkCall<Reply>,
        _ begin: (_ over: @escaping @PanelActor () -> Void) throws -> BoardHands.Hand,
        over: @escaping @PanelActor (VarlinkCall<Reply>) -> Void
    ) throws {
        try checkStays(call)
        if let objection = bench.hands.objection(button) { throw Interface.Refused(reason: objection) }
        let hand = try begin { over(call) }
        call.ended = { [weak hand] in if let hand { bench.hands.lift(hand) } }
    }

    private func release(_ bench: BoardBench, _ parameters: Interface.ButtonParameters) throws {
        let button = try bench.button(parameters.button)
        guard bench.hands.release(button) else {
            throw Interface.Refused(reason: "nobody presses button '\(button.name)'")
        }
    }

    private func stick(_ bench: BoardBench, _ parameters: Interface.ButtonParameters) throws {
        let button = try bench.button(parameters.button)
        guard try bench.hands.stick(button) else {
            throw Interface.Refused(reason: "button '\(button.name)' is stuck already")
        }
    }

    private func unstick(_ bench: BoardBench, _ parameters: Interface.ButtonParameters) throws {
        let button = try bench.button(parameters.button)
        guard bench.hands.unstick(button) else {
            throw Interface.Refused(reason: "button '\(button.name)' is not stuck")
        }
    }

    // MARK: Keys

    private func type(
        _ bench: BoardBench, _ parameters: Interface.Keys.Parameters, _ call: VarlinkCall<NoParameters>
    ) throws {
        try checkStays(call)
        try checkAge(parameters)
        let typist = try bench.typist(parameters.keypad)
        let keys = typist.keypad.keys
        guard (1...Self.mostKeys).contains(parameters.text.count) else {
            throw Interface.Refused(reason: "one call presses from 1 to \(Self.mostKeys) keys")
        }
        // The message does not name the key, which may be part of a PIN typed at the wrong pad.
        if let position = parameters.text.enumerated().first(where: { !keys.contains($0.element) })?.offset {
            throw Interface.Refused(reason: "the pad has no key for character \(position + 1); it has \(String(keys))")
        }
        guard typist.rested == nil else { throw Interface.Refused(reason: "somebody else types at this pad") }
        typist.rested = { [weak typist] problem in
            typist?.rested = nil
            if let problem { call.fail(Interface.Refused(reason: problem)) } else { call.reply(NoParameters()) }
        }
        call.ended = { [weak typist] in
            typist?.stop()
            typist?.rested = nil
        }
        typist.strike(parameters.text)
    }

    // MARK: Lines and chips

    private func sense(_ bench: BoardBench, _ parameters: Interface.Sense.Parameters) throws {
        let lines = bench.panel.sensorLines
        // People know the control better than its line.
        let named = bench.panel.controls.first { $0.key == parameters.line }?.sensor?.line
        guard let line = lines.first(where: { $0.name == parameters.line }) ?? named else {
            if let other = bench.lines.named(parameters.line) {
                throw Interface.Refused(reason: "\(other.name) is not a sensor: it belongs to \(other.usedBy)")
            }
            throw Interface.NoSuchPart(.sensor, parameters.line, among: lines.map(\.name))
        }
        try bench.board.connect(line.name, toHigh: parameters.isActive != line.isActiveLow)
        sensed[line.name] = parameters.isActive
    }

    private func drop(_ bench: BoardBench, _ parameters: Interface.Drop.Parameters) throws {
        let lines = bench.panel.buttons.map(\.line) + bench.panel.sensorLines
        guard let line = lines.first(where: { $0.name == parameters.line }) else {
            throw Interface.NoSuchPart(.line, parameters.line, among: lines.map(\.name))
        }
        guard Self.droppable.contains(parameters.count) else {
            throw Interface.Refused(reason: "1 to 1000 edges can be lost")
        }
        try bench.board.dropEvents(parameters.count, on: line.name)
    }

    private func unplug(_ bench: BoardBench, _ parameters: Interface.ChipParameters) throws {
        let chip = try bench.chip(parameters.chip)
        try bench.board.unplug(chip)
        allChanged()
    }

    private func replug(_ bench: BoardBench, _ parameters: Interface.ChipParameters) throws {
        let chip = try bench.chip(parameters.chip)
        try bench.board.replug(chip)
        bench.hands.chipsCameBack(bench.panel.buttons)
        for typist in bench.typists { typist.releaseLeftKeys() }
        allChanged()
    }

    private func levels(
        _ bench: BoardBench, _ parameters: Interface.Levels.Parameters, _ call: VarlinkCall<Interface.Levels.Reply>
    ) throws {
        guard parameters.follow == true else {
            var lines = bench.lines.all[...]
            return call.stream { lines.popFirst().map { .init(line: $0) } }
        }
        let key = ObjectIdentifier(call)
        let follower = Follower(Array(bench.lines.indices)) { [weak call] in call?.resume() }
        followers[key] = follower
        call.ended = { [weak self] in self?.followers[key] = nil }
        call.follow { [weak self] in
            guard let lines = self?.bench?.lines else { return .wait }
            while !follower.changed.isEmpty {
                let index = follower.changed.removeFirst()
                if lines.indices.contains(index) { return .reply(.init(line: lines[index])) }
            }
            return .wait
        }
    }

    private func levelChanged(_ line: Int) {
        for follower in followers.values where !follower.changed.contains(line) {
            follower.changed.append(line)
            follower.resume()
        }
    }

    private func allChanged() {
        guard let bench else { return }
        for follower in followers.values {
            follower.changed = Array(bench.lines.indices)
            follower.resume()
        }
    }

    // MARK: Names and times

    /// Refuses calls without a reply: such a call does not end with its client, so a press could last forever.
    private func checkStays(_ call: VarlinkCall<some Encodable & Sendable>) throws {
        if call.isOneway {
            throw Interface.Refused(reason: "this takes its time; it cannot be called without waiting for the answer")
        }
    }

    /// Refuses a touch that comes too late: the person who would end the press may have left.
    private func checkAge(_ parameters: some TimedParameters) throws {
        if let reason = parameters.requestedAt?.refusal(at: RequestTime(of: scheduler)) {
            throw Interface.Refused(reason: reason)
        }
    }

    private static func duration(_ seconds: Double) -> Duration { .nanoseconds(Int64(seconds * 1e9)) }
}
