import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// A performance that waits for the disk to take a write. The performance goes on if the control still has this `proof`.
final class PendingProof {}

/// A control of a panel in one configuration: what carries it out, where it is placed, and what is shown of it.
@PanelActor
final class ControlSlot {
    /// What carries a control out.
    enum Origin {
        /// The core itself.
        case builtIn(ControlDescription, any BuiltInControl)
        /// Another process, for a control of the panel's own.
        case handedOver(ControlDescription, ExtensionControl)
        /// An extension.
        case `extension`(ExtensionControl)
        /// Nothing any more: people placed it before the panel's file lost it, or its extension. In words, why.
        case gone(String)
    }

    /// The name by which it is performed and told of: its kind, or `KIND@PLACE` where there are several of the kind.
    private(set) var name: String
    let reference: ControlReference
    let origin: Origin
    /// Says what is so, whatever carries the control out.
    let sensor: SensorChannel?
    /// What gives a control button's value text.
    let readout: ExtensionControl?
    /// Where it is placed; empty for one that is only listed.
    private(set) var places: [String]
    private(set) var snapshot: ControlSnapshot
    /// What is shown to those who may not see what is private; the same where nothing is.
    private(set) var redacted: ControlSnapshot
    /// What a control without a name of its own is called.
    let panelName: String
    /// Its last states.
    private(set) var changes = ControlChanges()

    /// The lights that show it.
    var lights: [LightSlot] = []
    /// The broken buttons whose light is its.
    var brokenButtons: Set<String> = []
    /// Whether its lights show a fault.
    var showsFault = false

    /// The performance that goes on, if one does: at most one at a time (C25).
    var run: Performance?
    /// The disk's proof that what is about to be performed can be written down; `nil` where none is awaited.
    var proof: PendingProof?
    /// The state of its interlock.
    var exclusion = InterlockState()
    /// Why the last performance failed, until one succeeds (C27).
    var failure: String?
    /// The parameter whose value the last performance asked for (C24).
    var asked: String?
    /// Whether the line behind a built-in control's value is gone.
    var isLineLost = false

    init(
        name: String, reference: ControlReference, places: [String], origin: Origin, sensor: SensorChannel? = nil,
        readout: ExtensionControl? = nil, panelName: String = ""
    ) {
        self.name = name
        self.reference = reference
        self.places = places
        self.origin = origin
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
    /// Whether it is on, on its way there, or its sensor says that it is so.
    var isInEffect: Bool {
        snapshot.isOn == true || sensor?.isActive == true || snapshot.isRunning && run?.goesOn != false
    }
    var isStale: Bool { snapshot.freshness == .stale }

    /// The lines that it drives.
    var outputs: [OutputChannel] {
        switch origin {
        case .builtIn(_, let control): control.outputs
        case .handedOver, .extension, .gone: []
        }
    }

    /// The control of the extension, where it is one's.
    var extensionControl: ExtensionControl? {
        switch origin {
        case .builtIn, .handedOver, .gone: nil
        case .extension(let control): control
        }
    }

    /// What the panel's file says of it, where it is one of the file's own.
    var declaration: ControlDescription? {
        switch origin {
        case .builtIn(let description, _), .handedOver(let description, _): description
        case .extension, .gone: nil
        }
    }

    /// What another process is asked to perform.
    var carrier: ExtensionControl? {
        switch origin {
        case .builtIn, .gone: nil
        case .handedOver(_, let control), .extension(let control): control
        }
    }

    /// Why there is nothing to carry it out; `nil` where there is.
    var absence: String? {
        guard case .gone(let reason) = origin else { return nil }
        return reason
    }

    /// How long whoever carries it out takes at most, where the file says so.
    var timeLimit: Duration? {
        guard case .handedOver(let description, let control) = origin else { return nil }
        if let timeout = description.timeout { return timeout }
        guard case .int(let milliseconds)? = control.reference.configuration["timeout_ms"] else { return nil }
        return .milliseconds(milliseconds)
    }

    /// The remote control that has its state; `nil` where the core itself or a sensor has the state, or there is none.
    var outsideState: ExtensionControl? {
        guard sensor == nil else { return nil }
        switch origin {
        case .handedOver(let description, let control): return description.action.isToggle ? control : nil
        case .extension(let control): return control
        case .builtIn, .gone: return nil
        }
    }

    /// All that it asks other processes.
    var remotes: [ExtensionControl] { [carrier, readout].compactMap(\.self) }

    /// It is placed there from now on, and goes by this name.
    func move(to places: [String], name: String) {
        self.places = places
        self.name = name
    }

    /// Looks anew at what is to be shown.
    ///
    /// - Parameter now: The time of a change that is kept.
    /// - Returns: whether it differs from what was shown also for those who may not see what is private; `nil` where it does
    ///   for nobody.
    func update(at now: MonotonicInstant) -> Bool? {
        let new = makeSnapshot()
        let newRedacted = new == snapshot ? redacted : redaction(of: new)
        // The panel keeps nothing of controls that an extension merely offers: their number is up to the extension.
        if isPlaced || declaration != nil { changes.note(new, redacted: newRedacted, at: now) }
        guard new != snapshot else { return nil }
        let isNewsRedacted = newRedacted != redacted
        (snapshot, redacted) = (new, newRedacted)
        return isNewsRedacted
    }

    private func makeSnapshot() -> ControlSnapshot {
        switch origin {
        case .builtIn(let description, let control):
            ControlSnapshot(
                description, isOn: isOn(description.action == .show && description.hasState ? false : control.isOn),
                sensed: sensor?.isActive,
                valueText: readoutText, isRunning: run != nil || control.isRunning,
                freshness: freshness(isLineLost ? .stale : .fresh), failure: failure ?? readout?.problem)
        case .handedOver(let description, let control):
            ControlSnapshot(
                description, isOn: isOn(description.action.isToggle ? control.evaluation?.control.isOn ?? false : nil),
                sensed: sensor?.isActive, valueText: readoutText ?? control.evaluation?.control.valueText,
                isRunning: run != nil,
                freshness: freshness(control.freshness), failure: failure ?? control.problem ?? readout?.problem)
        case .extension(let control):
            control.snapshot(isRunning: run != nil, failure: failure)
        case .gone(let reason):
            // What it was called is not known any more: the last word of its kind has to do.
            ControlSnapshot(
                kind: kind, displayName: lastWord, template: .button, title: lastWord,
                hint: "'\(lastWord)' is not there any more", freshness: .stale, failure: reason)
        }
    }

    private var lastWord: String { kind.split(separator: ".").last.map(String.init) ?? kind }

    /// What is read out, once it is known.
    private var readoutText: String? {
        guard let readout, readout.valueTime != nil, let text = readout.evaluation?.control.title else { return nil }
        return text.isEmpty ? nil : text
    }

    /// A toggle's state, of which a sensor knows more.
    private func isOn(_ isOn: Bool?) -> Bool? {
        isOn.map { sensor?.isActive ?? $0 }
    }

    /// The least of what is known of its state, its sensor and its value.
    private func freshness(_ own: ControlSnapshot.Freshness) -> ControlSnapshot.Freshness {
        if let sensor {
            guard sensor.isActive != nil else { return .stale }
            // It tells the state, whoever carries the control out.
            return readout?.freshness ?? .fresh
        }
        guard let readout, own == .fresh else { return own }
        return readout.freshness
    }
}
