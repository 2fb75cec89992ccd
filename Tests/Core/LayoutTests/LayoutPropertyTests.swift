import Configuration
import ControlModel
import Layout
import TestSupport
import Testing

/// Random changes, from a seed.
@Suite("Random changes of a layout")
struct LayoutPropertyTests {
    private static let places = [
        "buttons.action.hold", "buttons.action.double_tap", "buttons.action.long_hold", "buttons.side.hold",
        "buttons.side.double_tap", "buttons.side.triple_tap", "lights.lamp", "lights.free", "lock_screen",
        "control_center",
    ]

    private static let texts = [
        "work", "", "5", "1.5", "true", "null", "a: b", "- x", "#", "'", "\"", "\\", "a\nb", " leading", "ü 🔕",
        "\u{202E}x",
        "{}", "[1]", "on", "~", "0x10", "\u{FEFF}", "@", "%", "12:30",
    ]

    private func value(_ random: inout SplitMix64, mayBeList: Bool = true) -> IntentValue {
        switch random.number(in: 0...(mayBeList ? 6 : 5)) {
        case 0: .null
        case 1: .bool(random.once(in: 2))
        case 2: .int(Int(truncatingIfNeeded: random.next()))
        case 3:
            .double(Double(bitPattern: random.next()).isFinite ? Double(random.number(in: -9_999...9_999)) / 64 : 0.1)
        case 4, 5: .string(Self.texts.randomElement(using: &random) ?? "")
        default: .array((0..<random.number(in: 0...3)).map { _ in value(&random, mayBeList: false) })
        }
    }

    private func place(_ random: inout SplitMix64) throws -> LayoutPlace {
        var place = try #require(LayoutPlace(Self.places.randomElement(using: &random) ?? ""))
        if place.surface.isList, !random.once(in: 4) { place.position = Int(random.number(in: 1...6)) }
        return place
    }

    private func change(_ random: inout SplitMix64) throws -> LayoutChange {
        switch random.number(in: 0...9) {
        case 0...3:
            let size = random.once(in: 3) ? TileSize.allCases.randomElement(using: &random) : nil
            let reference: ControlReference
            if random.once(in: 2) {
                let names = ["timer", "on", "_x", "größe", "a1"]
                let values = (0..<random.number(in: 0...3)).map { _ in
                    (names.randomElement(using: &random) ?? "a", value(&random))
                }
                reference = SampleLayout.reference(
                    SampleLayout.timer, Dictionary(values) { first, _ in first })
            } else {
                reference = SampleLayout.reference(["lamp", "door", "bell"].randomElement(using: &random) ?? "lamp")
            }
            return .place(reference, try place(&random), size: size)
        case 4...6: return .move(try place(&random), to: try place(&random))
        case 7: return .resize(try place(&random), TileSize.allCases.randomElement(using: &random) ?? .small)
        case 8: return .remove(try place(&random))
        default: return .reset(random.once(in: 3) ? nil : try place(&random).surface)
        }
    }

    /// The sample file with the exported keys merged in: a button or light keeps its line and its times.
    private func file(with export: [String]) -> String {
        let beside = [
            "  action: {": "line: GPIO17, hold_time: 1s, ", "  side: {": "line: GPIO27, double_tap_time: 400ms, ",
            "  lamp: {": "line: GPIO26, ",
            "  free: {": "line: GPIO16, ",
        ]
        let merged = export.map { line -> String in
            for (start, keys) in beside where line.hasPrefix(start) {
                return start + keys + line.dropFirst(start.count)
            }
            return line
        }
        let rest = SampleLayout.yaml.split(separator: "\n").filter { line in
            !["buttons:", "lights:", "lock_screen:", "control_center:"].contains { line.hasPrefix($0) }
                && !beside.keys.contains { line.hasPrefix($0) && !line.contains("toggle") }
        }
        return (rest.map(String.init) + merged).joined(separator: "\n") + "\n"
    }

    @Test("a layout survives being stored and read, and being exported to the file and read", arguments: 0..<40)
    func survives(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var layout = try SampleLayout.layout()
        var changes = 0
        for _ in 0..<60 {
            let before = layout
            do {
                let place = try layout.apply(try change(&random))
                changes += 1
                if let place { _ = try layout.entry(at: place) }
            } catch is LayoutError {
                #expect(layout == before)
            }
            for surface in layout.surfaces where !surface.isList { #expect(layout.entries(on: surface).count <= 1) }
            #expect(layout.entries(on: .controlCenter).allSatisfy { $0.size != nil })
        }
        #expect(changes > 5)

        let read = try SampleLayout.layout(stored: layout.stored)
        #expect(read == layout)
        #expect(read.panel == layout.panel)

        let text = file(with: layout.exported)
        let exported = try SampleLayout.layout(text, stored: layout.stored)
        for surface in layout.surfaces {
            #expect(exported.entries(on: surface) == layout.entries(on: surface), "\(surface) of\n\(text)")
        }
        // The file now has all changes, so that none is stored, and no change was dropped for it.
        #expect(exported.findings.isEmpty)
        #expect(exported.stored.isEmpty)
    }
}
