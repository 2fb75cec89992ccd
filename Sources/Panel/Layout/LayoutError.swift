/// Why a layout cannot be changed so.
public enum LayoutError: Error, Sendable, Hashable {
    /// The panel's file keeps it as it is.
    case fixed
    /// The panel has no such place.
    case noSuchPlace(String, nearest: String?)
    /// No control is there.
    case nothingPlaced(LayoutPlace)
    /// Controls have no sizes there.
    case noSizes(LayoutSurface)
    /// A list has as many controls as it may have.
    case full(LayoutSurface, limit: Int)
}

extension LayoutError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .fixed: "the panel's file keeps the layout as it is (layout: fixed)"
        case .noSuchPlace(let place, let nearest?): "no place '\(place)'; did you mean '\(nearest)'?"
        case .noSuchPlace(let place, nil): "no place '\(place)'"
        case .nothingPlaced(let place): "no control is placed at \(place)"
        case .noSizes(let surface): "controls have no size at \(surface); they have one in control_center"
        case .full(let surface, let limit): "\(surface) has \(limit) controls, and no room for more; remove one"
        }
    }
}
