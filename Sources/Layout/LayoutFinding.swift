/// Something that was kept of a layout and counts no more.
public enum LayoutFinding: Sendable, Hashable, CustomStringConvertible {
    /// The file says something else of the surface than when people changed it.
    case outdated(LayoutSurface)
    /// What was kept is nothing that this version of Holdfast can read.
    case unreadable(LayoutSurface)

    /// The surface.
    public var surface: LayoutSurface {
        switch self {
        case .outdated(let surface), .unreadable(let surface): surface
        }
    }

    /// What is so now, and why.
    public var description: String {
        switch self {
        case .outdated(let surface):
            "\(surface) is as the file says: it says something else than when it was changed by hand"
        case .unreadable(let surface):
            "\(surface) is as the file says: what was kept of changes by hand cannot be read"
        }
    }
}
