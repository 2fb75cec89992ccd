/// A place that a control is at, or is to be put.
public struct LayoutPlace: Sendable, Hashable {
    /// What it is on.
    public var surface: LayoutSurface
    /// Where in a list, counted from 1; `nil` for its end, and for a single place.
    public var position: Int?

    /// A place of its parts.
    public init(_ surface: LayoutSurface, position: Int? = nil) {
        self.surface = surface
        self.position = position
    }

    /// Reads `buttons.NAME.GESTURE`, `lights.NAME`, `lock_screen`, `lock_screen.N`, `control_center` or
    /// `control_center.N`.
    ///
    /// - Returns: `nil` for any other text. Whether the panel has such a place is not looked at.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("buttons", 3):
            guard let gesture = LayoutSurface.Gesture(rawValue: parts[2]) else { return nil }
            self.init(.gesture(gesture, button: parts[1]))
        case ("lights", 2): self.init(.light(parts[1]))
        case ("lock_screen", 1): self.init(.lockScreen)
        case ("control_center", 1): self.init(.controlCenter)
        case ("lock_screen", 2), ("control_center", 2):
            guard let position = Self.position(parts[1]) else { return nil }
            self.init(parts[0] == "lock_screen" ? .lockScreen : .controlCenter, position: position)
        default: return nil
        }
    }

    private static func position(_ text: String) -> Int? {
        guard text.allSatisfy({ ("0"..."9").contains($0) }), let position = Int(text), position > 0 else { return nil }
        return position
    }
}

extension LayoutPlace: CustomStringConvertible {
    /// The text that it is read from.
    public var description: String { position.map { "\(surface).\($0)" } ?? surface.description }
}

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
