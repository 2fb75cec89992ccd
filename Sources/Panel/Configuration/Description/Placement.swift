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
