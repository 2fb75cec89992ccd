import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite("Agreement of the schema and the reader")
struct SchemaAgreementTests {
    /// Fewer panels would leave some key unused; therefore a quick run has as many.
    private static let count: UInt64 = 1_800

    private let schema: JSON
    private let validator: SchemaValidator

    init() throws {
        schema = try PublishedSchema.schema
        validator = try PublishedSchema.validator
    }

    @Test("a panel generated from the schema is read, and damage that violates the schema is refused")
    func generated() throws {
        let keys = Set(KeyExplanation.all.compactMap { $0.path.split(separator: ".").last.map(String.init) }).sorted()
        var generator = SchemaGenerator(schema)
        var damages: [SchemaMutator.Damage: Int] = [:]
        var used: Set<String> = []
        var kept = 0
        for seed in 0..<Self.count {
            let panel = try generator.panel(seed: seed)
            note(panel, "", &used)
            var random = SplitMix64(seed: ~seed)
            let text = YAMLText.of(panel, &random)
            #expect(validator.isValid(panel), "seed \(seed):\(text)")
            #expect(errors(text) == "", "seed \(seed):\(text)")

            let (damaged, damage) = SchemaMutator.mutate(panel, keys: keys, &random)
            guard validator.isValid(damaged) else {
                damages[damage, default: 0] += 1
                let text = YAMLText.of(damaged, &random)
                #expect(errors(text) != "", "seed \(seed), \(damage), is read:\(text)")
                continue
            }
            kept += 1
        }
        #expect(generator.unknownPatterns == [])
        // Other counts would mean that nearly no damage, or nearly all of it, violates the schema.
        #expect(kept > Int(Self.count) / 50 && kept < Int(Self.count) / 2)
        for damage in SchemaMutator.Damage.allCases {
            #expect(damages[damage, default: 0] > Int(Self.count) / 50, "\(damage)")
        }
        let unused = KeyExplanation.all.map(\.path).filter { !used.contains($0) }
        #expect(unused == [], "keys that no file had")
    }

    @Test("a damaged file that the reader accepts is valid by the schema", arguments: ShippedFile.names)
    func damaged(_ name: String) throws {
        let original = [UInt8](try Data(contentsOf: URL(filePath: ShippedFile.path(name))))
        try isAsTheSchemaHasIt(original, "undamaged")
        var accepted = 0
        for seed in 0..<Effort.count(UInt64(600)) {
            var random = SplitMix64(seed: seed)
            var bytes = original
            let index = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 3 {
            case 0: bytes.remove(at: index)
            case 1: bytes[index] = UInt8(random.number(in: 0x20...0x7E))
            default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: index)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard errors(text) == "" else { continue }
            accepted += 1
            try isAsTheSchemaHasIt(Array(text.utf8), "seed \(seed)")
        }
        #expect(accepted > Effort.count(60))
    }

    @Test(
        "the panels of the examples are valid by the schema", arguments: ["Garage", "ProductivityTimer", "Python"])
    func examples(_ name: String) throws {
        let path = ShippedFile.folder.deletingLastPathComponent().appending(path: "Examples/\(name)/panel.yaml")
        try isAsTheSchemaHasIt([UInt8](try Data(contentsOf: path)), name)
    }

    /// Files with errors that a schema can express, each in YAML's words.
    @Test(
        "every error that a schema can express violates the schema",
        arguments: [
            "name: N", "name: N\ndomain: org", "name: [N]\ndomain: org.n", "name: N\ndomain: org.n\nbuttons: []",
            "name: N\ndomain: org.n\ncontrols: {a: {}}",
            "name: N\ndomain: org.n\ncontrols: {a: {toggle: {line: G1}, button: {pulse: G2, for: 1s}}}",
            "name: N\ndomain: org.n\ncontrols: {a: {hint_turn_on: Start, button: {pulse: G2, for: 1s}}}",
            "name: N\ndomain: org.n\ncontrols: {a: {hint: A, hint_turn_on: A, hint_turn_off: A, toggle: {line: G1}}}",
            "name: N\ndomain: org.n\ncontrols: {9a: {toggle: {line: G1}}}",
            "name: N\ndomain: org.n\ncontrols: {a: {toggle: {line: 'G1:x'}}}",
            "name: N\ndomain: org.n\ncontrols: {a: {toggle: {line: G1}}}\nbuttons: {b: {line: G2}}",
            "name: N\ndomain: org.n\ncontrols: {a: {toggle: {line: G1}}}\n"
                + "buttons: {b: {line: G2, double_tap: a, hold_time: 1s}}",
            "name: N\ndomain: org.n\nextensions: [{name: e, domain: org.e, program: []}]",
        ])
    func refused(_ text: String) throws {
        #expect(errors(text) != "")
        let value = try #require(composed(Array(text.utf8)))
        #expect(!validator.isValid(value))
    }

    /// Adds the panel's keys to `used`, with the paths that explanations have.
    private func note(_ value: JSON, _ path: String, _ used: inout Set<String>) {
        for item in value.array ?? [] { note(item, path, &used) }
        for member in value.members ?? [] {
            let isName =
                ["controls", "buttons", "lights", "opened"].contains(path)
                || [".configuration", ".set", ".headers"].contains { path.hasSuffix($0) }
            let inner = isName ? path : path.isEmpty ? member.name : "\(path).\(member.name)"
            if isName {
                for part in member.value.members ?? [] {
                    used.insert("\(path).\(part.name)")
                    note(part.value, "\(path).\(part.name)", &used)
                }
            } else {
                used.insert(inner)
                note(member.value, inner, &used)
            }
        }
    }

    private func isAsTheSchemaHasIt(_ bytes: [UInt8], _ which: String) throws {
        let value = try #require(composed(bytes), "\(which)")
        #expect(validator.isValid(value), "\(which): \(String(decoding: bytes, as: UTF8.self))")
    }

    private func composed(_ bytes: [UInt8]) -> JSON? {
        let findings = Findings(file: "p")
        return bytes.withUnsafeBufferPointer { Composer.compose($0, findings: findings) }.flatMap { JSON($0) }
    }

    private func errors(_ text: String) -> String {
        do {
            _ = try PanelFile.parse(Array(text.utf8), file: "p")
            return ""
        } catch {
            return error.description
        }
    }
}
