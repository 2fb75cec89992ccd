/// One thing that controls are placed on: a single place for one control, or a list of them (P1).
public enum LayoutSurface: Sendable, Hashable {
    /// A gesture of a push button.
    case gesture(Gesture, button: String)
    /// A light.
    case light(String)
    /// The lock screen.
    case lockScreen
    /// Control Center.
    case controlCenter

    /// The gestures that a button can have a control for, by their keys in a panel's file.
    public enum Gesture: String, Sendable, Hashable, CaseIterable {
        /// Holding the button.
        case hold
        /// Two taps.
        case doubleTap = "double_tap"
        /// Three taps.
        case tripleTap = "triple_tap"
        /// Holding it still longer.
        case longHold = "long_hold"
    }

    /// Whether it has room for many controls, in an order.
    public var isList: Bool {
        switch self {
        case .gesture, .light: false
        case .lockScreen, .controlCenter: true
        }
    }

    /// Whether its controls have sizes.
    public var hasSizes: Bool { self == .controlCenter }
}

extension LayoutSurface: CustomStringConvertible {
    /// `buttons.NAME.GESTURE`, `lights.NAME`, `lock_screen` or `control_center`.
    public var description: String {
        switch self {
        case .gesture(let gesture, let button): "buttons.\(button).\(gesture.rawValue)"
        case .light(let name): "lights.\(name)"
        case .lockScreen: "lock_screen"
        case .controlCenter: "control_center"
        }
    }
}
