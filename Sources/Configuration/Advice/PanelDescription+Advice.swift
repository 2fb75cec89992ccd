extension AdvisedControl {
    /// Advice on one of several controls.
    public struct Note: Sendable, Hashable {
        /// Which of the controls it is on.
        public var index: Int
        /// What is so, and what to do, in one line that begins with the control's name.
        public var message: String
    }

    /// What could be better for people about a panel's or bundle's controls, in their order.
    public static func notes(on controls: [AdvisedControl]) -> [Note] {
        let findings = AdviceRule.all.flatMap { rule in
            rule.judge(controls).map { finding in
                let place = Place.entry("control", controls[finding.index].name)
                return Note(index: finding.index, message: "\(place.words): \(finding.text); \(rule.reason)")
            }
        }
        return controls.indices.flatMap { index in findings.filter { $0.index == index } }
    }
}

extension PanelDescription {
    /// What could be better for people, each at its control, in the order of the file. A panel may be good without.
    public var advice: [Diagnostic] {
        AdvisedControl.notes(on: controls.map { AdvisedControl($0) }).map { note in
            Diagnostic(severity: .note, position: controls[note.index].position, message: note.message)
        }
    }
}
