/// As JSON a snapshot is one flat object, so that programs in other languages can read and write it. Only `kind` and,
/// of a toggle, `isOn` must be given; what is left out is as for a control that says nothing about it.
extension ControlSnapshot: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, displayName, description, isOn, title, symbol, valueText, tint, isDisabled, isRunning, hint
        case status, freshness, failure, privateState, privateLabel, privateValueLabel, isRedacted
    }

    /// Reads the flat object.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        let kind = try values.decode(String.self, forKey: .kind)
        let displayName = try optional(.displayName) ?? kind.split(separator: ".").last.map(String.init) ?? kind
        let template = (try optional(.isOn)).map { Template.toggle(isOn: $0) } ?? .button
        let isRedacted = try optional(.isRedacted) ?? false
        let valueText: String? =
            try optional(.valueText) ?? (isRedacted ? nil : template.isOn.map { $0 ? "On" : "Off" })
        let usualHint =
            template.isOn.map { ControlHint.toggle(isOn: $0, displayName: displayName) }
            ?? .button(displayName: displayName)
        self.init(
            kind: kind, displayName: displayName, controlDescription: try optional(.description), template: template,
            title: try optional(.title) ?? displayName,
            symbol: try optional(.symbol), valueText: valueText, tint: try optional(.tint) ?? .blue,
            isDisabled: try optional(.isDisabled) ?? false,
            isRunning: try optional(.isRunning) ?? false, hint: try optional(.hint) ?? usualHint.text,
            status: try optional(.status), freshness: try optional(.freshness) ?? .fresh,
            failure: try optional(.failure),
            privacy: Privacy(
                state: try optional(.privateState) ?? false, label: try optional(.privateLabel) ?? false,
                valueLabel: try optional(.privateValueLabel) ?? false), isRedacted: isRedacted)
    }

    /// Writes the flat object; what is as it usually is, is left out only where it is nothing.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(displayName, forKey: .displayName)
        try values.encodeIfPresent(controlDescription, forKey: .description)
        try values.encodeIfPresent(isOn, forKey: .isOn)
        try values.encode(title, forKey: .title)
        try values.encodeIfPresent(symbol, forKey: .symbol)
        try values.encodeIfPresent(valueText, forKey: .valueText)
        try values.encode(tint, forKey: .tint)
        try values.encode(isDisabled, forKey: .isDisabled)
        try values.encode(isRunning, forKey: .isRunning)
        try values.encode(hint, forKey: .hint)
        try values.encodeIfPresent(status, forKey: .status)
        try values.encode(freshness, forKey: .freshness)
        try values.encodeIfPresent(failure, forKey: .failure)
        if privacy.state { try values.encode(true, forKey: .privateState) }
        if privacy.label { try values.encode(true, forKey: .privateLabel) }
        if privacy.valueLabel { try values.encode(true, forKey: .privateValueLabel) }
        if isRedacted { try values.encode(true, forKey: .isRedacted) }
    }
}

/// As JSON a symbol is its name; a custom one's is preceded by the folder `symbols/`.
extension ControlSnapshot.Symbol: Codable {
    private static let folder = "symbols/"

    /// Reads the name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = name.hasPrefix(Self.folder) ? .custom(String(name.dropFirst(Self.folder.count))) : .system(name)
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .system(let name): try container.encode(name)
        case .custom(let name): try container.encode(Self.folder + name)
        }
    }
}
