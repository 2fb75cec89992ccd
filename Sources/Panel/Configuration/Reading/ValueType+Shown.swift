/// What a light shows.
enum Shown: Sendable, Hashable {
    /// A control.
    case control(ControlReference)
    /// Nothing until somebody places a control.
    case nothing
    /// How the panel is.
    case panel

    /// The word for the panel in a file.
    static let panelWord = "status"

    /// The control, if it is one.
    var reference: ControlReference? {
        if case .control(let reference) = self { reference } else { nil }
    }
}

extension ValueType where Value == Shown {
    /// An assignment as `.assignment` reads it, or `status` where no control of the file is called so.
    static let shown = ValueType(form: .shown) { slot in
        if case .scalar(let scalar) = slot.node.content, scalar.text == Shown.panelWord,
            slot.reading.controls?.keys.contains(Shown.panelWord) != true
        {
            return .panel
        }
        return ValueType<Assignment>.assignment.read(slot).map { $0.reference.map { .control($0) } ?? .nothing }
    }
}
