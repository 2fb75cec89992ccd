import Configuration
import Panel

/// Looks, before anything runs, whether all that a script names is there on its panel.
struct ScriptNames {
    let panel: PanelDescription
    private let controls: ScriptControls
    /// The extensions whose life the script can change.
    private let scripted: Set<String>

    init(panel: PanelDescription, scripted: Set<String> = []) {
        self.panel = panel
        self.scripted = scripted
        controls = ScriptControls(panel)
    }

    /// - Throws: what is wrong, of each step the first thing.
    func check(_ script: PanelScript) throws(ScriptError) {
        if let error = ScriptError(errors(in: script)) { throw error }
    }

    /// What each step names that is not there.
    func errors(in script: PanelScript) -> [ScriptError] {
        script.steps.compactMap { step in
            do throws(ScriptError) {
                try check(step.action, at: step.place)
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
            // All of a kind are one kind to whoever says that something has changed.
            if controls.named(control).isEmpty { try checkControl(control, at: place) }
        case .set(let control, _), .setValue(let control, _):
            try checkSettable(control, action, at: place)
        case .extension(let name, let change):
            try find(name, "extension", panel.allExtensions.map(\.name), at: place)
            guard !scripted.contains(name) else { break }
            throw ScriptError(
                "extension '\(name)' is absent in this run, so it never \(change.rawValue); a test can host one",
                at: place)
        case .unplug, .replug, .sense, .reload(nil), .restart, .crash, .advance, .clock, .seed:
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
        case .hint, .status, .fault, .open, .activity, .confirmation, .wakeups:
            break
        }
    }

    private func checkControl(_ control: String, at place: ScriptPlace) throws(ScriptError) {
        switch controls.named(control).count {
        case 1: break
        case 0: try find(control, "control", controls.words, at: place)
        default:
            throw ScriptError(
                "control '\(control)' is configured in several ways; write one of: "
                    + controls.words(ofKind: control).joined(separator: ", "), at: place)
        }
    }

    /// Of an extension's control it is known only when it runs whether it is a toggle.
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
