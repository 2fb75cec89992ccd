import Configuration
import ControlModel

/// A layout as the keys of a panel's file with the same meaning.
public struct LayoutExport {
    /// A surface with its controls.
    public struct Surface: Sendable, Hashable {
        public var surface: LayoutSurface
        /// The controls, in their order.
        public var entries: [LayoutEntry]
        /// Whether users have changed the surface, so that it differs from the file.
        public var isByHand: Bool

        public init(_ surface: LayoutSurface, _ entries: [LayoutEntry], isByHand: Bool) {
            self.surface = surface
            self.entries = entries
            self.isByHand = isByHand
        }
    }

    private let surfaces: [Surface]

    /// Creates the export of these surfaces.
    ///
    /// - Parameter surfaces: all surfaces, empty ones too, in the file's order. A control without a configuration has
    ///   the name that the file gives it: its key, or its kind.
    public init(_ surfaces: [Surface]) {
        self.surfaces = surfaces
    }

    /// The lines that replace the keys of the same names in the file: the gestures of each button, the control of each
    /// light, and the two lists.
    public var lines: [String] {
        buttons + lights + list(.lockScreen) { reference($0.reference) } + list(.controlCenter, tile)
    }

    private var buttons: [String] {
        var names: [String] = []
        var gestures: [String: [String]] = [:]
        for surface in surfaces {
            guard case .gesture(let gesture, let button) = surface.surface else { continue }
            if gestures[button] == nil {
                names.append(button)
                gestures[button] = []
            }
            if let entry = surface.entries.first {
                gestures[button]?.append("\(gesture.rawValue): \(reference(entry.reference))")
            } else if surface.isByHand {
                // The file may have times for the gesture; such times are an error without the gesture.
                gestures[button]?.append("\(gesture.rawValue): null")
            }
        }
        guard !names.isEmpty else { return [] }
        return ["buttons:"]
            + names.map { name in
                // A button without any control needs an explicit `null`.
                let gestures = gestures[name, default: []]
                return "  \(Self.scalar(name)): {\(gestures.isEmpty ? "hold: null" : gestures.joined(separator: ", "))}"
            }
    }

    private var lights: [String] {
        let lines = surfaces.compactMap { surface -> String? in
            guard case .light(let name) = surface.surface else { return nil }
            return "  \(Self.scalar(name)): {shows: \(surface.entries.first.map { reference($0.reference) } ?? "null")}"
        }
        return lines.isEmpty ? [] : ["lights:"] + lines
    }

    private func list(_ surface: LayoutSurface, _ text: (LayoutEntry) -> String) -> [String] {
        let entries = surfaces.first { $0.surface == surface }?.entries ?? []
        return entries.isEmpty ? ["\(surface): []"] : ["\(surface):"] + entries.map { "  - \(text($0))" }
    }

    private func tile(_ entry: LayoutEntry) -> String {
        guard let size = entry.size, size != .small else { return reference(entry.reference) }
        return "{control: \(reference(entry.reference)), size: \(size.rawValue)}"
    }

    private func reference(_ reference: ControlReference) -> String {
        guard !reference.configuration.isEmpty else { return Self.scalar(reference.kind) }
        let values = reference.configuration.sorted { $0.key < $1.key }
            .map { "\(Self.scalar($0.key)): \(Self.text(of: $0.value))" }
        return "{kind: \(Self.scalar(reference.kind)), configuration: {\(values.joined(separator: ", "))}}"
    }

    // MARK: YAML

    private static func text(of value: IntentValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): String(value)
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .string(let text): scalar(text)
        case .array(let values): "[\(values.map(text(of:)).joined(separator: ", "))]"
        }
    }

    /// The words that some YAML readers do not take for text.
    private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    /// The text, in quotes where a YAML reader might not take it for text.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.unicodeScalars.first?.isASCIILetter == true && !words.contains(text.lowercased())
            && text.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || "_-.".unicodeScalars.contains($0) }
        return isPlain ? text : "\"\(text.unicodeScalars.map(quoted).joined())\""
    }

    private static func quoted(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            // YAML 1.1, 5.6: \U and eight hexadecimal digits.
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        default: return String(scalar)
        }
    }
}
