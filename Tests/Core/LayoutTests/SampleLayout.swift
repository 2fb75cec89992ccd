import Configuration
import ControlModel
import Layout

/// A panel for tests of layouts, and its layouts as text.
enum SampleLayout {
    static let domain = "org.example.test"
    static let timer = "org.example.focus.timer"

    static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {toggle: {line: GPIO18}}
          door: {button: {pulse: GPIO23, for: 3s}}
          bell: {button: {pulse: GPIO24, for: 1s}}
        buttons:
          action: {line: GPIO17, hold: lamp, hold_time: 1s}
          side: {line: GPIO27, double_tap: door, double_tap_time: 400ms}
        lights:
          lamp: {line: GPIO26, shows: lamp}
          free: {line: GPIO16, shows: null}
        lock_screen: [lamp, door, {kind: org.example.focus.timer, configuration: {timer: work, minutes: 25.0}}]
        control_center: [{control: lamp, size: large}, door, {kind: org.example.focus.timer}]
        extensions: [{name: focus, domain: org.example.focus}]

        """

    static func panel(_ yaml: String = yaml) throws -> PanelDescription {
        try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
    }

    static func layout(_ yaml: String = yaml, stored: [String: String] = [:]) throws -> PanelLayout {
        PanelLayout(of: try panel(yaml)) { stored[$0] }
    }

    static func reference(_ key: String, _ configuration: [String: IntentValue] = [:]) -> ControlReference {
        ControlReference(kind: key.contains(".") ? key : "\(domain).\(key)", configuration: configuration)
    }

    /// Parses a change in the notation of the command line.
    static func change(_ text: String) throws -> LayoutChange {
        let words = text.split(separator: " ").map(String.init)
        func place(_ index: Int) throws -> LayoutPlace {
            guard let place = LayoutPlace(words[index]) else {
                throw LayoutError.noSuchPlace(words[index], nearest: nil)
            }
            return place
        }
        switch words[0] {
        case "place":
            return .place(
                reference(words[1]), try place(2), size: words.count > 3 ? TileSize(rawValue: words[3]) : nil)
        case "move": return .move(try place(1), to: try place(2))
        case "resize": return .resize(try place(1), TileSize(rawValue: words[2]) ?? .small)
        case "remove": return .remove(try place(1))
        case "configure": return .configure(try place(1), ["timer": .string(words[2])])
        default: return .reset(words.count > 1 ? try place(1).surface : nil)
        }
    }
}

extension PanelLayout {
    /// The controls on a surface, in one line: `lamp large, door small`.
    func text(on surface: LayoutSurface) -> String {
        entries(on: surface).map { entry in
            let kind = entry.reference.kind.split(separator: ".").last.map(String.init) ?? ""
            let values = entry.reference.configuration.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([kind] + values + [entry.size?.rawValue].compactMap(\.self)).joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// The texts to be stored, by their keys.
    var stored: [String: String] {
        surfaces.reduce(into: [:]) { $0[LayoutText.key(of: $1)] = text(of: $1) }
    }

    /// The exported text of its surfaces.
    var exported: [String] {
        let kinds = file.controls.map { ($0.kind, $0.key) }
        let keys = Dictionary(kinds) { first, _ in first }
        let surfaces = surfaces.map { surface in
            let entries = entries(on: surface).map { entry in
                var reference = entry.reference
                if reference.configuration.isEmpty { reference.kind = keys[reference.kind] ?? reference.kind }
                return LayoutEntry(reference, size: entry.size)
            }
            return LayoutExport.Surface(surface, entries, isByHand: isByHand(surface))
        }
        return LayoutExport(surfaces).lines
    }
}
