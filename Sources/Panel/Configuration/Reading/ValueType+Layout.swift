import ControlModel

/// What stands at a place that has room for one control: perhaps none.
struct Assignment: Sendable {
    var reference: ControlReference?
}

extension ValueType where Value == Assignment {
    /// A control as `.control` reads it, or `null`: then nothing is there until somebody places a control by hand. That
    /// has to be said, since a key without a value is more often a slip.
    static let assignment = ValueType(form: .assignment) { slot in
        if case .scalar(let scalar) = slot.node.content, case .nothing = scalar.meaning, !scalar.text.isEmpty {
            return Assignment(reference: nil)
        }
        return ValueType<ControlReference>.control.read(slot).map { Assignment(reference: $0) }
    }
}

extension ValueType where Value == ControlTile {
    /// A control as `.control` reads it, which is small then, or a mapping with its size.
    static let tile = ValueType(form: .tile) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isReference else {
            if case .list = slot.node.content { return slot.refuseType() }
            return ValueType<ControlReference>.control.read(slot).map { ControlTile($0) }
        }
        let fields = Fields(
            entries, of: ControlTileKeys.mapping, in: slot.place.value(of: slot.key), at: slot.node.position,
            reading: slot.reading)
        defer { fields.readRemaining() }
        return ControlTileKeys.tile(fields)
    }
}

extension [Node.Entry] {
    /// Whether these are the keys of a reference, and of no tile.
    fileprivate var isReference: Bool {
        func has(_ key: String) -> Bool { contains { $0.key.text == key } }
        return has(ControlReferenceKeys.kind.name) && !has(ControlTileKeys.control.name)
            && !has(ControlTileKeys.size.name)
    }
}

extension TileSize: Written {
    var written: String { rawValue }
}

extension LayoutPolicy: Written {
    var written: String { rawValue }
}

extension ClockSource: Written {
    var written: String { rawValue }
}
