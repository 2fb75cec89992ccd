import ControlModel
import LocalAPI
import ProgramSupport

extension ListedControl {
    /// The control's state in a few words, such as `On`, `25 min, running` or `Off, 3 min old`.
    var stateText: String {
        var words = [snapshot.valueText].compactMap { $0 }.filter { !$0.isEmpty }
        if snapshot.isRedacted { words.append("private (--unlock)") }
        if snapshot.isRunning { words.append("running") }
        switch snapshot.freshness {
        case .fresh: break
        case .stale: words.append(age.map { "\(AgeText.of($0)) old" } ?? "stale")
        case .preview: words.append("not known yet")
        }
        if snapshot.isDisabled { words.append("disabled") }
        if let failure = snapshot.failure { words.append("failed: \(failure)") }
        return words.isEmpty ? "-" : words.joined(separator: ", ")
    }

    /// The table of several controls, under headings.
    static func table(_ controls: [ListedControl]) -> [String] {
        let rows = controls.map { control in
            [
                control.name, control.snapshot.title, control.stateText, control.authentication?.word ?? "-",
                control.source ?? "panel",
                control.places.isEmpty ? "-" : control.places.joined(separator: ", "),
            ]
        }
        return Table.lines([["NAME", "TITLE", "VALUE", "NEEDS", "FROM", "PLACES"]] + rows.map { $0.map(\.onOneLine) })
    }

    /// All details of the control, a name and a value per line.
    var details: [String] {
        var rows: [[String]] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append([name, value.onOneLine]) }
        }
        add("name", name)
        if snapshot.kind != name { add("kind", snapshot.kind) }
        add("title", snapshot.title)
        if snapshot.displayName != snapshot.title { add("display name", snapshot.displayName) }
        add("does", snapshot.controlDescription)
        add("value", stateText)
        add("needs", authentication?.text)
        add("asks", confirmation.map { "\($0) (holdfast confirm \(name))" })
        add("hint", snapshot.hint)
        add("status", snapshot.status)
        add("symbol", snapshot.symbol?.text)
        add("tint", snapshot.tint.hexadecimal)
        add("private", snapshot.privacy.text)
        add("from", source ?? "panel")
        add("places", places.isEmpty ? "none" : places.joined(separator: ", "))
        for (name, value) in configuration.sorted(by: { $0.key < $1.key }) {
            add("configured", "\(name)=\(ParameterAssignment.text(of: value))")
        }
        for parameter in parameters { add("configurable", parameter.text()) }
        add("performs", intent.map { "\($0.title) (\($0.type))" })
        for parameter in intent?.parameters ?? [] {
            add("parameter", parameter.text(of: intent?.values[parameter.name]))
        }
        return Table.lines(rows)
    }
}

extension ListedIntent {
    /// The table of several intents, under headings.
    static func table(_ intents: [ListedIntent]) -> [String] {
        let rows = intents.map { listed in
            [
                listed.name, listed.intent.title, listed.source,
                listed.intent.parameters.isEmpty
                    ? "-" : listed.intent.parameters.map { $0.text() }.joined(separator: "; "),
            ]
        }
        return Table.lines([["NAME", "TITLE", "FROM", "PARAMETERS"]] + rows.map { $0.map(\.onOneLine) })
    }
}

extension IntentParameterInfo {
    /// The parameter as `NAME: TITLE: A | B`, with its default. The value of the placement, if there is one, is the
    /// default.
    func text(of placed: IntentValue? = nil) -> String {
        var parts = [name]
        if title != name { parts.append(title) }
        if let choices, !choices.isEmpty {
            parts.append(choices.map { ParameterAssignment.text(of: $0.value) }.joined(separator: " | "))
        }
        let note =
            (placed ?? value).map { "default \(ParameterAssignment.text(of: $0))" } ?? (isRequired ? "required" : nil)
        return parts.joined(separator: ": ") + (note.map { " (\($0))" } ?? "")
    }
}

extension ControlAuthentication {
    /// The required PIN as a table shows it.
    fileprivate var word: String {
        switch self {
        case .none: ""
        case .required: "PIN"
        case .local: "PIN at pad"
        }
    }

    /// The PIN that is required before a hold, or a command, performs.
    fileprivate var text: String {
        switch self {
        case .none: "no PIN"
        case .required: "a PIN, at the panel or by the command (--unlock)"
        case .local: "a PIN at the panel's own pad"
        }
    }
}

extension ControlSnapshot.Symbol {
    fileprivate var text: String {
        switch self {
        case .system(let name): name
        case .custom(let name): "symbols/\(name)"
        }
    }
}

extension ControlSnapshot.Privacy {
    /// The parts that are hidden while the panel is locked; `nil` if none is.
    fileprivate var text: String? {
        let parts = [(state, "state"), (label, "label"), (valueLabel, "value label")].filter(\.0).map(\.1)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
