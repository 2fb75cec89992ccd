public import FoundationEssentials

extension Date: _IntentValue {
    /// A moment.
    public static var _type: IntentValueType { .date }

    /// The seconds since 1970.
    public var _data: IntentValue { .double(timeIntervalSince1970) }

    /// A moment by its seconds since 1970, or, as people write it, in ISO 8601 with a time zone.
    public init?(_data data: IntentValue) {
        switch data {
        case .int(let seconds): self.init(timeIntervalSince1970: Double(seconds))
        case .double(let seconds) where seconds.isFinite: self.init(timeIntervalSince1970: seconds)
        case .string(let text):
            guard let date = try? Date(text, strategy: .iso8601) else { return nil }
            self = date
        default: return nil
        }
    }
}
