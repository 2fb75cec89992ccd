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

    /// A client that receives all notices.
    @PanelActor
    private final class Watcher {
        let call: VarlinkCall<PanelInterface.Watch.Reply>
        /// The current audience of the notices.
        let viewpoint: @PanelActor () -> Viewpoint
        var queue = WatchQueue()

        /// The surface that the client unlocks by its PIN; `nil` before its first PIN.
        var surface: Surface? { (call.session.value as? APISession)?.surface }

        init(_ call: VarlinkCall<PanelInterface.Watch.Reply>, viewpoint: @escaping @PanelActor () -> Viewpoint) {
            self.call = call
            self.viewpoint = viewpoint
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
        let watcher = Watcher(call, viewpoint: panel.viewpoint(of: call))
        if let engine = panel.engine { watcher.queue.begin(engine.lists.controls.names) }
        watchers[key] = watcher
        call.ended = { [weak self] in self?.watchers[key] = nil }
        call.follow { [weak self, weak watcher] in
            guard let self, let watcher, let notice = next(for: watcher) else { return .wait }
            return .reply(.init(notice: notice))
        }
    }

    /// The next notice for a watcher that has room for it; `nil` if there is none at present.
    private func next(for watcher: Watcher) -> PanelNotice? {
        guard let engine = panel.engine else { return nil }
        let viewpoint = watcher.viewpoint()
        while let step = watcher.queue.next() {
            switch step {
            case .notice(let notice): return notice
            case .control(let name):
                let control = engine.lists.controls.appear(name, freshFor: ControlService.freshFor, as: viewpoint)
                if let control { return PanelNotice(.control, name: control.name, control: control) }
            case .change(let name):
                let control = engine.lists.controls.listed(name, as: viewpoint)
                if let control { return PanelNotice(.control, name: control.name, control: control) }
            case .rest:
                let notices = engine.stateEvents(as: viewpoint).compactMap { PanelNotice(of: $0) }
                watcher.queue.finish(notices + [PanelNotice(.ready)])
            }
        }
        return nil
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
        sendStateAgain(to: watchers.values.filter { $0.surface == surface })
    }

    private func sendStateAgain(to watchers: [Watcher]) {
        guard let names = panel.engine?.lists.controls.names else { return }
        for watcher in watchers { watcher.queue.begin(names, again: true) }
        for watcher in watchers { watcher.call.resume() }
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
        if case .controlChanged(_, let name) = event {
            for watcher in watchers { watcher.queue.change(name) }
        } else if let notice = PanelNotice(of: event) {
            for watcher in watchers {
                let isKept = watcher.queue.append(notice)
                if !isKept { loseEvents(of: watcher) }
            }
        }
        // A watcher may cause further events while it is served, so all have this one before.
        for watcher in watchers { watcher.call.resume() }
    }

    /// Sends a watcher the whole state again in place of the events that wait, or disconnects a watcher that takes nothing.
    private func loseEvents(of watcher: Watcher) {
        if watcher.queue.hasReset { watcher.call.hangUp() } else { sendStateAgain(to: [watcher]) }
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
    init?(of event: PanelEvent) {
        switch event {
        case .buttonPressed, .buttonReleased, .pressAborted, .lightShown, .lightLookChanged, .lightDimmed,
            .displayChanged:
            return nil
        case .gesture(let gesture, let button): self.init(.gesture, name: button, text: gesture.rawValue)
        // The control's snapshot contains the missed value's problem. The service reads a changed control when it sends it.
        case .valueMissed, .controlChanged: return nil
        case .hintShown(let text): self.init(.hint, text: text)
        case .hintEnded: self.init(.hint)
        case .statusShown(let text): self.init(.status, text: text)
        case .statusEnded: self.init(.status)
        case .performing(let name): self.init(.performing, name: name)
        case .performed(let name): self.init(.performed, name: name)
        case .failed(let name, let reason): self.init(.failed, name: name, text: reason)
        case .refused(let name, let reason): self.init(.refused, name: name, text: reason)
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
