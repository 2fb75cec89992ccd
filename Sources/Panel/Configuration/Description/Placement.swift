import ControlModel

/// Names a control where it is placed: its kind and, of one that is configured, this placement's configuration.
public struct ControlReference: Sendable, Hashable {
    /// The control's kind.
    public var kind: String
    /// Values of the configuration's parameters, by their names; empty where nothing is configured (C41).
    public var configuration: [String: IntentValue]

    /// A reference of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }
}

/// A control in Control Center.
public struct ControlTile: Sendable, Hashable {
    /// The control.
    public var reference: ControlReference
    /// How much is shown of it.
    public var size: TileSize

    /// A tile of its parts.
    public init(_ reference: ControlReference, size: TileSize = .small) {
        self.reference = reference
        self.size = size
    }
}

/// One place of a panel and the control that is there.
public struct Placement: Sendable, Hashable {
    /// `buttons.NAME.GESTURE`, the gesture being the file's key for it, `lights.NAME`, or `lock_screen.N` and
    /// `control_center.N`, counted from 1.
    public var place: String
    /// The control.
    public var reference: ControlReference

    /// A placement of its parts.
    public init(place: String, reference: ControlReference) {
        self.place = place
        self.reference = reference
    }
}

extension PanelDescription {
    /// Where controls are placed: the gestures of the buttons, then the lights, each in the order of the file, then
    /// the lock screen and Control Center.
    public var placements: [Placement] {
        let ofButtons = buttons.flatMap { button in
            [
                (ButtonKeys.hold, button.hold), (ButtonKeys.doubleTap, button.doubleTap),
                (ButtonKeys.tripleTap, button.tripleTap), (ButtonKeys.longHold, button.longHold),
            ].compactMap { key, reference in
                reference.map { Placement(place: "buttons.\(button.name).\(key.name)", reference: $0) }
            }
        }
        let ofLights = lights.compactMap { light in
            light.shows.map { Placement(place: "lights.\(light.name)", reference: $0) }
        }
        return ofButtons + ofLights + placements(of: PanelKeys.lockScreen.name, lockScreen)
            + placements(of: PanelKeys.controlCenter.name, controlCenter.map(\.reference))
    }

    private func placements(of list: String, _ references: [ControlReference]) -> [Placement] {
        references.enumerated().map { Placement(place: "\(list).\($0 + 1)", reference: $1) }
    }
}

/// Whether people may change where controls are placed.
public enum LayoutPolicy: String, Sendable, Hashable, CaseIterable {
    /// They may; what the file says is the first layout.
    case editable
    /// What the file says holds.
    case fixed
}
