import Testing

@testable import Configuration

@Suite("Explanations of keys")
struct ExplanationTests {
    @Test("a full path finds one key, and the end of a path finds all keys that end so")
    func find() {
        #expect(KeyExplanation.find("buttons.hold_time").map(\.path) == ["buttons.hold_time"])
        #expect(KeyExplanation.find("hold_time").map(\.path) == ["buttons.hold_time"])
        #expect(
            KeyExplanation.find("line").map(\.path) == [
                "controls.toggle.line", "controls.sensor.line", "buttons.line", "lights.line", "sound.line",
            ])
        #expect(KeyExplanation.find("toggle.line").map(\.path) == ["controls.toggle.line"])
        #expect(KeyExplanation.find("name").map(\.path) == ["name", "extensions.name", "keypad.name"])
        for text in ["", ".", "old_time", "Line", "buttons.", ".line", "lights.hold"] {
            #expect(KeyExplanation.find(text) == [])
        }
    }

    @Test("an explanation has a key's value, presence and rules")
    func words() {
        let time = KeyExplanation.find("long_hold_time").first
        #expect(time?.value == "a duration from 200ms to 30s" && time?.presence == "optional")
        #expect(time?.rules == ["only with long_hold"])

        #expect(KeyExplanation.find("buttons.debounce").first?.presence == "default 5ms")
        #expect(KeyExplanation.find("shows").first?.presence == "required")
        #expect(KeyExplanation.find("controls.toggle").first?.keys.prefix(2) == ["line", "active"])
        #expect(
            KeyExplanation.find("controls.toggle").first?.rules == [
                "one of toggle and button, and no other of them; none beside sensor or value for a control that only shows"
            ])
        #expect(
            KeyExplanation.find("symbol_on").first?.rules == [
                "only with toggle, or with sensor and no button; without it, symbol"
            ])
    }

    @Test("a misspelled key has a nearest key, and nonsense has none")
    func nearest() {
        #expect(KeyExplanation.nearest(to: "hold_tme") == "hold_time")
        #expect(KeyExplanation.nearest(to: "buttons.hold_tme") == "buttons.hold_time")
        #expect(KeyExplanation.nearest(to: "toggle.lime") == "toggle.line")
        #expect(KeyExplanation.nearest(to: "xyzzy.quux.1") == nil)
    }

    @Test("every example has the form that the reader accepts", arguments: KeyExplanation.all)
    func example(_ explanation: KeyExplanation) throws {
        let findings = Findings(file: "p")
        let root = Array(explanation.example.utf8).withUnsafeBufferPointer { Composer.compose($0, findings: findings) }
        guard case .mapping(let entries)? = root?.content, let entry = entries.first, entries.count == 1 else {
            Issue.record("\(explanation.example)")
            return
        }
        let key = try #require(declaration(explanation.path.split(separator: ".").map(String.init), PanelKeys.mapping))
        #expect(entry.key.text == key.name)
        // The example has no controls, so that references to controls are not checked.
        let slot = Slot(
            key: key.name, node: entry.value, form: key.form, place: .panel,
            reading: PanelReading(findings: findings))
        _ = key.read(slot)
        #expect(findings.isEmpty, "\(explanation.example): \(findings.error)")
    }

    private func declaration(_ path: [String], _ mapping: MappingDescription) -> KeyDescription? {
        guard let key = mapping.keys.first(where: { $0.name == path.first }) else { return nil }
        if path.count == 1 { return key }
        let rest = Array(path.dropFirst())
        return switch key.form {
        case .mapping(let inner), .table(let inner), .list(.mapping(let inner), _, _), .oneOrMore(let inner),
            .mappingOrWord(let inner, _):
            declaration(rest, inner)
        case .control, .assignment, .shown, .list(.control, _, _): declaration(rest, ControlReferenceKeys.mapping)
        case .list(.tile, _, _): declaration(rest, ControlTileKeys.mapping)
        default: nil
        }
    }
}
