import Configuration
import ControlModel

/// A change that a user makes to a layout (P4: the panel keeps it over restarts).
public enum LayoutChange: Sendable, Hashable {
    /// Puts a control at a single place, where it replaces the present control, or into a list, before the control at
    /// that position.
    case place(ControlReference, LayoutPlace, size: TileSize?)
    /// Moves a control. A single place that is taken exchanges its control with the moved one.
    case move(LayoutPlace, to: LayoutPlace)
    /// Gives a control another size.
    case resize(LayoutPlace, TileSize)
    case remove(LayoutPlace)
    /// Replaces the configuration of a control with these values.
    case configure(LayoutPlace, [String: IntentValue])
    /// Restores the file's layout for one surface, or for all surfaces.
    case reset(LayoutSurface?)
}

/// The reason that a change to a layout is refused.
public enum LayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The panel's file forbids changes.
    case fixed
    case noSuchPlace(String, nearest: String?)
    /// The place has no control.
    case nothingPlaced(LayoutPlace)
    /// Controls on this surface have no sizes.
    case noSizes(LayoutSurface)
    /// A list has its maximum number of controls.
    case full(LayoutSurface, limit: Int)

    /// The problem and the remedy.
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

extension PanelLayout {
    /// Applies a user's change.
    ///
    /// Does not check that the control exists.
    ///
    /// - Returns: the control's new place; `nil` for a change that concerns no single control.
    /// - Throws: the reason for the refusal; the layout is unchanged then.
    @discardableResult
    public mutating func apply(_ change: LayoutChange) throws(LayoutError) -> LayoutPlace? {
        if isFixed { throw .fixed }
        switch change {
        case .place(let reference, let place, let size):
            if size != nil, !place.surface.hasSizes { throw .noSizes(place.surface) }
            try checkRoom(on: place.surface)
            return try insert(LayoutEntry(reference, size: size), at: place)
        case .move(let place, to: let target): return try move(place, to: target)
        case .resize(let place, let size):
            if !place.surface.hasSizes { throw .noSizes(place.surface) }
            var entry = try entry(at: place)
            entry.size = size
            replace(place, with: entry)
            return place
        case .configure(let place, let configuration):
            let entry = try entry(at: place)
            let reference = ControlReference(kind: entry.reference.kind, configuration: configuration)
            replace(place, with: LayoutEntry(reference, size: entry.size))
            return place
        case .remove(let place):
            _ = try entry(at: place)
            replace(place, with: nil)
            return nil
        case .reset(let surface):
            if let surface { _ = try known(surface) }
            for surface in surface.map({ [$0] }) ?? surfaces { set(fileEntries(on: surface), on: surface) }
            return nil
        }
    }

    private func checkRoom(on surface: LayoutSurface) throws(LayoutError) {
        guard surface.isList, entries(on: surface).count >= Self.longestList else { return }
        throw .full(surface, limit: Self.longestList)
    }

    /// Inserts an entry into a list, or replaces the entry of a single place.
    private mutating func insert(_ entry: LayoutEntry, at place: LayoutPlace) throws(LayoutError) -> LayoutPlace {
        var entries = try known(place.surface)
        let entry = entry.fitted(to: place.surface)
        guard place.surface.isList else {
            set([entry], on: place.surface)
            return place
        }
        let position = place.position ?? entries.count + 1
        guard (1...entries.count + 1).contains(position) else {
            throw .noSuchPlace(
                place.description, nearest: LayoutPlace(place.surface, position: entries.count + 1).description)
        }
        entries.insert(entry, at: position - 1)
        set(entries, on: place.surface)
        return LayoutPlace(place.surface, position: position)
    }

    private mutating func move(_ place: LayoutPlace, to target: LayoutPlace) throws(LayoutError) -> LayoutPlace {
        let entry = try entry(at: place)
        let others = try known(target.surface)
        if place == target { return place }
        if !target.surface.isList, let other = others.first {
            // An exchange undoes a mistaken move: a second move restores the layout.
            let size = place.surface.hasSizes ? entry.size : nil
            replace(place, with: LayoutEntry(other.reference, size: size))
            return try insert(entry, at: target)
        }
        var moved = self
        moved.replace(place, with: nil)
        var target = target
        if place.surface == target.surface {
            let last = others.count
            guard (1...last).contains(target.position ?? last) else {
                throw .noSuchPlace(
                    target.description, nearest: LayoutPlace(target.surface, position: last).description)
            }
            target.position = target.position ?? last
        } else {
            try checkRoom(on: target.surface)
        }
        let now = try moved.insert(entry, at: target)
        self = moved
        return now
    }

    /// Replaces or removes the entry at a place; has no effect at an empty place.
    private mutating func replace(_ place: LayoutPlace, with entry: LayoutEntry?) {
        var entries = entries(on: place.surface)
        let index = place.position.map { $0 - 1 } ?? 0
        guard entries.indices.contains(index) else { return }
        entries.replaceSubrange(index...index, with: entry.map { [$0] } ?? [])
        set(entries, on: place.surface)
    }
}

extension LayoutEntry {
    /// The entry with a size (small by default) on a surface with sizes, and without a size on any other.
    fileprivate func fitted(to surface: LayoutSurface) -> LayoutEntry {
        LayoutEntry(reference, size: surface.hasSizes ? size ?? .small : nil)
    }
}
