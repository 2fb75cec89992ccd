import FoundationEssentials

/// The texts and times of an activity that a panel shows, found among the properties of its state and attributes (C29).
struct ActivityFace: Hashable {
    var title: String?
    var subtitle: String?
    var symbol: String?
    /// The start, in seconds since 1970.
    var begins: Double?
    /// The end, in seconds since 1970.
    var ends: Double?

    /// - Parameters:
    ///   - state: The changing data. Its texts and times precede those of the attributes.
    ///   - attributes: The constant data.
    init(state: Any, attributes: Any) {
        let properties = Self.properties(of: state) + Self.properties(of: attributes)
        let texts = properties.compactMap { name, value in (value as? String).map { (name: name, text: $0) } }
        func text(_ isCalled: (String) -> Bool) -> String? { texts.first { isCalled($0.name) }?.text }

        subtitle = text(Self.subtitles.contains)
        symbol = text(Self.symbols.contains)
        title =
            text { $0 == "title" || $0 == "name" }
            ?? text { $0.hasSuffix("title") || $0.hasSuffix("name") && !Self.symbols.contains($0) }
            ?? text { !Self.subtitles.contains($0) && !Self.symbols.contains($0) }
        for (name, value) in properties {
            guard let (first, last) = Self.times(of: value) else { continue }
            if let last {
                (begins, ends) = (first, last)
                return
            }
            if Self.beginnings.contains(where: name.hasPrefix) {
                begins = begins ?? first
            } else {
                ends = first
                return
            }
        }
    }

    private static let subtitles: Set<String> = ["subtitle", "status", "detail"]
    private static let symbols: Set<String> = ["symbol", "symbolname", "systemimage", "icon", "iconname", "image"]
    private static let beginnings = ["start", "begin", "began"]

    /// The stored properties, with their names in lower case. Properties without a value are left out.
    private static func properties(of value: Any) -> [(name: String, value: Any)] {
        Mirror(reflecting: value).children.compactMap { label, child in
            guard let label else { return nil }
            let mirror = Mirror(reflecting: child)
            guard mirror.displayStyle == .optional else { return (label.lowercased(), child) }
            return mirror.children.first.map { (label.lowercased(), $0.value) }
        }
    }

    /// The date, or the two ends of the range; `nil` for another type.
    private static func times(of value: Any) -> (first: Double, last: Double?)? {
        switch value {
        case let range as ClosedRange<Date>:
            (range.lowerBound.timeIntervalSince1970, range.upperBound.timeIntervalSince1970)
        case let range as Range<Date>:
            (range.lowerBound.timeIntervalSince1970, range.upperBound.timeIntervalSince1970)
        case let date as Date:
            (date.timeIntervalSince1970, nil)
        default:
            nil
        }
    }
}
