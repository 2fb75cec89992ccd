import Configuration
import ControlModel

/// What people do to a layout (P4).
public enum LayoutChange: Sendable, Hashable {
    /// A control is put at a single place, in place of what is there, or into a list, before what is at that position.
    case place(ControlReference, LayoutPlace, size: TileSize?)
    /// A control goes elsewhere. Where another one is at a single place, the two change places.
    case move(LayoutPlace, to: LayoutPlace)
    /// A control gets another size.
    case resize(LayoutPlace, TileSize)
    /// A control is taken away.
    case remove(LayoutPlace)
    /// A control is configured anew, with these values and no others.
    case configure(LayoutPlace, [String: IntentValue])
    /// What the file says holds again: of one surface, or of all.
    case reset(LayoutSurface?)
}
