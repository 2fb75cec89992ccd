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
