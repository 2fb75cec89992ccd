import Configuration
import Layout
import Panel
import SimulatedPanel

/// Checks, before a script runs, that its panel has everything that the script names.
struct ScriptNames {
    let panel: PanelDescription
    private let controls: ScriptControls
    /// The extensions that the script can start, crash and hang.
    private let scripted: Set<String>
    private let layout: PanelLayout
    /// The kinds that the script places.
    private var placed: Set<String> = []
    /// The people who have a PIN.
    private var people: [String] = []

    init(panel: PanelDescription, scripted: Set<String> = []) {
        self.panel = panel
        self.scripted = scripted
        controls = ScriptControls(panel)
        layout = PanelLayout(of: panel)
    }

    /// The unknown names, at most one error for each step.
    func errors(in script: PanelScript) -> [ScriptError] {
        var names = self
        for step in script.steps {
            guard case .layout(.place(let control, at: _, configuration: _, size: _)) = step.action else { continue }
            names.placed.insert(panel.control(control)?.kind ?? control)
        }
        names.people = script.people.map(\.name)
        return script.steps.compactMap { step in
            names.problem(of: step.action).map { ScriptError($0, at: step.place) }
        }
    }

    /// The reason why the panel cannot carry the action out; `nil` if the panel has all that the action names.
    private func problem(of action: ScriptAction) -> String? {
        switch action {
        case .contact(let button, _), .drop(_, let button):
            return unknown(button, "button", panel.buttons.map(\.name))
        case .fail(let control, _), .delay(let control, _): return problem(ofControl: control)
        case .reload(.some(let control)), .push(let control):
            // A reload or push concerns all controls of a kind.
            return controls.named(control).isEmpty ? problem(ofControl: control) : nil
        case .set(let control, _): return problem(ofSetting: control, toText: false)
        case .setValue(let control, _): return problem(ofSetting: control, toText: true)
        case .extension(let name, let change):
            if let problem = unknown(name, "extension", panel.allExtensions.map(\.name)) { return problem }
            return scripted.contains(name)
                ? nil : "extension '\(name)' is absent in this run, so it never \(change.rawValue); a test can host one"
        case .layout(let request): return problem(of: request)
        case .show(_, on: let light?, _): return unknown(light, "light", panel.lights.map(\.name))
        case .keys(let text, on: let name): return problem(ofKeys: text, on: name)
        case .chord(let text): return problem(ofKeys: text, on: nil)
        case .unlock(let name): return unknown(name, "person with a PIN", people)
        case .sense(let line, _):
            return panel.outputs.contains { $0.line.name == line }
                ? "line '\(line)' is an output, which only the panel changes"
                : unknown(line, "line", panel.lineNames)
        case .unplug, .replug, .lock, .reload(nil), .show(_, on: nil, _), .restart, .crash, .advance, .clock,
            .seed:
            return nil
        case .expect(let expectation): return problem(of: expectation)
        }
    }

    private func problem(of expectation: ScriptExpectation) -> String? {
        switch expectation {
        case .control(let control, .on), .control(let control, .off):
            // A control that only shows a state is on or off as well if it has a sensor.
            return controls.own(control)?.hasState == true ? nil : problem(ofToggle: control)
        case .control(let control, _), .performed(let control, _), .refused(let control, _), .pending(let control?):
            return problem(ofControl: control)
        case .light(let light, let state, _):
            if let problem = unknown(light, "light", panel.lights.map(\.name)) { return problem }
            guard case .color(let color) = state,
                panel.lights.contains(where: { $0.name == light && !$0.output.hasColors })
            else { return nil }
            return "light '\(light)' is of one colour: expect it on, not \(color)"
        case .line(let line, _): return unknown(line, "line", panel.lineNames)
        case .place(let text, let control):
            return problem(ofPlaces: text) ?? control.flatMap(problem(ofPlaceable:))
        case .display:
            return panel.display == nil
                ? "the panel has no display; add 'display: \(Self.exampleDisplay)' to its file" : nil
        case .hint, .status, .fault, .open, .activity, .confirmation, .wakeups, .pending(nil), .locked, .lockout:
            return nil
        }
    }

    private static let exampleDisplay = "{device: /dev/lcd, columns: 16, rows: 2}"

    private func problem(ofKeys text: String, on name: String?) -> String? {
        guard let pad = panel.keypad(name) else {
            let names = panel.keypads.compactMap(\.name)
            if let name, let problem = unknown(name, "keypad", names) { return problem }
            if panel.keypads.isEmpty { return "the panel has no keypad" }
            return "the panel has several keypads; name one of them: keypad NAME keys \(text) "
                + "(\(names.joined(separator: ", ")))"
        }
        guard let key = text.first(where: { !pad.keys.contains($0) }) else { return nil }
        return "the keypad has no key '\(key)'; it has \(String(pad.keys))"
    }

    private func problem(ofControl control: String) -> String? {
        switch controls.named(control).count {
        case 1: return nil
        // The script places this control; its name is resolved at that step.
        case 0: return placed.contains(kind(of: control)) ? nil : unknown(control, "control", controls.words)
        default:
            return "control '\(control)' is configured in several ways; write one of: "
                + controls.words(ofKind: control).joined(separator: ", ")
        }
    }

    /// The kind in a name such as `org.example.focus.timer@lights.work`, or of a control by its key.
    private func kind(of control: String) -> String {
        let word = String(control.prefix { $0 != "@" })
        return panel.control(word)?.kind ?? word
    }

    private func problem(of request: RequestedChange) -> String? {
        switch request {
        case .place(let control, at: let place, configuration: _, size: _):
            problem(ofPlaceable: control) ?? problem(ofPlaces: place)
        case .move(let place, to: let other): problem(ofPlaces: place, other)
        case .resize(let place, _), .remove(let place), .configure(let place, _, defaults: _), .reset(let place?):
            problem(ofPlaces: place)
        case .reset(nil): nil
        }
    }

    private func problem(ofPlaces places: String...) -> String? {
        do throws(LayoutError) {
            for place in places { _ = try layout.place(place) }
            return nil
        } catch {
            return error.description
        }
    }

    /// The controls of an extension are known only when it runs.
    private func problem(ofPlaceable control: String) -> String? {
        let isKnown = panel.extensions.contains { $0.covers(control) } || panel.control(control) != nil
        return isKnown ? nil : unknown(control, "control", controls.words)
    }

    /// Whether an extension's control is a toggle is known only when the extension runs.
    private func problem(ofToggle control: String) -> String? {
        if let problem = problem(ofControl: control) { return problem }
        return controls.own(control)?.hasState == false
            ? "control '\(control)' is a button, which is neither on nor off" : nil
    }

    private func problem(ofSetting control: String, toText isText: Bool) -> String? {
        if let problem = problem(ofControl: control) { return problem }
        guard let own = controls.own(control) else {
            return "control '\(control)' is an extension's; only the extension can change its value"
        }
        if isText {
            return own.readout?.isToggle != false
                ? "control '\(control)' has no text to set; a control with 'value:' has" : nil
        }
        if own.action == .show, own.readout?.isToggle != true {
            let instead = own.sensor.map { "sense \($0.line.name) active" } ?? "set \(control) \"…\""
            return "control '\(control)' only shows; write '\(instead)'"
        }
        if let problem = problem(ofToggle: control) { return problem }
        guard case .timer = own.action else { return nil }
        return "control '\(control)' is a timer; 'set' cannot turn it on or off"
    }

    private func unknown(_ name: String, _ what: String, _ known: [String]) -> String? {
        guard !known.contains(name) else { return nil }
        let titled = known.first { $0 == panel.key(ofTitle: name) }
        let words =
            if let nearest = titled ?? NearestWord.to(name, among: known) {
                "; did you mean '\(nearest)'?"
            } else {
                known.isEmpty ? "; the panel has none" : "; there are: \(known.joined(separator: ", "))"
            }
        return "the panel has no \(what) '\(name)'\(words)"
    }
}
