import ControlModel

/// A control at one place: its kind, and the configuration of this placement.
public struct ControlReference: Sendable, Hashable {
    public var kind: String
    /// The values of the configuration's parameters, by their names; empty for a control without configuration (C41).
    public var configuration: [String: IntentValue]

    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }

    /// Hashes the kind alone: a press looks its control up ten times, a dictionary's hash takes as long as the rest of a
    /// lookup, and few placements differ in their configuration alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// A control in Control Center.
public struct ControlTile: Sendable, Hashable {
    public var reference: ControlReference
    /// The size, which decides how much of the control the tile shows.
    public var size: TileSize

    public init(_ reference: ControlReference, size: TileSize = .small) {
        self.reference = reference
        self.size = size
    }
}

/// One place of a panel and the control there.
public struct Placement: Sendable, Hashable {
    /// `buttons.NAME.GESTURE` (with the file's key for the gesture), `lights.NAME`, `lock_screen.N` or
    /// `control_center.N`. `N` counts from 1.
    public var place: String
    public var reference: ControlReference
}

extension PanelDescription {
    /// The places of all controls: the gestures of the buttons, then the lights, each in the order of the file, then
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

/// Whether users may change the placement of controls.
public enum LayoutPolicy: String, Sendable, Hashable, CaseIterable, Written {
    /// Users may change it; the file gives the first layout.
    case editable
    /// The layout of the file always applies.
    case fixed
}
