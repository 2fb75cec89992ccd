import Configuration
import Layout
import Panel

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

    /// - Throws: The first error of each step.
    func check(_ script: PanelScript) throws(ScriptError) {
        if let error = ScriptError(errors(in: script)) { throw error }
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
            do throws(ScriptError) {
                try names.check(step.action, at: step.place)
                return nil
            } catch {
                return error
            }
        }
    }

    private func check(_ action: ScriptAction, at place: ScriptPlace) throws(ScriptError) {
        switch action {
        case .press(let button), .release(let button), .tap(let button), .hold(let button, _),
            .chatter(let button, _, every: _), .stick(let button), .unstick(let button), .drop(_, let button):
            try find(button, "button", panel.buttons.map(\.name), at: place)
        case .fail(let control, _), .delay(let control, _):
            try checkControl(control, at: place)
        case .reload(.some(let control)), .push(let control):
            // A reload or push concerns all controls of a kind.
            if controls.named(control).isEmpty { try checkControl(control, at: place) }
        case .set(let control, _), .setValue(let control, _):
            try checkSettable(control, action, at: place)
        case .extension(let name, let change):
            try find(name, "extension", panel.allExtensions.map(\.name), at: place)
            guard !scripted.contains(name) else { break }
            throw ScriptError(
                "extension '\(name)' is absent in this run, so it never \(change.rawValue); a test can host one",
                at: place)
        case .layout(let wish): try check(wish, at: place)
        case .show(_, on: let light?, _): try find(light, "light", panel.lights.map(\.name), at: place)
        case .keys(let text, on: let name): try checkKeys(text, on: name, at: place)
        case .chord(let text): try checkKeys(text, on: nil, at: place)
        case .unlock(let name): try find(name, "person with a PIN", people, at: place)
        case .sense(let line, _): try checkInput(line, at: place)
        case .unplug, .replug, .lock, .reload(nil), .show(_, on: nil, _), .restart, .crash, .advance, .clock,
            .seed:
            break
        case .expect(let expectation):
            try check(expectation, at: place)
        }
    }

    private func check(_ expectation: ScriptExpectation, at place: ScriptPlace) throws(ScriptError) {
        switch expectation {
        case .control(let control, .on), .control(let control, .off):
            // A control that only shows a state is on or off as well if it has a sensor.
            if controls.own(control)?.hasState == true { break }
            try checkToggle(control, at: place)
        case .control(let control, _), .performed(let control, _), .refused(let control, _):
            try checkControl(control, at: place)
        case .light(let light, let state, _):
            try find(light, "light", panel.lights.map(\.name), at: place)
            if case .color(let color) = state,
                panel.lights.contains(where: { $0.name == light && !$0.output.hasColors })
            {
                throw ScriptError("light '\(light)' is of one colour: expect it on, not \(color)", at: place)
            }
        case .line(let line, _):
            try find(line, "line", panel.lineNames, at: place)
        case .place(let text, let control):
            try checkPlace(text, at: place)
            if let control { try checkPlaceable(control, at: place) }
        case .display:
            guard panel.display == nil else { break }
            throw ScriptError("the panel has no display; add 'display: \(Self.exampleDisplay)' to its file", at: place)
        case .pending(let control?): try checkControl(control, at: place)
        case .hint, .status, .fault, .open, .activity, .confirmation, .wakeups, .pending(nil), .locked, .lockout:
            break
        }
    }

    private func checkKeys(_ text: String, on name: String?, at place: ScriptPlace) throws(ScriptError) {
        guard let pad = panel.keypad(name) else {
            if let name {
                try find(name, "keypad", panel.keypads.compactMap(\.name), at: place)
            } else if panel.keypads.isEmpty {
                throw ScriptError("the panel has no keypad", at: place)
            }
            let names = panel.keypads.compactMap(\.name).joined(separator: ", ")
            throw ScriptError(
                "there are several keypads; write one of them: keypad NAME keys \(text) (\(names))", at: place)
        }
        guard let key = text.first(where: { !pad.keys.contains($0) }) else { return }
        throw ScriptError("the keypad has no key '\(key)'; it has \(String(pad.keys))", at: place)
    }

    private func checkInput(_ line: String, at place: ScriptPlace) throws(ScriptError) {
        guard !panel.outputs.contains(where: { $0.line.name == line }) else {
            throw ScriptError("line '\(line)' is an output, which nothing but the panel changes", at: place)
        }
        try find(line, "line", panel.lineNames, at: place)
    }

    private static let exampleDisplay = "{device: /dev/lcd, columns: 16, rows: 2}"

    private func checkControl(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        switch controls.named(control).count {
        case 1: break
        // The script places this control; its name is resolved at that step.
        case 0 where placed.contains(kind(of: control)): break
        case 0: try find(control, "control", controls.words, at: place)
        default:
            throw ScriptError(
                "control '\(control)' is configured in several ways; write one of: "
                    + controls.words(ofKind: control).joined(separator: ", "), at: place)
        }
    }

    private func kind(of control: String) -> String {
        let word = String(control.prefix { $0 != "@" })
        return panel.control(word)?.kind ?? word
    }

    private func check(_ wish: RequestedChange, at place: ScriptPlace) throws(ScriptError) {
        switch wish {
        case .place(let control, at: let text, configuration: _, size: _):
            try checkPlaceable(control, at: place)
            try checkPlace(text, at: place)
        case .move(let text, to: let other):
            try checkPlace(text, at: place)
            try checkPlace(other, at: place)
        case .resize(let text, _), .remove(let text), .configure(let text, _, defaults: _), .reset(let text?):
            try checkPlace(text, at: place)
        case .reset(nil): break
        }
    }

    private func checkPlace(_ text: String, at place: ScriptPlace) throws(ScriptError) {
        do throws(LayoutError) { _ = try layout.place(text) } catch { throw ScriptError(error.description, at: place) }
    }

    /// The controls of an extension are known only when it runs.
    private func checkPlaceable(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        guard !panel.extensions.contains(where: { $0.covers(control) }) else { return }
        if panel.control(control) == nil { try find(control, "control", controls.words, at: place) }
    }

    /// Whether an extension's control is a toggle is known only when the extension runs.
    private func checkToggle(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        try checkControl(control, at: place)
        if controls.own(control)?.action.isToggle == false {
            throw ScriptError("control '\(control)' is a button, which is neither on nor off", at: place)
        }
    }

    private func checkSettable(
        _ control: String, _ action: ScriptAction, at place: ScriptPlace
    ) throws(ScriptError) {
        try checkControl(control, at: place)
        guard let own = controls.own(control) else {
            throw ScriptError("control '\(control)' is an extension's; only that can change its value", at: place)
        }
        if case .setValue = action {
            guard own.readout == nil else { return }
            throw ScriptError("control '\(control)' has no text to set; a control with 'value:' has", at: place)
        }
        if own.action == .show {
            let instead = own.sensor.map { "sense \($0.line.name) active" } ?? "set \(control) \"…\""
            throw ScriptError("control '\(control)' only shows; write '\(instead)'", at: place)
        }
        try checkToggle(control, at: place)
        if case .timer = own.action {
            throw ScriptError("control '\(control)' is a timer, which nobody else turns on or off", at: place)
        }
    }

    private func find(_ name: String, _ what: String, _ known: [String], at place: ScriptPlace) throws(ScriptError) {
        guard !known.contains(name) else { return }
        let words =
            if let nearest = NearestWord.to(name, among: known) {
                "; did you mean '\(nearest)'?"
            } else {
                known.isEmpty ? "; the panel has none" : "; there are: \(known.joined(separator: ", "))"
            }
        throw ScriptError("the panel has no \(what) '\(name)'\(words)", at: place)
    }
}

extension PanelDescription {
    /// The names of all lines that the panel uses.
    public var lineNames: [String] { allLines.map(\.name) }
}

extension PanelDescription {
    /// The keypad of this name; without a name, the only keypad.
    func keypad(_ name: String?) -> KeypadDescription? {
        if let name { return keypads.first { $0.name == name } }
        return keypads.count == 1 ? keypads[0] : nil
    }
}

extension KeypadDescription {
    /// The characters of the keypad's keys. A device has those of a number pad, with # for Enter and * for Escape.
    var keys: [Character] {
        switch source {
        case .matrix(rows: _, columns: _, keys: let keys): keys.joined().filter { $0 != " " }
        case .device: Array("0123456789*#")
        }
    }
}
