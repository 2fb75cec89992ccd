import Configuration

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

    /// Whether it is a gesture of a button that the file trusts.
    func isTrusted(_ surface: LayoutSurface) -> Bool {
        guard case .gesture(_, let name) = surface else { return false }
        return file.buttons.contains { $0.name == name && $0.isTrusted }
    }
}
