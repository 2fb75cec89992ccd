import Configuration
import ControlModel

/// Where a panel's controls are: what its file says, and what people have changed since (P4, P5).
///
/// ```
///   file ──────────────┬─ as when it was changed ─ what people made of it
///   surface by surface └─ something else now ───── what the file says; the change is dropped
/// ```
public struct PanelLayout: Sendable, Hashable {
    /// The most controls that people can put into a list. A file may have more.
    public static let longestList = 64

    /// What the panel's file says.
    public let file: PanelDescription
    /// All surfaces: the buttons' gestures, the lights, each in the file's order, the lock screen, Control Center.
    public let surfaces: [LayoutSurface]
    /// What the file says of each surface.
    private let said: [LayoutSurface: [LayoutEntry]]
    private var overrides: [LayoutSurface: LayoutOverride] = [:]
    /// What was kept and counts no more.
    public private(set) var findings: [LayoutFinding] = []

    /// The layout of a panel.
    ///
    /// Where the file keeps the layout fixed, nothing that is stored counts; nor is it found to be outdated.
    ///
    /// - Parameter text: gives what is stored under a key.
    public init(of file: PanelDescription, stored text: (_ key: String) -> String? = { _ in nil }) {
        self.file = file
        let said = file.surfaceEntries
        surfaces = said.map(\.surface)
        self.said = Dictionary(said.map { ($0.surface, $0.entries) }) { first, _ in first }
        guard file.layout == .editable else { return }
        for (surface, entries) in said {
            guard let text = text(LayoutText.key(of: surface)) else { continue }
            if let override = LayoutText.decode(LayoutOverride.self, text), override.fits(surface) {
                let isFileAsThen = override.file == entries
                if isFileAsThen, override.isTrusted == true || !isTrusted(surface) {
                    overrides[surface] = override
                } else if override.now != entries {
                    // Where it says what people made of it, as after an export, nothing is given up.
                    findings.append(isFileAsThen ? .trustedSince(surface) : .outdated(surface))
                }
            } else {
                findings.append(.unreadable(surface))
            }
        }
    }

    /// Whether people may not change it.
    public var isFixed: Bool { file.layout == .fixed }

    /// The controls on a surface, in their order; none for a surface that the panel does not have.
    public func entries(on surface: LayoutSurface) -> [LayoutEntry] {
        overrides[surface]?.now ?? said[surface] ?? []
    }

    /// Whether people have made something else of a surface than the file says.
    public func isByHand(_ surface: LayoutSurface) -> Bool { overrides[surface] != nil }

    /// What is to be stored of a surface, under `LayoutText.key(of:)`; `nil`: nothing.
    public func text(of surface: LayoutSurface) -> String? {
        overrides[surface].flatMap { LayoutText.encode($0) }
    }

    /// The control at a place.
    ///
    /// - Throws: `noSuchPlace` where a list is not so long, `nothingPlaced`.
    public func entry(at place: LayoutPlace) throws(LayoutError) -> LayoutEntry {
        let entries = try known(place.surface)
        guard place.surface.isList else {
            guard let entry = entries.first else { throw .nothingPlaced(place) }
            return entry
        }
        guard let position = place.position, entries.indices.contains(position - 1) else {
            let last = min(place.position ?? 1, entries.count)
            let nearest = entries.isEmpty ? nil : LayoutPlace(place.surface, position: last).description
            throw .noSuchPlace(place.description, nearest: nearest)
        }
        return entries[position - 1]
    }

    /// The place of this text.
    ///
    /// - Throws: `noSuchPlace` where the panel has no such surface.
    public func place(_ text: String) throws(LayoutError) -> LayoutPlace {
        if let place = LayoutPlace(text), said[place.surface] != nil { return place }
        throw .noSuchPlace(text, nearest: NearestWord.to(text, among: surfaces.map(\.description)))
    }

    func known(_ surface: LayoutSurface) throws(LayoutError) -> [LayoutEntry] {
        guard said[surface] != nil else { throw .noSuchPlace(surface.description, nearest: nil) }
        return entries(on: surface)
    }

    func fileEntries(on surface: LayoutSurface) -> [LayoutEntry] { said[surface] ?? [] }

    mutating func set(_ entries: [LayoutEntry], on surface: LayoutSurface) {
        let file = said[surface] ?? []
        overrides[surface] =
            entries == file
            ? nil : LayoutOverride(file: file, now: entries, isTrusted: isTrusted(surface) ? true : nil)
    }

    /// What was found when the layout was read has been told.
    public mutating func forgetFindings() { findings = [] }

    /// The panel with the layout as it is now.
    public var panel: PanelDescription {
        var panel = file
        for (index, button) in panel.buttons.enumerated() {
            for gesture in LayoutSurface.Gesture.allCases {
                guard let override = overrides[.gesture(gesture, button: button.name)] else { continue }
                panel.buttons[index][keyPath: gesture.control] = override.now.first?.reference
            }
        }
        for (index, light) in panel.lights.enumerated() where !light.showsPanel {
            guard let override = overrides[.light(light.name)] else { continue }
            panel.lights[index].shows = override.now.first?.reference
        }
        if let override = overrides[.lockScreen] { panel.lockScreen = override.now.map(\.reference) }
        if let override = overrides[.controlCenter] {
            panel.controlCenter = override.now.map { ControlTile($0.reference, size: $0.size ?? .small) }
        }
        return panel
    }
}

extension LayoutSurface.Gesture {
    /// Where a button's description has the gesture's control.
    var control: WritableKeyPath<ButtonDescription, ControlReference?> {
        switch self {
        case .hold: \.hold
        case .doubleTap: \.doubleTap
        case .tripleTap: \.tripleTap
        case .longHold: \.longHold
        }
    }
}

extension PanelDescription {
    /// What stands on each surface, in the order in which they are listed.
    fileprivate var surfaceEntries: [(surface: LayoutSurface, entries: [LayoutEntry])] {
        var all: [(LayoutSurface, [LayoutEntry])] = []
        for button in buttons {
            for gesture in LayoutSurface.Gesture.allCases {
                let reference = button[keyPath: gesture.control]
                all.append((.gesture(gesture, button: button.name), reference.map { [LayoutEntry($0)] } ?? []))
            }
        }
        for light in lights where !light.showsPanel {
            all.append((.light(light.name), light.shows.map { [LayoutEntry($0)] } ?? []))
        }
        all.append((.lockScreen, lockScreen.map { LayoutEntry($0) }))
        all.append((.controlCenter, controlCenter.map { LayoutEntry($0.reference, size: $0.size) }))
        return all
    }
}

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
