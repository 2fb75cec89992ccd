/// How an LED of the kernel was found, to be given back so.
struct LEDState: Sendable, Hashable {
    /// The text of its `brightness`.
    var brightness: String?
    /// The text of its `multi_intensity`; `nil` where it mixes no colours.
    var intensities: String?
    /// What drove it; `nil` where the kernel has no triggers.
    var trigger: String?
    /// The trigger's own attributes, such as `delay_on` of `timer`: they go with it.
    var attributes: [String: String] = [:]

    /// Whether a trigger drove it.
    var isDriven: Bool { trigger != nil && trigger != LEDTrigger.none.rawValue }
}

/// The triggers that a panel sets.
enum LEDTrigger: String, Sendable {
    case none
    case pattern
    case timer
}
