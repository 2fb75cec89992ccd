import Configuration
import ControlModel

extension PanelLayout {
    /// A trusted button that would perform something else than before, or nothing: what it performs needs no PIN, and people
    /// get out by it, so that changing that does. `nil` where there is none.
    ///
    /// - Parameter old: what the layout is now, of the same file.
    public func trustedButton(changedFrom old: PanelLayout) -> String? {
        for surface in surfaces {
            guard case .gesture(_, let button) = surface,
                entries(on: surface).map(\.reference) != old.entries(on: surface).map(\.reference), isTrusted(surface)
            else { continue }
            return button
        }
        return nil
    }

    /// The first place, in the surfaces' order, where a control that is meant has come, gone, or changed its configuration or
    /// its size.
    ///
    /// In a list each position is a place of its own: a control that another one pushes to the next position has moved, for
    /// people and programs may name it by its position.
    ///
    /// - Parameters:
    ///   - old: what the layout is now, of the same file.
    ///   - isMeant: whether changes of this control are looked for.
    /// - Returns: the place and the control; `nil` where no such control differs.
    public func change(
        from old: PanelLayout, where isMeant: (ControlReference) -> Bool
    ) -> (place: LayoutPlace, control: ControlReference)? {
        for surface in surfaces {
            let (before, now) = (old.entries(on: surface), entries(on: surface))
            for index in 0..<max(before.count, now.count) {
                let then = before.indices.contains(index) ? before[index] : nil
                let entry = now.indices.contains(index) ? now[index] : nil
                guard then != entry else { continue }
                for control in [then, entry].compactMap(\.?.reference) where isMeant(control) {
                    return (LayoutPlace(surface, position: surface.isList ? index + 1 : nil), control)
                }
            }
        }
        return nil
    }

    /// Whether it is a gesture of a button that the file trusts.
    func isTrusted(_ surface: LayoutSurface) -> Bool {
        guard case .gesture(_, let name) = surface else { return false }
        return file.buttons.contains { $0.name == name && $0.isTrusted }
    }
}
