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

/// Changing a layout.
extension PanelLayout {
    /// Does as people want.
    ///
    /// Whether there is such a control is not looked at.
    ///
    /// - Returns: where the control is now; `nil` where the change concerns none.
    /// - Throws: why not; nothing has changed then.
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

    /// Puts an entry into a list, or at a single place in place of what is there.
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
            // Nothing is lost by a slip of the hand: moved once more, all is as it was.
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

    /// Puts another entry, or none, where one is.
    private mutating func replace(_ place: LayoutPlace, with entry: LayoutEntry?) {
        var entries = entries(on: place.surface)
        let index = place.position.map { $0 - 1 } ?? 0
        guard entries.indices.contains(index) else { return }
        entries.replaceSubrange(index...index, with: entry.map { [$0] } ?? [])
        set(entries, on: place.surface)
    }
}

extension LayoutEntry {
    /// The entry with a size where there are some, and else without.
    fileprivate func fitted(to surface: LayoutSurface) -> LayoutEntry {
        LayoutEntry(reference, size: surface.hasSizes ? size ?? .small : nil)
    }
}
