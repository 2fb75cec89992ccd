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
