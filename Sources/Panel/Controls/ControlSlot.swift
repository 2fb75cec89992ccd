import Configuration
import Controls
import EventLoop
import LocalAPI

/// A control of a panel in one configuration: what carries it out, where it is placed, and what is shown of it.
@PanelActor
final class ControlSlot {
    /// What carries a control out.
    enum Origin {
        /// The core itself.
        case builtIn(ControlDescription, any BuiltInControl)
        /// An extension.
        case `extension`(ExtensionControl)
    }

    /// The name by which it is performed and told of: its kind, or `KIND@PLACE` where there are several of the kind.
    let name: String
    let reference: ControlReference
    let origin: Origin
    /// Where it is placed; empty for one that is only listed.
    let places: [String]
    private(set) var snapshot: ControlSnapshot

    /// The lights that show it.
    var lights: [LightSlot] = []
    /// The broken buttons whose light is its.
    var brokenButtons: Set<String> = []
    /// Whether its lights show a fault.
    var showsFault = false

    /// The performance that goes on, if one does: at most one at a time (C25).
    var run: Performance?
    /// Why the last performance failed, until one succeeds (C27).
    var failure: String?
    /// Whether the line behind a built-in control's value is gone.
    var isLineLost = false

    init(name: String, reference: ControlReference, places: [String], origin: Origin) {
        self.name = name
        self.reference = reference
        self.places = places
        self.origin = origin
        snapshot = Self.makeSnapshot(origin, isRunning: false, isLineLost: false, failure: nil)
    }

    var kind: String { reference.kind }
    var isPlaced: Bool { !places.isEmpty }
    var isStale: Bool { snapshot.freshness == .stale }

    /// The lines that it drives.
    var outputs: [OutputChannel] {
        switch origin {
        case .builtIn(_, let control): control.outputs
        case .extension: []
        }
    }

    /// The control of the extension, where it is one's.
    var extensionControl: ExtensionControl? {
        switch origin {
        case .builtIn: nil
        case .extension(let control): control
        }
    }

    /// Looks anew at what is to be shown.
    ///
    /// - Returns: whether it differs from what was shown.
    func update() -> Bool {
        let new = Self.makeSnapshot(origin, isRunning: run != nil, isLineLost: isLineLost, failure: failure)
        guard new != snapshot else { return false }
        snapshot = new
        return true
    }

    private static func makeSnapshot(
        _ origin: Origin, isRunning: Bool, isLineLost: Bool, failure: String?
    ) -> ControlSnapshot {
        switch origin {
        case .builtIn(let description, let control):
            ControlSnapshot(
                description, isOn: control.isOn, isRunning: isRunning || control.isRunning, isStale: isLineLost,
                failure: failure)
        case .extension(let control):
            control.snapshot(isRunning: isRunning, failure: failure)
        }
    }
}
