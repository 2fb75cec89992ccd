public struct LayoutPlace: Sendable, Hashable, CustomStringConvertible {
    public var surface: LayoutSurface
    /// The position in a list, counted from 1; `nil` for the end of the list, and for a single place.
    public var position: Int?

    public init(_ surface: LayoutSurface, position: Int? = nil) {
        self.surface = surface
        self.position = position
    }

    /// Reads `buttons.NAME.GESTURE`, `lights.NAME`, `lock_screen`, `lock_screen.N`, `control_center` or
    /// `control_center.N`.
    ///
    /// - Returns: `nil` for any other text. Does not check that the panel has such a place.
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

    /// The text that `init(_:)` reads.
    public var description: String { position.map { "\(surface).\($0)" } ?? surface.description }
}

/// A surface for controls: a single place for one control, or a list of controls (P1).
public enum LayoutSurface: Sendable, Hashable, CustomStringConvertible {
    case gesture(Gesture, button: String)
    /// A light.
    case light(String)
    case lockScreen
    case controlCenter

    /// The gestures that can perform a control, by their keys in a panel's file.
    public enum Gesture: String, Sendable, Hashable, CaseIterable {
        /// Holding the button.
        case hold
        /// Two taps.
        case doubleTap = "double_tap"
        /// Three taps.
        case tripleTap = "triple_tap"
        /// Holding the button for longer than a hold.
        case longHold = "long_hold"
    }

    /// Whether the surface has an ordered list of controls.
    public var isList: Bool {
        switch self {
        case .gesture, .light: false
        case .lockScreen, .controlCenter: true
        }
    }

    /// Whether the controls on the surface have sizes.
    public var hasSizes: Bool { self == .controlCenter }

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
