import Configuration
import Panel

/// Looks, before anything runs, whether all that a script names is there on its panel.
struct ScriptNames {
    let panel: PanelDescription

    func check(_ script: PanelScript) throws(ScriptError) {
        for step in script.steps { try check(step.action, at: step.place) }
    }

    private func check(_ action: ScriptAction, at place: ScriptPlace) throws(ScriptError) {
        switch action {
        case .press(let button), .release(let button), .tap(let button), .hold(let button, _),
            .chatter(let button, _, every: _), .stick(let button), .unstick(let button), .drop(_, let button):
            try find(button, "button", panel.buttons.map(\.name), at: place)
        case .fail(let control, _), .delay(let control, _), .reload(.some(let control)):
            try checkControl(control, at: place)
        case .set(let control, _):
            try checkToggle(control, at: place)
        case .unplug, .replug, .sense, .reload(nil), .restart, .crash, .advance, .seed:
            break
        case .expect(let expectation):
            try check(expectation, at: place)
        }
    }

    private func check(_ expectation: ScriptExpectation, at place: ScriptPlace) throws(ScriptError) {
        switch expectation {
        case .control(let control, .on), .control(let control, .off):
            try checkToggle(control, at: place)
        case .control(let control, _), .performed(let control, _), .refused(let control, _):
            try checkControl(control, at: place)
        case .light(let light, isOn: _, isBlinking: _):
            try find(light, "light", panel.lights.map(\.name), at: place)
        case .line(let line, _):
            try find(line, "line", panel.lineNames, at: place)
        case .hint, .status, .fault, .wakeups:
            break
        }
    }

    private func checkControl(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        guard panel.control(control) == nil else { return }
        try find(control, "control", panel.controls.map(\.key), at: place)
    }

    private func checkToggle(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        try checkControl(control, at: place)
        if case .pulse = panel.control(control)?.action {
            throw ScriptError("control '\(control)' is a button, which is neither on nor off", at: place)
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
