import ControlModel

/// The checks that need all controls of a file.
enum ControlChecks {
    /// Reports scenes that set themselves, interlocks of a control with itself or against a PIN, and members that
    /// cannot be turned off.
    static func check(_ controls: [ControlDescription], _ reading: PanelReading) {
        let byKind = Dictionary(controls.map { ($0.kind, $0) }) { first, _ in first }
        for control in controls {
            if control.interlock.contains(control.kind) {
                reading.findings.add(.withItself(key: "interlock", control.key), at: control.position)
            }
            // The file cannot tell whether an extension's control goes on. The panel checks this at that moment.
            if control.action.isToggle, control.authenticationToTurnOff > .none,
                control.interlock.contains(where: { byKind[$0] != nil && $0 != control.kind })
            {
                reading.findings.add(.guardedInterlock(key: "interlock", control.key), at: control.position)
            }
            guard case .set(let members) = control.action else { continue }
            for member in members {
                guard let other = byKind[member.kind] else { continue }
                if other.action == .show {
                    reading.findings.add(.onlyShows(key: "set", other.key), at: member.position)
                } else if !member.isOn, !other.action.isToggle {
                    reading.findings.add(.cannotBeTurnedOff(key: "set", other.key), at: member.position)
                }
                // Each circle is reported once, at its first scene in the file's order.
                if let path = path(from: other, to: control, byKind),
                    path.allSatisfy({ $0.position >= control.position })
                {
                    reading.findings.add(
                        .sceneInCircle(key: "set", [control.key] + path.map(\.key)), at: member.position)
                }
            }
        }
    }

    /// Reports controls that perform only after a PIN at a keypad, on a panel with neither a keypad nor a trusted
    /// button for them.
    static func checkPads(
        _ controls: [ControlDescription], _ buttons: [ButtonDescription], _ reading: PanelReading
    ) {
        let byKind = Dictionary(controls.map { ($0.kind, $0) }) { first, _ in first }
        let trusted = buttons.filter(\.isTrusted)
        // A trusted button without a control may get this control later, by 'holdfast place'.
        guard trusted.allSatisfy({ !$0.performed.isEmpty }) else { return }
        let performed = performed(by: trusted.flatMap(\.performed).map(\.kind), byKind)
        for asking in reading.askingForPad where !performed.contains(asking.kind) {
            guard let control = byKind[asking.kind] else { continue }
            let action =
                switch asking.key {
                case _ where !control.action.isToggle: "perform %"
                case ControlKeys.authenticationTurnOn.name: "turn % on"
                case ControlKeys.authenticationTurnOff.name: "turn % off"
                default: "switch %"
                }
            reading.findings.add(
                .nobodyCan(action, control: control.key, key: asking.key), at: asking.position)
        }
    }

    /// The controls of `kinds`, and the controls that their scenes set.
    private static func performed(
        by kinds: [String], _ byKind: [String: ControlDescription]
    ) -> Set<String> {
        var seen: Set<String> = []
        var next = kinds
        while let kind = next.popLast() {
            guard seen.insert(kind).inserted, case .set(let members)? = byKind[kind]?.action else { continue }
            next += members.map(\.kind)
        }
        return seen
    }

    /// The scenes that lead from `start` to `end`, both included; `nil` where there is no such path.
    private static func path(
        from start: ControlDescription, to end: ControlDescription, _ byKind: [String: ControlDescription]
    ) -> [ControlDescription]? {
        var ways = [[start]]
        var seen: Set<String> = [start.kind]
        while let way = ways.popLast() {
            guard let last = way.last else { continue }
            if last.kind == end.kind { return way }
            guard case .set(let members) = last.action else { continue }
            for member in members where seen.insert(member.kind).inserted {
                if let next = byKind[member.kind] { ways.append(way + [next]) }
            }
        }
        return nil
    }
}
