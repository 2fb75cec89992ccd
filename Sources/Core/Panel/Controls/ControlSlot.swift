import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// A control of a panel in one configuration: its implementation, its places and its current snapshot.
@PanelActor
final class ControlSlot {
    /// The implementation of a control.
    enum Origin {
        /// The core itself; without a value for an action that has no line and no state, such as a scene's.
        case builtIn((any BuiltInControl)?)
        /// Another process: an extension, or the one that performs a control of the panel's own file.
        case remote(ExtensionControl)
        /// None: the panel's file or the extension no longer has this placed control. The text is the reason. The
        /// control stays placed, since an updated extension or a corrected file may have the control again.
        case gone(String)
    }

    /// What a control stands for.
    enum Role: Equatable {
        /// A control of the panel, which clients see.
        case control
        /// An action of the panel's file that follows a timer's end or an opened target.
        case followUp
        /// A program that makes a sound.
        case sound
        /// A notification of this occasion.
        case notice(NotifiedOccasion)
    }

    /// The end of a control's last performance.
    struct LastPerformance {
        /// Why it failed; `nil` after a success (C27: a failure is shown).
        var failure: String?
        /// The parameter whose value it asked for (C24: an intent can ask for a missing value).
        var asked: String?
    }

    /// The name that clients use: the control's kind, or `KIND@PLACE` if the kind is placed several times.
    private(set) var name: String
    let reference: ControlReference
    let role: Role
    let origin: Origin
    /// The description in the panel's file; `nil` for an extension's control.
    let declaration: ControlDescription?
    /// The sensor that reads the real state, whatever performs the control.
    let sensor: SensorChannel?
    /// The source of a control button's value text, or of the state of a control that only shows.
    let readout: ExtensionControl?
    /// The control's places; empty for a control that is only listed.
    private(set) var places: [String]
    private(set) var snapshot: ControlSnapshot
    /// The snapshot for viewers who may not see private content; equal to `snapshot` if nothing is private.
    private(set) var redacted: ControlSnapshot
    /// The display name of a control without a name of its own.
    let panelName: String
    /// The last changes of the state, which the panel hands over when its file is read again.
    var changes = ControlChanges()

    /// The performance in progress: at most one at a time (C25: another press is refused).
    var run: Performance?
    /// The end of the last performance.
    var last = LastPerformance()
    /// Whether the line behind a built-in control's value is gone.
    var isLineLost = false

    init(
        name: String, reference: ControlReference, places: [String], role: Role = .control, origin: Origin,
        declaration: ControlDescription? = nil, sensor: SensorChannel? = nil, readout: ExtensionControl? = nil,
        panelName: String = ""
    ) {
        self.name = name
        self.reference = reference
        self.places = places
        self.role = role
        self.origin = origin
        self.declaration = declaration
        self.sensor = sensor
        self.readout = readout
        self.panelName = panelName
        snapshot = ControlSnapshot(kind: reference.kind, displayName: name, template: .button, title: name, hint: "")
        redacted = snapshot
        snapshot = makeSnapshot()
        redacted = redaction(of: snapshot)
    }

    var kind: String { reference.kind }
    var isPlaced: Bool { !places.isEmpty }
    /// Whether the control stands for a delegated action, and is not listed.
    var isDelegated: Bool { role != .control }
    /// Whether the control is on, is about to turn on, or its sensor reads active.
    var isInEffect: Bool {
        snapshot.isOn == true || sensor?.isActive == true || snapshot.isRunning && run?.goesOn != false
    }
    var isStale: Bool { snapshot.freshness == .stale }

    /// The core's implementation; `nil` for an action without lines and state, and for other processes' controls.
    var builtIn: (any BuiltInControl)? {
        if case .builtIn(let control) = origin { control } else { nil }
    }

    var outputs: [OutputChannel] { builtIn?.outputs ?? [] }

    /// The remote control that performs the control in another process.
    var carrier: ExtensionControl? {
        if case .remote(let control) = origin { control } else { nil }
    }

    /// The extension's control; `nil` for the panel's own controls.
    var extensionControl: ExtensionControl? { declaration == nil ? carrier : nil }

    /// The reason why the control has no implementation any more; `nil` if it has one.
    var absence: String? {
        switch origin {
        case .builtIn: nil
        case .remote(let control): control.absence
        case .gone(let reason): reason
        }
    }

    /// The time limit of the process that performs the control; `nil` if the panel's file gives none.
    var timeLimit: Duration? {
        guard let declaration, let carrier else { return nil }
        if let timeout = declaration.timeout { return timeout }
        guard case .int(let milliseconds)? = carrier.reference.configuration["timeout_ms"] else { return nil }
        return .milliseconds(milliseconds)
    }

    /// The remote control that holds the state; `nil` if the core or a sensor holds the state, or the control has none.
    var outsideState: ExtensionControl? {
        guard sensor == nil else { return nil }
        guard let declaration else { return carrier }
        return declaration.action.isToggle ? carrier : declaration.hasState ? readout : nil
    }

    /// The remote controls behind this control.
    var remotes: [ExtensionControl] { [carrier, readout].compactMap(\.self) }

    /// The state of a control whose extension or description has gone.
    static let hasGone = "the panel has no such control any more"

    /// Whether the control is on, is about to turn on, or its sensor reads active; an extension's preview does not
    /// count.
    var isKnownInEffect: Bool {
        isInEffect && (sensor != nil || run != nil || (carrier ?? outsideState).map { $0.valueTime != nil } ?? true)
    }

    /// The target state of a performance as far as it is known now; `nil` for a stale toggle, which may go either way.
    ///
    /// - Parameter isOn: the requested state; `nil` if the requester has given none.
    func destination(_ isOn: Bool?) -> Bool? {
        if let isOn { return isOn }
        guard snapshot.freshness == .fresh else { return nil }
        return snapshot.isOn.map { !$0 }
    }

    /// Changes the control's places and its name.
    func move(to places: [String], name: String) {
        self.places = places
        self.name = name
    }

    /// Makes a new snapshot, and records the change.
    ///
    /// - Parameter now: the time of the change.
    /// - Returns: whether the redacted snapshot differs from the previous one, too; `nil` if neither snapshot differs.
    func update(at now: MonotonicInstant) -> Bool? {
        let new = makeSnapshot()
        let newRedacted = new == snapshot ? redacted : redaction(of: new)
        // The panel keeps no changes of unplaced extension controls, since an extension can offer any number of them.
        changes.adopt(privacyOf: new, redacted: newRedacted)
        // Each percent of a progress is no state.
        let isState = isStateKnown && run?.progress?.percent == nil
        if isPlaced || declaration != nil, isState { changes.note(new, redacted: newRedacted, at: now) }
        guard new != snapshot else { return nil }
        let isNewsRedacted = newRedacted != redacted
        (snapshot, redacted) = (new, newRedacted)
        return isNewsRedacted
    }

    /// Whether the state has been read since the panel started: an extension's preview and a missing sensor give none.
    private var isStateKnown: Bool {
        sensor.map { $0.isActive != nil } ?? (carrier ?? outsideState).map { $0.valueTime != nil } ?? true
    }

    private func makeSnapshot() -> ControlSnapshot {
        if let declaration {
            // A unit's performer tells what a state does not, such as "Failed". A sensor's state has words of its own.
            let told = sensor == nil ? carrier?.evaluation?.control.valueText : nil
            var snapshot = ControlSnapshot(
                declaration, isOn: ownState.map { sensor?.isActive ?? $0 }, sensed: sensor?.isActive,
                valueText: readoutText ?? told, isRunning: run != nil || builtIn?.isRunning == true,
                freshness: freshness(carrier?.freshness ?? (isLineLost ? .stale : .fresh)),
                failure: last.failure ?? carrier?.problem ?? readout?.problem)
            if absence != nil { snapshot.hint = Self.hint(ofAbsent: snapshot.displayName) }
            return snapshot
        }
        if let carrier, absence == nil {
            var snapshot = carrier.snapshot(
                isRunning: run != nil, percentDone: run?.progress?.percent, failure: last.failure)
            if snapshot.isDisabled { snapshot.hint = snapshot.wordsOfWhatShows }
            return snapshot
        }
        // The display name is no longer known: the last word of the kind stands in for it.
        return ControlSnapshot(
            kind: kind, displayName: lastWord, template: .button, title: lastWord,
            isRunning: run != nil, hint: Self.hint(ofAbsent: lastWord), freshness: .stale, failure: absence)
    }

    private static func hint(ofAbsent name: String) -> String { "'\(name)' is not there any more" }

    private var lastWord: String { kind.split(separator: ".").last.map(String.init) ?? kind }

    /// The value text from the readout; `nil` until the readout has a value.
    private var readoutText: String? {
        guard let readout, readout.valueTime != nil, let text = readout.evaluation?.control.title else { return nil }
        return text.isEmpty ? nil : text
    }

    /// The state without the sensor's reading, which takes precedence; `nil` for a button.
    private var ownState: Bool? {
        guard let declaration else { return nil }
        if let carrier { return declaration.action.isToggle ? carrier.evaluation?.control.isOn ?? false : nil }
        guard declaration.action == .show, declaration.hasState else { return builtIn?.isOn }
        return readout?.evaluation?.control.isOn ?? false
    }

    /// The lowest freshness of the state, the sensor and the readout.
    private func freshness(_ own: ControlSnapshot.Freshness) -> ControlSnapshot.Freshness {
        if let sensor {
            guard sensor.isActive != nil else { return .stale }
            // The sensor gives the state, whatever performs the control.
            return readout?.freshness ?? .fresh
        }
        guard let readout, own == .fresh else { return own }
        return readout.freshness
    }
}

/// The redacted form of a control, for viewers who may not see private content.
extension ControlSlot {
    var isStatePrivate: Bool { snapshot.privacy.state }

    /// The snapshot for a viewer.
    ///
    /// - Parameter seesPrivate: whether the viewer may see private content.
    func shown(_ seesPrivate: Bool) -> ControlSnapshot { seesPrivate ? snapshot : redacted }

    /// Whether the control's free texts are hidden from viewers who may not see private content: its intent, questions,
    /// dialogs and results. They may have the words of each private part.
    var hasPrivateWords: Bool { snapshot.privacy.hasAny }

    /// The reason of a failure or refusal, for viewers who may not see private content.
    ///
    /// The reason may be about a private state. Another process may put private words into the reason; the panel itself
    /// does not.
    func redacted(reason: String) -> String { hidesReasons(snapshot.privacy) ? Self.privateReason : reason }

    private func hidesReasons(_ privacy: ControlSnapshot.Privacy) -> Bool {
        privacy.state || privacy.hasAny && !remotes.isEmpty
    }

    /// The text shown instead of a reason that may have private words.
    static let privateReason = "the reason is private"

    /// The control's question, for viewers who may not see private content.
    func redacted(question: String) -> String { hasPrivateWords ? Self.usualQuestion : question }

    /// The question of an intent without words of its own.
    static let usualQuestion = "Hold again to confirm"

    /// The word for the state on in refusals of other controls: the file's value text, unless the text is private.
    var wordForOn: String {
        let text = snapshot.privacy.valueLabel ? nil : declaration.flatMap { $0.sensor?.valueOn ?? $0.valueOn }
        return text ?? "on"
    }

    /// The form of `snapshot` for viewers who may not see private content.
    func redaction(of snapshot: ControlSnapshot) -> ControlSnapshot {
        guard let declaration else {
            // A preview contains no state.
            var redacted = snapshot.redacted(rest: carrier?.host.described(kind)?.preview?.control)
            if redacted.failure != nil, hidesReasons(snapshot.privacy) { redacted.failure = Self.privateReason }
            if redacted.isDisabled { redacted.hint = redacted.wordsOfWhatShows }
            return redacted
        }
        var plain = declaration
        (plain.valueOn, plain.valueOff, plain.sensor) = (nil, nil, nil)
        let rest = ControlSnapshot(
            plain, isOn: snapshot.isOn.map { _ in false }, isRunning: false)
        let hint =
            snapshot.privacy.state
            ? snapshot.isOn == nil ? rest.hint : nil
            : ControlSnapshot(plain, isOn: snapshot.isOn, isRunning: false).hint
        var redacted = snapshot.redacted(rest: rest, plainHint: hint)
        if redacted.failure != nil, hidesReasons(snapshot.privacy) { redacted.failure = Self.privateReason }
        if snapshot.privacy.label {
            // Users refer to a control by its title, so redacting the label redacts the name too (C4: `displayName`).
            (redacted.displayName, redacted.title) = (panelName, panelName)
            redacted.hint =
                ControlHint.button(displayName: panelName, opensView: declaration.action.opensView).text
        }
        if declaration.action == .show || redacted.isDisabled { redacted.hint = redacted.wordsOfWhatShows }
        if absence != nil { redacted.hint = Self.hint(ofAbsent: redacted.displayName) }
        return redacted
    }
}
