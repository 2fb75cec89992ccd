import Configuration
import ControlModel

/// The panel that the answers describe: the keys of its parts, and the text to add to its file.
struct PanelPlan {
    private let draft: SetupDraft
    /// The panel that is added to; `nil` for a new one.
    private let panel: PanelDescription?
    private let pins: PinTable?
    private let isSimulated: Bool
    /// The keys of the controls of outputs, by the outputs' indices.
    let outputKeys: [Int: String]
    /// The keys of the controls of contacts, by the inputs' indices.
    private let contactKeys: [Int: String]
    private let buttonNames: [Int: String]
    private let lightNames: [Int: String]

    init(_ draft: SetupDraft, _ facts: SetupFacts) {
        self.draft = draft
        panel = draft.startsAnew == false ? facts.panel : nil
        pins = facts.tables.first { $0.chip == draft.chip }
        isSimulated = facts.isSimulated
        var controls = Set((panel?.controls ?? []).map { $0.key.lowercased() })
        var buttons = Set((panel?.buttons ?? []).map { $0.name.lowercased() })
        var lights = Set((panel?.lights ?? []).map { $0.name.lowercased() })
        var (outputKeys, contactKeys, buttonNames, lightNames) = (
            [Int: String](), [Int: String](), [Int: String](), [Int: String]()
        )
        for (index, output) in (draft.outputs ?? []).enumerated() where !output.isLeftOut {
            guard let name = output.name, let part = output.part else { continue }
            if part == .light {
                lightNames[index] = Self.key(of: name, or: "light", without: &lights)
            } else {
                outputKeys[index] = Self.key(of: name, or: part.rawValue, without: &controls)
            }
        }
        for (index, input) in draft.inputs.enumerated() {
            guard let name = input.name else { continue }
            if input.isSensor == true {
                contactKeys[index] = Self.key(of: name, or: "contact", without: &controls)
            } else {
                buttonNames[index] = Self.key(of: name, or: "button", without: &buttons)
            }
        }
        (self.outputKeys, self.contactKeys, self.buttonNames, self.lightNames) = (
            outputKeys, contactKeys, buttonNames, lightNames
        )
    }

    /// The key that a name makes: small letters, digits and hyphens.
    static func key(of name: String, or usual: String, without taken: inout Set<String>) -> String {
        var key = ""
        for character in name.lowercased() {
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            if isPlain { key.append(character) } else if key.last != "-" { key.append("-") }
        }
        key = String(key.drop { !$0.isLetter }.reversed().drop { $0 == "-" }.reversed())
        // `on` and `no` would be no text.
        if !ShortName.isValid(key) || YAMLScalar.text(key) != key { key = usual }
        var unique = key
        var number = 2
        while taken.contains(unique) {
            unique = "\(key)-\(number)"
            number += 1
        }
        taken.insert(unique)
        return unique
    }

    /// The keys of the controls that a button can perform.
    var performableKeys: [String] {
        (panel?.controls ?? []).filter { $0.action != .show }.map(\.key) + newKeys
    }

    /// The keys of the controls that a light can show.
    var shownKeys: [String] {
        (panel?.controls ?? []).map(\.key) + newKeys
            + draft.inputs.indices.filter { draft.inputs[$0].control == "" }.compactMap { contactKeys[$0] }
    }

    /// The keys of the controls of the named outputs.
    var newKeys: [String] { outputKeys.sorted { $0.key < $1.key }.map(\.value) }

    /// The keys of the controls of the named outputs that a contact can belong to: those without another contact.
    func sensedKeys(by index: Int) -> [String] {
        newKeys.filter { key in
            !draft.inputs.indices.contains {
                $0 != index && draft.inputs[$0].isSensor == true && draft.inputs[$0].control == key
            }
        }
    }

    /// The key of the control that a contact usually belongs to: a door has one contact and one lock. `nil` for none, or
    /// if a person must choose among several locks.
    func usualSensedKey(by index: Int) -> String? {
        let locks = outputKeys.filter { draft.outputs?[$0.key].part == .lock }
        guard locks.count == 1, let key = locks.first?.value, sensedKeys(by: index).contains(key) else { return nil }
        return key
    }

    /// Whether the panel has a broker already.
    var hasBroker: Bool { panel?.broker != nil }

    /// Whether the panel asks for PINs.
    var needsPIN: Bool {
        draft.keypad != nil || draft.outputs?.contains { $0.needsPIN == true && !$0.isLeftOut } == true
            || panel.map { !$0.keypads.isEmpty || $0.controls.contains(where: \.isGuarded) } == true
    }

    /// Whether the panel has a PIN pad.
    var hasKeypad: Bool { draft.keypad != nil || panel?.keypads.isEmpty == false }

    /// Whether a light has to show that the keypad waits for a PIN, or that a PIN was wrong, because nothing shows it
    /// yet.
    var wantsStatusLight: Bool {
        let isGuarded =
            draft.outputs?.contains { $0.needsPIN == true && !$0.isLeftOut } == true
            || panel?.controls.contains(where: \.isGuarded) == true
        let isShown =
            draft.outputs?.contains { $0.shows == Self.status && !$0.isLeftOut } == true
            || panel.map { $0.display != nil || $0.lights.contains(where: \.showsPanel) } == true
        return hasKeypad && isGuarded && !isShown
    }

    /// The answer, and the value of `shows`, for a light that shows the panel itself.
    static let status = "status"

    var hasLights: Bool { !lightNames.isEmpty || panel?.lights.isEmpty == false }

    /// The host name of the page on the network; `nil` for none.
    var host: String? {
        if let host = draft.host, !host.isEmpty { return host }
        return panel?.gateway.origins.first.map { String($0.description.dropFirst("https://".count)) }
    }

    /// The beginning of a new file.
    var beginning: [UInt8] {
        var taken: Set<String> = []
        let key = Self.key(of: draft.name ?? "", or: "panel", without: &taken)
        var lines = [
            "# Written by 'holdfast setup'. 'holdfast explain' explains all keys.", "",
            "name: \(YAMLScalar.text(draft.name ?? "Panel"))",
            "domain: org.example.\(key)  # your domain, reversed: the name of each control begins with it",
        ]
        if isSimulated {
            lines.append("board: simulated  # remove this line on a real board")
        } else if let pins, !pins.isHeader {
            lines.append("board: \(YAMLScalar.quoted(pins.chip))")
        }
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    // MARK: The additions

    var additions: PanelAdditions {
        var values: [PanelAdditions.Entry] = []
        if let keypad = draft.keypad { values.append(entry(of: keypad)) }
        if let host = draft.host, !host.isEmpty {
            values.append(.init("gateway", "{origins: [\(YAMLScalar.quoted("https://" + host))]}"))
        }
        return PanelAdditions(
            tables: [
                .init("controls", outputs { outputKeys[$0] != nil ? control($0, $1) : nil } + contacts),
                .init("buttons", buttons),
                .init("lights", outputs { lightNames[$0] != nil ? light($0, $1) : nil }),
            ], values: values)
    }

    private func outputs(
        _ entry: (Int, SetupDraft.Output) -> PanelAdditions.Entry?
    ) -> [PanelAdditions.Entry] {
        (draft.outputs ?? []).enumerated().compactMap { entry($0.offset, $0.element) }
    }

    private func control(_ index: Int, _ output: SetupDraft.Output) -> PanelAdditions.Entry {
        let level = output.isActiveLow == true ? ", active: low" : ", active: high"
        let isMomentary = output.seconds.map { $0 > 0 } == true
        let action =
            if let seconds = output.seconds, isMomentary {
                "button: {pulse: \(line(output.line)), for: \(seconds)s\(level)}"
            } else {
                "toggle: {line: \(line(output.line))\(level)}"
            }
        let key = outputKeys[index] ?? ""
        var parts = ["title: \(YAMLScalar.text(output.name ?? key))", action]
        if let contact = draft.inputs.first(where: { $0.isSensor == true && $0.control == key }) {
            // A toggle is on or off, as the contact tells. A button has no state, and shows the words.
            parts.append("sensor: {\(self.contact(contact))\(isMomentary ? Self.doorWords : "")}")
        }
        if output.needsPIN == true {
            let level: ControlAuthentication = output.asksAtPad == true ? .local : .required
            parts.append("authentication: \(level.rawValue)")
        }
        return .init(key, mapping(parts), comment: comment(output.line, output.part?.rawValue))
    }

    private static let doorWords = ", value_on: Open, value_off: Shut"

    private var contacts: [PanelAdditions.Entry] {
        draft.inputs.enumerated().compactMap { index, input in
            guard let key = contactKeys[index], input.control == "" else { return nil }
            let parts = [
                "title: \(YAMLScalar.text(input.name ?? key))", "sensor: {\(contact(input))\(Self.doorWords)}",
            ]
            return .init(key, mapping(parts), comment: comment(input.line, "contact"))
        }
    }

    private var buttons: [PanelAdditions.Entry] {
        draft.inputs.enumerated().compactMap { index, input in
            guard let name = buttonNames[index] else { return nil }
            let hold = input.control.flatMap { $0.isEmpty ? nil : $0 } ?? "null"
            return .init(name, mapping([contact(input), "hold: \(hold)"]), comment: comment(input.line, nil))
        }
    }

    private func light(_ index: Int, _ output: SetupDraft.Output) -> PanelAdditions.Entry {
        let level = output.isActiveLow == true ? "low" : "high"
        let parts = ["line: \(line(output.line))", "active: \(level)", "shows: \(output.shows ?? Self.status)"]
        return .init(lightNames[index] ?? "", mapping(parts), comment: comment(output.line, nil))
    }

    private func entry(of keypad: SetupDraft.Keypad) -> PanelAdditions.Entry {
        let others = keypad.keys.joined().filter { !$0.isPINDigit }
        let enter = others.contains("#") ? "#" : others.last
        let clear = others.contains("*") ? "*" : others.first { $0 != enter }
        var parts = [
            "rows: \(lines(keypad.rows))", "columns: \(lines(keypad.columns))",
            "keys: [\(keypad.keys.map(YAMLScalar.quoted).joined(separator: ", "))]",
        ]
        if let enter { parts.append("enter: \(YAMLScalar.quoted(String(enter)))") }
        if let clear { parts.append("clear: \(YAMLScalar.quoted(String(clear)))") }
        return .init("keypad", mapping(parts))
    }

    private func contact(_ input: SetupDraft.Input) -> String {
        let (level, pull) = (input.isActiveLow ? "low" : "high", input.isPulledUp ? "up" : "down")
        return "line: \(line(input.line)), active: \(level), pull: \(pull)"
    }

    private func mapping(_ parts: [String]) -> String { "{\(parts.joined(separator: ", "))}" }
    private func lines(_ names: [String]) -> String { "[\(names.map(line).joined(separator: ", "))]" }
    private func line(_ name: String) -> String { YAMLScalar.text(name) }

    private func comment(_ line: String, _ part: String?) -> String? {
        let words = [pins?.pin(line)?.number.map { "pin \($0)" }, part].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
