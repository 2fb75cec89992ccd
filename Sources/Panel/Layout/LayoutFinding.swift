/// Something that was kept of a layout and counts no more.
public enum LayoutFinding: Sendable, Hashable, CustomStringConvertible {
    /// The file says something else of the surface than when people changed it.
    case outdated(LayoutSurface)
    /// The file trusts the button, and did not when people changed it: they needed no PIN for it then.
    case trustedSince(LayoutSurface)
    /// What was kept is nothing that this version of Holdfast can read.
    case unreadable(LayoutSurface)

    /// The surface.
    public var surface: LayoutSurface {
        switch self {
        case .outdated(let surface), .trustedSince(let surface), .unreadable(let surface): surface
        }
    }

    /// What is so now, and why.
    public var description: String {
        switch self {
        case .outdated(let surface):
            "\(surface) is as the file says: it says something else than when it was changed by hand"
        case .trustedSince(let surface):
            "\(surface) is as the file says: it was changed by hand before the file trusted the button"
        case .unreadable(let surface):
            "\(surface) is as the file says: what was kept of changes by hand cannot be read"
        }
    }
}
