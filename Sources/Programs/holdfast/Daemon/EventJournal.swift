import ControlModel
import EventLoop
import Gestures
import LocalAPI
import Logging
import Panel

/// Logs the events of a panel.
struct EventJournal {
    let logger: Logger
    /// A fault that is logged already.
    let openingFault: PanelFault?
    /// Called after each fault that begins or ends.
    var onFault: (@PanelActor () -> Void)?

    /// The kind of the named control, which is the part of the name before `@`, for the journal.
    private static func kind(of name: String) -> Logger.Metadata {
        [JournalLogHandler.kindKey: .string(String(name.prefix { $0 != "@" }))]
    }

    /// Logs an event, if people or programs may want to know of it later.
    @PanelActor
    func note(_ event: PanelEvent) {
        switch event {
        case .buttonPressed, .buttonReleased, .hintEnded, .statusShown, .statusEnded, .lightShown, .lightLookChanged,
            .displayChanged, .confirmationEnded:
            break
        case .lightDimmed(let name, let isDim): logger.debug("light '\(name)' is \(isDim ? "dim" : "bright")")
        case .controlChanged(let snapshot, let name): logger.debug("\(name) changed: \(snapshot.valueText ?? "")")
        case .valueMissed(let name, let reason):
            logger.warning("no value of \(name): \(reason)", metadata: Self.kind(of: name))
        case .controlRemoved(let name): logger.notice("\(name) is not there any more")
        case .confirmationAsked(let name, let question): logger.info("\(name) asks: \(question)")
        case .opened(let target): logger.info("opened: \(target.title)")
        case .activityShown(let activity): logger.info("activity: \(activity.title)")
        case .activityEnded(let activity): logger.info("activity ended: \(activity.title)")
        case .extensionChanged(let status):
            // A detail is a problem that the author of the extension, or of the panel's file, should know.
            logger.log(
                level: status.detail == nil ? .info : .warning,
                "extension '\(status.name)': \(status.state.rawValue)\(status.detail.map { ": \($0)" } ?? "")")
        case .extensionReported(let status):
            logger.debug("extension '\(status.name)' reports: \(status.detail ?? "no problem")")
        case .gesture(let gesture, let button): logger.debug("\(gesture.rawValue) on button '\(button)'")
        case .pressAborted(let button): logger.notice("a press on button '\(button)' was given up")
        case .hintShown(let hint): logger.info("hint: \(hint)")
        case .performing(let kind): logger.debug("\(kind) performs")
        case .performed(let kind): logger.info("\(kind) performed")
        case .failed(let name, let reason):
            logger.warning("\(name) failed: \(reason)", metadata: Self.kind(of: name))
        case .refused(let kind, let reason): logger.notice("\(kind) refused: \(reason)")
        case .pending(let name): logger.info("\(name) waits for a PIN")
        case .pendingEnded(let name): logger.debug("\(name) waits no more")
        case .wrongPIN: logger.notice("a wrong PIN at the panel")
        case .unlockRefused(let reason): logger.notice("a PIN was not taken: \(reason)")
        case .lockoutBegan: logger.warning("too many wrong PINs: the pad takes none for a while")
        case .lockoutEnded: logger.notice("the pad takes PINs again")
        case .locked: logger.info("locked")
        case .unlocked: logger.info("unlocked")
        case .faultBegan(let fault):
            if fault != openingFault { logger.error("fault: \(fault)") }
            onFault?()
        case .faultEnded(let fault):
            logger.notice("mended: \(fault.part)")
            onFault?()
        }
    }
}
