import Configuration
import Foundation
import TestSupport
import Testing

/// A generator with a fixed seed (SplitMix64), so that a failure is reproducible.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Damaged files")
struct MutationTests {
    private static let fragments: [[UInt8]] =
        [
            "&a ", "*a", "!b ", "<<: ", "? ", "- ", "---\n", "...\n", "%", "[", "]", "{", "}", ":", ": ", ",", "\"",
            "'", "|",
            ">", "#", "\n", "\r\n", "\t", " ", "  ", "\u{2028}", "\u{85}", "\u{FEFF}", "\u{1F515}", "null", "true",
            "on",
            "0x1F", "99999999999999999999", "1e999", "-1", ".5s", "1.5.5s", "GPIO17", ":99999999", "flashlight", "\\",
            "\0", "\u{7}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF8], [0xC0, 0x80]]

    @Test("a damaged file gives a description, or errors with positions inside the file", arguments: ShippedFile.names)
    func mutations(_ name: String) throws {
        let original = [UInt8](try Data(contentsOf: URL(filePath: ShippedFile.path(name))))
        var accepted = 0
        let count = Effort.count(2_000)
        for seed in 0..<UInt64(count) {
            var generator = SeededGenerator(state: seed)
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&bytes, &generator) }
            do throws(ConfigurationError) {
                let panel = try PanelFile.parse(bytes, file: "panel.yaml")
                accepted += 1
                check(panel, seed)
            } catch {
                check(error, of: bytes, seed)
            }
        }
        // Other counts would mean that the mutations leave most files valid, or make nearly all invalid.
        #expect(accepted > count / 50 && accepted < count / 2)
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...20, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: start)
        case 2: bytes.replaceSubrange(start..<end, with: Self.fragments.randomElement(using: &generator) ?? [])
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        default: if start < bytes.count { bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
        }
    }

    /// Checks the guarantees of every description.
    private func check(_ panel: PanelDescription, _ seed: UInt64) {
        let kinds = Set(panel.controls.map(\.kind))
        #expect(kinds.count == panel.controls.count, "seed \(seed)")
        for button in panel.buttons {
            let bound = [button.hold, button.doubleTap, button.tripleTap, button.longHold].compactMap(\.self)
            #expect(!bound.isEmpty, "seed \(seed)")
            #expect(button.longHoldTime > button.holdTime, "seed \(seed)")
        }
        for reference in panel.placements.map(\.reference) {
            let isOwn = kinds.contains(reference.kind)
            #expect(isOwn != panel.extensions.contains { $0.covers(reference.kind) }, "seed \(seed)")
            #expect(!isOwn || reference.configuration.isEmpty, "seed \(seed)")
        }
        let lines =
            panel.buttons.map(\.line.name) + panel.lights.flatMap { $0.output.lines.map(\.name) }
            + panel.controls.flatMap { [$0.action.output?.line.name, $0.sensor?.line.name].compactMap(\.self) }
        #expect(Set(lines).count == lines.count, "seed \(seed)")
    }

    private func check(_ error: ConfigurationError, of bytes: [UInt8], _ seed: UInt64) {
        #expect(error.diagnostics.contains { $0.severity == .error }, "seed \(seed)")
        #expect(error.diagnostics.map(\.position) == error.diagnostics.map(\.position).sorted(), "seed \(seed)")
        let lengths = LineLengths(of: bytes).scalars
        for diagnostic in error.diagnostics {
            let position = diagnostic.position
            #expect(
                position.file == "panel.yaml" && (1...lengths.count).contains(position.line),
                "seed \(seed): \(diagnostic)")
            guard lengths.indices.contains(position.line - 1) else { continue }
            let columns = lengths[position.line - 1] + 1
            #expect((1...columns).contains(position.column), "seed \(seed): \(diagnostic)")
            #expect(diagnostic.description.allSatisfy { !$0.isNewline }, "seed \(seed)")
        }
    }
}
