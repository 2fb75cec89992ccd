/// One place of a panel and the control that is there.
public struct Placement: Sendable, Hashable {
    /// `buttons.NAME.GESTURE`, the gesture being the file's key for it, or `lights.NAME`.
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
    /// Where controls are placed: the gestures of the buttons, then the lights, each in the order of the file.
    public var placements: [Placement] {
        let ofButtons = buttons.flatMap { button in
            [
                (ButtonKeys.hold, button.hold), (ButtonKeys.doubleTap, button.doubleTap),
                (ButtonKeys.tripleTap, button.tripleTap), (ButtonKeys.longHold, button.longHold),
            ].compactMap { key, reference in
                reference.map { Placement(place: "buttons.\(button.name).\(key.name)", reference: $0) }
            }
        }
        return ofButtons + lights.map { Placement(place: "lights.\($0.name)", reference: $0.shows) }
    }
}
