import ControlModel

extension PanelDescription {
    /// Suggestions that make the panel better for its users, in the order of the file. A panel works without them.
    public var advice: [Diagnostic] {
        let notes = AdvisedControl.notes(on: controls.map { AdvisedControl($0) }).map { note in
            Diagnostic.note(note.message, at: controls[note.index].position)
        }
        return (notes + adviceOnLines + adviceOnLock + adviceOnViews + adviceOnParts).sorted {
            $0.position < $1.position
        }
    }

    /// Facts that the panel's owner has to know although the file has no mistake, in the order of the file.
    ///
    /// - Parameter drawings: The names of the panel's own symbols (`SymbolFolder`).
    public func remarks(drawings: Set<String> = []) -> [Diagnostic] {
        let remarks =
            notes + remarksOnBoard + remarksOnLines + remarksOnTrust + remarksOnGateway + remarksOnRemote
            + remarksOnClasses
        return (remarks + remarksOnSymbols(drawings)).sorted { $0.position < $1.position }
    }

    /// Names of symbols for which the page shows a neutral symbol.
    private func remarksOnSymbols(_ drawings: Set<String>) -> [Diagnostic] {
        let known = KnownSymbols(custom: drawings)
        return symbols.filter { !known.contains($0.name) }.enumerated().map { index, symbol in
            // The search for a similar name takes a fraction of a millisecond: a file of 1 MB may have 20,000 symbols.
            let remedy =
                if index < 50, let meant = known.nearest(to: symbol.name) {
                    "did you mean '\(meant)'?"
                } else {
                    "name another one, or put your own drawing into the folder '\(SymbolFolder.name)' beside this file"
                }
            return .note(
                "control '\(symbol.control)': the page has no symbol '\(symbol.name.shown)', and shows a neutral one; "
                    + remedy, at: symbol.position)
        }
    }

    /// Controls behind topics of a broker that the file does not name, and shared ones that no other panel sees.
    private var remarksOnGateway: [Diagnostic] {
        var sharing: [String: ControlDescription] = [:]
        return controls.compactMap { control in
            let isOfBroker =
                control.share != nil
                || [control.action.delegated, control.readout].contains { $0?.grant == DelegatedAction.gateway }
            let first = control.share.flatMap { sharing.updateValue(control, forKey: $0) }
            let problem: String? =
                if isOfBroker, broker == nil {
                    "the panel has no broker for its topics; add mqtt: {broker: …}"
                } else if control.share != nil, control.privacy == .state {
                    "its state is private, so that nothing is shared; remove share, or privacy: state"
                } else if let first {
                    "'\(first.key)' is shared on the same topic; give each its own"
                } else {
                    nil
                }
            return problem.map { .note("control '\(control.key)': \($0)", at: control.position) }
        }
    }

    /// Controls that say `remote: allowed`, and to which no command of a broker can come.
    private var remarksOnRemote: [Diagnostic] {
        controls.filter { $0.remote == .allowed }.compactMap { control in
            let problem: String? =
                if broker == nil {
                    "the panel has no broker for 'remote: allowed'; add mqtt:, or remove the key"
                } else if min(control.authenticationToTurnOn, control.authenticationToTurnOff) > .none {
                    "a broker's command cannot give the PIN that it needs; remove 'remote: allowed', or add "
                        + "authentication_turn_on: none or authentication_turn_off: none"
                } else {
                    nil
                }
            return problem.map { .note("control '\(control.key)': \($0)", at: control.position) }
        }
    }

    private var remarksOnTrust: [Diagnostic] {
        buttons.filter(\.isTrusted).map { button in
            .note(
                "button '\(button.name)' is trusted: it performs guarded controls without a PIN; "
                    + "let only people reach it who may do that", at: button.position)
        }
    }

    /// Suggestions for controls that open a view which no surface of the panel shows.
    private var adviceOnViews: [Diagnostic] {
        controls.compactMap { control in
            guard case .open(let view) = control.action, !control.isDisabled else { return nil }
            let (name, problem): (String, String)
            switch view {
            case .history:
                guard display == nil, !isCommand(for: ["history"]) else { return nil }
                (name, problem) = ("history", "nothing shows the history that it opens; add display:, or ")
            case .control(let kind):
                let target = self.control(kind)
                guard !isCommand(for: [target?.key, kind]), !shows(target) else { return nil }
                let hasValue = target.map { $0.action.isToggle || $0.readout != nil } ?? true
                name = target?.key ?? kind
                problem =
                    "nothing shows '\(name)', which it opens; "
                    + (hasValue ? "add display:, or " : "open a control that has a sensor or a value, or ")
            }
            return .note(
                "control '\(control.key)': \(problem)a command with opened: {\(name): {command: […]}}",
                at: control.position)
        }
    }

    /// Whether the file has an action for the opening of a target with one of these names.
    private func isCommand(for names: [String?]) -> Bool { opened.contains { names.contains($0.target) } }

    /// Whether a surface shows an opened control. Every surface shows a sensor's reading; only a text display shows
    /// other values. A control of an extension, which is `nil`, may have a value.
    private func shows(_ target: ControlDescription?) -> Bool {
        guard let target else { return display != nil }
        return target.sensor != nil || display != nil && (target.action.isToggle || target.readout != nil)
    }

    /// Suggestions about authentication, privacy and PINs.
    private var adviceOnLock: [Diagnostic] {
        var notes: [Diagnostic] = []
        let note = { (position: SourcePosition, message: String) in notes.append(.note(message, at: position)) }
        for control in controls where control.privacy == .state {
            guard control.authenticationToTurnOn != control.authenticationToTurnOff else { continue }
            note(
                control.position,
                "control '\(control.key)': whether a hold asks for a PIN tells its state, which is redacted; "
                    + "guard both directions, or neither")
        }
        if authentication.minimumDigits < 6 {
            note(
                authentication.position ?? .start(of: file),
                "authentication: an attacker who tries for a day guesses one in \(guessedIn) PINs of "
                    + "\(authentication.minimumDigits) digits; require more, 6 are good")
        }
        if let keypad = keypads.first {
            guard display == nil, !lights.contains(where: \.showsPanel) else { return notes }
            note(
                keypad.position,
                "keypad: nothing shows that a PIN is asked for, or was wrong; add a light that shows: status, or a display"
            )
        } else {
            // For a control that asks for a PIN at the keypad itself, a missing keypad is an error instead.
            for control in controls where control.isGuarded && !isTrusted(control) {
                guard max(control.authenticationToTurnOn, control.authenticationToTurnOff) == .required else {
                    continue
                }
                note(
                    control.position,
                    "control '\(control.key)': it needs a PIN, and there is no keypad to give it at; add keypad:, or "
                        + "the command line and the page alone perform it")
            }
        }
        return notes
    }

    /// Whether a trusted button performs the control.
    private func isTrusted(_ control: ControlDescription) -> Bool {
        buttons.contains { button in button.isTrusted && button.performed.contains { $0.kind == control.kind } }
    }

    /// The number of PINs of the minimum length for each guess of one day. The panel evaluates at most 16 PINs a day.
    private var guessedIn: Int {
        (0..<authentication.minimumDigits).reduce(1) { number, _ in number * 10 } / 16
    }
}
