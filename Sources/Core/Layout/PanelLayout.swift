import Configuration
import ControlModel

/// The placement of a panel's controls: the layout of its file (P5), and the users' changes since (P4).
///
/// ```
///   file ──────────────┬─ as at the time of the change ─ the user's layout
///   surface by surface └─ changed since ──────────────── the file's layout; the user's change is dropped
/// ```
public struct PanelLayout: Sendable, Hashable {
    /// The maximum length of a list for users' changes. A file may have longer lists.
    public static let longestList = 64

    /// The panel's file.
    public let file: PanelDescription
    /// All surfaces: the buttons' gestures and the lights, each in the file's order, the lock screen, Control Center.
    public let surfaces: [LayoutSurface]
    /// The file's layout of each surface.
    private let said: [LayoutSurface: [LayoutEntry]]
    private var overrides: [LayoutSurface: LayoutOverride] = [:]
    /// The stored changes that do not apply any more.
    public private(set) var findings: [LayoutFinding] = []

    /// Creates the layout of a panel.
    ///
    /// A file with a fixed layout ignores all stored changes, and reports none of them as outdated.
    ///
    /// - Parameter text: gives the stored text for a key.
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
                    // After an export, the file has the same layout as the stored change: no change is lost.
                    findings.append(isFileAsThen ? .trustedSince(surface) : .outdated(surface))
                }
            } else {
                findings.append(.unreadable(surface))
            }
        }
    }

    /// Whether the file forbids users to change the layout.
    public var isFixed: Bool { file.layout == .fixed }

    /// The controls on a surface, in their order; empty for a surface that the panel does not have.
    public func entries(on surface: LayoutSurface) -> [LayoutEntry] {
        overrides[surface]?.now ?? said[surface] ?? []
    }

    /// Whether users have changed a surface, so that it differs from the file.
    public func isByHand(_ surface: LayoutSurface) -> Bool { overrides[surface] != nil }

    /// The text to store for a surface, under `LayoutText.key(of:)`; `nil` for an unchanged surface.
    public func text(of surface: LayoutSurface) -> String? {
        overrides[surface].flatMap { LayoutText.encode($0) }
    }

    /// The control at a place.
    ///
    /// - Throws: `noSuchPlace` for a position beyond the end of a list, `nothingPlaced` for an empty place.
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

    /// The place with this text.
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

    /// Clears the findings after the caller has reported them.
    public mutating func forgetFindings() { findings = [] }

    /// The panel with the present layout.
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

    /// The first trusted button whose controls differ from those in `old`; `nil` for none. A trusted button performs
    /// without a PIN, and people use it to get out. A change of its controls therefore needs a PIN.
    ///
    /// - Parameter old: the present layout, of the same file.
    public func trustedButton(changedFrom old: PanelLayout) -> String? {
        for surface in surfaces {
            guard case .gesture(_, let button) = surface,
                entries(on: surface).map(\.reference) != old.entries(on: surface).map(\.reference), isTrusted(surface)
            else { continue }
            return button
        }
        return nil
    }

    /// The first place, in the surfaces' order, where a matching control was added, was removed, or has another
    /// configuration or size.
    ///
    /// Each position of a list is a place of its own. A control that another one pushes to the next position has moved,
    /// since people and programs may name it by its position. Lights are places, too: people judge a door or an alarm by
    /// its light.
    ///
    /// The comparison covers whole layouts, whatever the request. A new kind of request thus needs no check of its own.
    ///
    /// - Parameters:
    ///   - old: the present layout, of the same file.
    ///   - isMeant: whether to look for changes of this control.
    /// - Returns: the place and the control; `nil` where no matching control differs.
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

    /// Whether the surface is a gesture of a button that the file trusts.
    func isTrusted(_ surface: LayoutSurface) -> Bool {
        guard case .gesture(_, let name) = surface else { return false }
        return file.buttons.contains { $0.name == name && $0.isTrusted }
    }
}

extension LayoutSurface.Gesture {
    /// The property of a button's description with the gesture's control.
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
    /// The file's controls on each surface, in the order of the surfaces.
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

/// A stored change that does not apply any more.
public enum LayoutFinding: Sendable, Hashable, CustomStringConvertible {
    /// The file's layout of the surface has changed since the user's change.
    case outdated(LayoutSurface)
    /// The file trusts the button now, but did not at the time of the change, when the change needed no PIN.
    case trustedSince(LayoutSurface)
    /// This version of Holdfast cannot read the stored change.
    case unreadable(LayoutSurface)

    /// The surface of the stored change.
    public var surface: LayoutSurface {
        switch self {
        case .outdated(let surface), .trustedSince(let surface), .unreadable(let surface): surface
        }
    }

    /// The present state of the surface, and the reason.
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
