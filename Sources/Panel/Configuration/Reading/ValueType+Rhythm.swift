/// Durations in which something is on and off in turns.
enum Rhythm {
    /// More would be a melody.
    static let limit = 16
}

extension ValueType where Value == [Duration] {
    /// A duration, or a list of some, which may be empty.
    static func rhythm(_ range: ClosedRange<Duration>, example: String) -> ValueType {
        let duration = ValueType<Duration>.duration(range)
        return ValueType(form: .rhythm(range, example: example)) { slot in
            switch slot.node.content {
            case .list(let items):
                if items.count > Rhythm.limit {
                    return slot.refuse(.tooManyItems(key: slot.key, count: items.count, limit: Rhythm.limit))
                }
                return items.map { duration.read(slot.element($0, key: slot.key, form: duration.form)) }.complete()
            case .scalar:
                return duration.read(slot.element(slot.node, key: slot.key, form: duration.form)).map { [$0] }
            case .mapping, .refused: return slot.refuseType()
            }
        }
    }
}
