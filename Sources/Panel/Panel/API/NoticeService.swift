import Authentication
import Configuration
import ControlModel
import EventLoop
import Gestures
import LocalAPI
import MonotonicTime

/// Sends clients the panel's state and its events, and the questions of the performances that they wait for.
@PanelActor
final class NoticeService {
    private unowned let panel: PanelService
    private var watchers: [ObjectIdentifier: Watcher] = [:] { didSet { observe() } }
    /// The clients that wait for a performance and receive its question, by their calls.
    private var performers: [ObjectIdentifier: Performer] = [:] { didSet { observe() } }
    private var observers: [Int] = []
    private weak var observed: PanelEngine?

    /// The most controls sent to a watcher in one turn of the loop.
    private static let portion = 16

    /// A client that receives all notices.
    private final class Watcher {
        let notify: @PanelActor (PanelNotice) -> Void
        /// The current audience of the notices.
        let viewpoint: @PanelActor () -> Viewpoint
        /// The surface that the client unlocks by its PIN; `nil` before its first PIN.
        let surface: @PanelActor () -> Surface?
        /// How many times the full state was sent again; a newer round ends the sending of an older one.
        var round = 0

        init(
            viewpoint: @escaping @PanelActor () -> Viewpoint, surface: @escaping @PanelActor () -> Surface?,
            notify: @escaping @PanelActor (PanelNotice) -> Void
        ) {
            self.viewpoint = viewpoint
            self.surface = surface
            self.notify = notify
        }
    }

    /// A client that waits for a control's performance.
    private struct Performer {
        let control: String
        let viewpoint: @PanelActor () -> Viewpoint
        let ask: @PanelActor (String) -> Void
    }

    init(panel: PanelService) {
        self.panel = panel
    }

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [.method(PanelInterface.Watch.self, streams: true) { [weak self] in self?.watch($1) }]
    }

    private func watch(_ call: VarlinkCall<PanelInterface.Watch.Reply>) {
        let key = ObjectIdentifier(call)
        let session = call.session
        let watcher = Watcher(
            viewpoint: panel.viewpoint(of: call), surface: { (session.value as? APISession)?.surface }
        ) { notice in call.push(.init(notice: notice)) }
        watchers[key] = watcher
        call.ended = { [weak self] in self?.watchers[key] = nil }
        if let engine = panel.engine { sendState(to: watcher, round: 0, engine.lists.controls.names[...], of: engine) }
    }

    // MARK: The state

    /// Observes the panel's new engine, and sends its state to all watchers.
    func engineChanged() {
        observe()
        sendStateAgain()
    }

    /// Observes the engine while a client receives notices. Without an observer, a press does less.
    private func observe() {
        let engine = watchers.isEmpty && performers.isEmpty ? nil : panel.engine
        guard engine !== observed else { return }
        for observer in observers { observed?.removeObserver(observer) }
        observers = [Viewpoint.authenticated, .anybody].compactMap { viewpoint in
            engine?.observe(as: viewpoint) { [weak self] in self?.note($0, as: viewpoint) }
        }
        observed = engine
    }

    /// Sends the full state to all watchers again.
    func sendStateAgain() { sendStateAgain(to: Array(watchers.values)) }

    /// Sends the full state again to the watchers whose session has begun or ended: they may see more or less now.
    func sessionChanged(_ surface: Surface) {
        sendStateAgain(to: watchers.values.filter { $0.surface() == surface })
    }

    private func sendStateAgain(to watchers: [Watcher]) {
        guard let engine = panel.engine else { return }
        for watcher in watchers {
            watcher.round += 1
            watcher.notify(PanelNotice(.reset))
        }
        for watcher in watchers {
            sendState(to: watcher, round: watcher.round, engine.lists.controls.names[...], of: engine)
        }
    }

    /// Sends a watcher the full state, a few controls in each turn of the loop.
    private func sendState(to watcher: Watcher?, round: Int, _ names: ArraySlice<String>, of engine: PanelEngine) {
        guard let watcher, watcher.round == round, engine === panel.engine else { return }
        let viewpoint = watcher.viewpoint()
        for name in names.prefix(Self.portion) {
            let control = engine.lists.controls.appear(name, freshFor: ControlService.freshFor, as: viewpoint)
            if let control { watcher.notify(PanelNotice(.control, name: control.name, control: control)) }
        }
        let rest = names.dropFirst(Self.portion)
        guard rest.isEmpty else {
            let timer = engine.scheduler.makeTimer { [weak self, weak watcher] in
                self?.sendState(to: watcher, round: round, rest, of: engine)
            }
            timer.arm(at: engine.scheduler.now)
            return
        }
        for event in engine.stateEvents(as: viewpoint) {
            if let notice = PanelNotice(event, on: engine, as: viewpoint) { watcher.notify(notice) }
        }
        watcher.notify(PanelNotice(.ready))
    }

    // MARK: Events

    /// Sends an event to the watchers of this viewpoint.
    private func note(_ event: PanelEvent, as viewpoint: Viewpoint) {
        guard !watchers.isEmpty || !performers.isEmpty else { return }
        if case .confirmationAsked(let control, let question) = event {
            for performer in performers.values where performer.control == control && performer.viewpoint() == viewpoint
            {
                performer.ask(question)
            }
        }
        let watchers = watchers.values.filter { $0.viewpoint() == viewpoint }
        guard !watchers.isEmpty, let engine = panel.engine,
            let notice = PanelNotice(event, on: engine, as: viewpoint)
        else { return }
        for watcher in watchers { watcher.notify(notice) }
    }

    /// Sends the questions of a control to the client that performs the control, until `endQuestions` or the call's end.
    func forwardQuestions(
        of control: String, to call: VarlinkCall<PerformedControl>, as viewpoint: @escaping @PanelActor () -> Viewpoint
    ) {
        let key = ObjectIdentifier(call)
        performers[key] = Performer(control: control, viewpoint: viewpoint) {
            call.push(PerformedControl(confirmation: $0))
        }
        call.ended = { [weak self] in self?.performers[key] = nil }
    }

    /// Sends the client no more questions.
    func endQuestions(to call: VarlinkCall<PerformedControl>) { performers[ObjectIdentifier(call)] = nil }
}

extension PanelEngine {
    /// The events that lead to the panel's state, for a new watcher; without the controls' events.
    fileprivate func stateEvents(as viewpoint: Viewpoint) -> [PanelEvent] {
        var events: [PanelEvent] = []
        if let lock = desk.status {
            events.append(lock.isUnlocked ? .unlocked : .locked)
            if let pending = lock.pending { events.append(.pending(control: pending)) }
            if lock.lockout != nil { events.append(.lockoutBegan) }
        }
        events += extensions.map { .extensionChanged($0) }
        events += activities(as: viewpoint).map { .activityShown($0) }
        events += faults(as: viewpoint).map { .faultBegan($0) }
        if let hint = surfaces.displays.hint(as: viewpoint) { events.append(.hintShown(hint)) }
        if let status = surfaces.displays.status(as: viewpoint) { events.append(.statusShown(status)) }
        return events + executor.performances.questions(as: viewpoint).map { .confirmationAsked(control: $0, $1) }
    }
}

extension PanelNotice {
    /// The notice of an event for watchers; `nil` for an event without a notice.
    @PanelActor
    init?(_ event: PanelEvent, on engine: PanelEngine, as viewpoint: Viewpoint) {
        switch event {
        case .buttonPressed, .buttonReleased, .pressAborted, .lightShown, .lightLookChanged, .lightDimmed,
            .displayChanged:
            return nil
        case .gesture(let gesture, let button): self.init(.gesture, name: button, text: gesture.rawValue)
        // The control's snapshot contains the missed value's problem.
        case .valueMissed: return nil
        case .hintShown(let text): self.init(.hint, text: text)
        case .hintEnded: self.init(.hint)
        case .statusShown(let text): self.init(.status, text: text)
        case .statusEnded: self.init(.status)
        case .performing(let name): self.init(.performing, name: name)
        case .performed(let name): self.init(.performed, name: name)
        case .failed(let name, let reason): self.init(.failed, name: name, text: reason)
        case .refused(let name, let reason): self.init(.refused, name: name, text: reason)
        case .controlChanged(_, let name):
            self.init(.control, name: name, control: engine.lists.controls.listed(name, as: viewpoint))
        case .controlRemoved(let name): self.init(.removed, name: name)
        case .confirmationAsked(let name, let text): self.init(.confirmation, name: name, text: text)
        case .confirmationEnded(let name): self.init(.confirmation, name: name)
        case .pending(let name): self.init(.pending, name: name)
        case .pendingEnded: self.init(.pending)
        case .wrongPIN: self.init(.wrongPIN)
        case .unlockRefused(let reason): self.init(.unlockRefused, text: reason)
        case .lockoutBegan: self.init(.lockout, text: "the PIN pad takes no PINs")
        case .lockoutEnded: self.init(.lockout)
        case .locked: self.init(.locked)
        case .unlocked: self.init(.unlocked)
        case .opened(let target): self.init(.opened, opens: target)
        case .activityShown(let activity): self.init(.activity, activity: activity)
        case .activityEnded(let activity): self.init(.activityEnded, text: activity.id)
        case .extensionChanged(let status), .extensionReported(let status):
            self.init(.extension, name: status.name, extension: status)
        case .faultBegan(let fault): self.init(.fault, name: fault.part.description, text: fault.description)
        case .faultEnded(let fault): self.init(.mended, name: fault.part.description, text: fault.description)
        }
    }
}
