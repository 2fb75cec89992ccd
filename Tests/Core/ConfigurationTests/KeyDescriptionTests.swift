import Testing

@testable import Configuration

/// A key, and a file in which the key's value is a list in a list, which no key accepts.
private struct KeyCase: Sendable, CustomTestStringConvertible {
    let mapping: MappingDescription
    let key: KeyDescription
    let file: String

    var testDescription: String { "\(key.name) of a \(mapping.noun)" }

    static let all: [KeyCase] =
        cases(PanelKeys.mapping, "") + cases(ControlKeys.mapping, "controls: {a: {")
        + cases(ToggleKeys.mapping, "controls: {a: {toggle: {")
        + cases(ButtonActionKeys.mapping, "controls: {a: {button: {")
        + cases(ToggleCommandKeys.mapping, "controls: {a: {toggle: {command: {")
        + cases(ToggleTopicKeys.mapping, "controls: {a: {toggle: {mqtt: {")
        + cases(WebhookKeys.mapping, "controls: {a: {button: {webhook: {")
        + cases(SensorKeys.mapping, "controls: {a: {sensor: {")
        + cases(ReadoutKeys.mapping, "controls: {a: {value: {") + cases(FollowingActionKeys.mapping, "opened: {a: {")
        + cases(NotifyKeys.mapping, "notify: {")
        + cases(ButtonKeys.mapping, "buttons: {a: {")
        + cases(ControlReferenceKeys.mapping, "buttons: {a: {hold: {") + cases(LightKeys.mapping, "lights: {a: {")
        + cases(KeypadKeys.mapping, "keypad: {") + cases(KeypadKeys.mapping, "keypad: [{")
        + cases(AuthenticationKeys.mapping, "authentication: {")
        + cases(ExtensionKeys.mapping, "extensions: [{") + cases(ControlTileKeys.mapping, "control_center: [{")

    private static func cases(_ mapping: MappingDescription, _ prefix: String) -> [KeyCase] {
        let suffix = String(prefix.reversed().compactMap { ["{": "}", "[": "]"][$0] })
        return mapping.keys.map { KeyCase(mapping: mapping, key: $0, file: "\(prefix)\($0.name): [[]]\(suffix)") }
    }
}

@Suite("The declaration of keys")
struct KeyDescriptionTests {
    @Test("every declared key is read, and refuses a value of a wrong form", arguments: KeyCase.all)
    private func isRead(_ test: KeyCase) throws {
        let column = try #require(test.file.firstRange(of: "[[")).lowerBound.utf16Offset(in: test.file) + 1
        switch test.key.form {
        case .list(let element, _, _): return try refusesItem(test, element, column: column + 1)
        case .oneOrMore(let mapping): return try refusesItem(test, .mapping(mapping), column: column + 1)
        default: break
        }
        let error = #expect(throws: ConfigurationError.self) {
            try PanelFile.parse(Array(test.file.utf8), file: "p")
        }
        let found = try #require(error?.diagnostics.first { $0.position.column == column })
        #expect(found.message == "\(test.key.name): expected \(test.key.form.expectation), found a list")
    }

    /// Checks that a value that is no list is refused, and a list within the list too.
    private func refusesItem(_ test: KeyCase, _ element: ValueForm, column: Int) throws {
        let item = #expect(throws: ConfigurationError.self) { try PanelFile.parse(Array(test.file.utf8), file: "p") }
        let found = try #require(item?.diagnostics.first { $0.position.column == column })
        #expect(found.message.hasSuffix(": expected \(element.expectation), found an empty list"))
        let file = test.file.replacing("[[]]", with: "word")
        let whole = #expect(throws: ConfigurationError.self) { try PanelFile.parse(Array(file.utf8), file: "p") }
        let message = "\(test.key.name): expected \(test.key.form.expectation), found 'word'"
        #expect(whole?.diagnostics.contains { $0.message == message } == true)
    }

    @Test("every declared key has an explanation of one sentence", arguments: KeyCase.all)
    private func isDocumented(_ test: KeyCase) {
        #expect(test.key.documentation.hasSuffix(".") && test.key.documentation.first?.isUppercase ?? false)
        #expect(!test.key.documentation.contains("\n"))
    }

    @Test("a documented default is a valid value of the key", arguments: KeyCase.all)
    private func defaultIsReadable(_ test: KeyCase) {
        guard case .defaultsTo(let text) = test.key.presence else { return }
        let findings = Findings(file: "p")
        let node = Node(content: .scalar(Scalar(text: text, isPlain: true)), position: .start(of: "p"))
        let slot = Slot(
            key: test.key.name, node: node, form: test.key.form, place: .panel,
            reading: PanelReading(findings: findings))
        #expect(test.key.read(slot) != nil && findings.isEmpty)
    }

    @Test("the example of every mapping uses only known keys")
    func examples() {
        let mappings = [
            PanelKeys.mapping, ControlKeys.mapping, ToggleKeys.mapping, ButtonActionKeys.mapping, ButtonKeys.mapping,
            ControlReferenceKeys.mapping, LightKeys.mapping, ExtensionKeys.mapping, ToggleCommandKeys.mapping,
            ToggleTopicKeys.mapping, WebhookKeys.mapping, SensorKeys.mapping, ReadoutKeys.mapping,
            FollowingActionKeys.mapping, ControlTileKeys.mapping, KeypadKeys.mapping, AuthenticationKeys.mapping,
        ]
        for mapping in mappings {
            let findings = Findings(file: "p")
            let root = Array(mapping.example.utf8).withUnsafeBufferPointer { Composer.compose($0, findings: findings) }
            guard case .mapping(let entries)? = root?.content else {
                Issue.record("\(mapping.example) is no mapping")
                continue
            }
            #expect(entries.allSatisfy { entry in mapping.keys.contains { $0.name == entry.key.text } })
        }
    }
}
