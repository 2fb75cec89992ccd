import Configuration

extension PanelLayout {
    /// A trusted button that would perform something else than before, or nothing: what it performs needs no PIN, and people
    /// get out by it, so that changing that does. `nil` where there is none.
    ///
    /// - Parameter old: what the layout is now, of the same file.
    public func trustedButton(changedFrom old: PanelLayout) -> String? {
        let trusted = Set(file.buttons.lazy.filter(\.isTrusted).map(\.name))
        for surface in surfaces {
            guard case .gesture(_, let button) = surface, trusted.contains(button) else { continue }
            if entries(on: surface).map(\.reference) != old.entries(on: surface).map(\.reference) { return button }
        }
        return nil
    }
}
