/// What a control shows at one moment. Every surface (light, page, text display, MQTT) gets this value and nothing else.
public struct ControlSnapshot: Sendable, Hashable {
    /// The control's identity, in reverse-DNS form.
    public var kind: String
    /// The control's name in the gallery and in hints.
    public var displayName: String
    /// What the control does, for the gallery.
    public var controlDescription: String?
    /// Button or toggle, and a toggle's state.
    public var template: Template
    /// The label's title for the state shown.
    public var title: String
    /// The symbol for the state shown.
    public var symbol: Symbol?
    /// A toggle's value text, "On" or "Off" without a value label; a button's running label while it runs.
    public var valueText: String?
    /// The colour of symbol, value text and light when a toggle is on, and of a button's symbol.
    public var tint: Color
    /// Whether the control cannot be performed.
    public var isDisabled: Bool
    /// Whether the control's intent is performing.
    public var isRunning: Bool
    /// What a brief press shows: the whole sentence, such as "Hold to Turn On 'Flashlight'".
    public var hint: String
    /// What is shown for a moment after the action, for the state that the action leads to.
    public var status: String?
    /// How far the value is to be trusted.
    public var freshness: Freshness
    /// Why the last action failed; `nil` where it did not.
    public var failure: String?
    /// What is redacted while the panel is locked.
    public var privacy: Privacy
    /// Whether something is left out of it, since whoever looks may not see what is private.
    public var isRedacted: Bool

    /// A snapshot of a control, by its parts.
    public init(
        kind: String, displayName: String, controlDescription: String? = nil, template: Template, title: String,
        symbol: Symbol? = nil, valueText: String? = nil, tint: Color = .blue, isDisabled: Bool = false,
        isRunning: Bool = false, hint: String, status: String? = nil, freshness: Freshness = .fresh,
        failure: String? = nil, privacy: Privacy = Privacy(), isRedacted: Bool = false
    ) {
        self.kind = kind
        self.displayName = displayName
        self.controlDescription = controlDescription
        self.template = template
        self.title = title
        self.symbol = symbol
        self.valueText = valueText
        self.tint = tint
        self.isDisabled = isDisabled
        self.isRunning = isRunning
        self.hint = hint
        self.status = status
        self.freshness = freshness
        self.failure = failure
        self.privacy = privacy
        self.isRedacted = isRedacted
    }

    /// A toggle's state; `nil` for a button.
    public var isOn: Bool? { template.isOn }
}

extension ControlSnapshot {
    /// The kinds of control.
    public enum Template: Sendable, Hashable {
        /// Fires an action.
        case button
        /// Has two states.
        case toggle(isOn: Bool)

        /// A toggle's state; `nil` for a button.
        public var isOn: Bool? {
            switch self {
            case .button: nil
            case .toggle(let isOn): isOn
            }
        }
    }

    /// A symbol by name.
    public enum Symbol: Sendable, Hashable {
        /// An SF Symbols name.
        case system(String)
        /// The name of an image in the folder `symbols`.
        case custom(String)
    }

    /// How far a value is to be trusted.
    public enum Freshness: String, Sendable, Hashable, Codable {
        /// The value that the provider gave when it was last asked.
        case fresh
        /// An earlier value: when the provider was last asked, it gave none.
        case stale
        /// The provider's preview value: there never was another.
        case preview
    }

    /// What is redacted while the panel is locked.
    public struct Privacy: Sendable, Hashable {
        /// State, value, and all that differs by them.
        public var state: Bool
        /// The label's text and symbol.
        public var label: Bool
        /// The value label's text and symbol, or the action label's.
        public var valueLabel: Bool

        /// Nothing is redacted unless said so.
        public init(state: Bool = false, label: Bool = false, valueLabel: Bool = false) {
            self.state = state
            self.label = label
            self.valueLabel = valueLabel
        }
    }
}

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

extension ControlSnapshot {
    /// What those are shown who may not see what is private (A3, H6); the snapshot itself where nothing is.
    ///
    /// Where the state is private, all of it comes from `rest`, but for how far it is to be trusted: it is the same whatever the
    /// state, since nothing of the state goes in.
    ///
    /// - Parameters:
    ///   - rest: The control as it is shown in no state in particular: one in a panel's file when it is off, an extension's by
    ///     its preview value. Without one, it is its name.
    ///   - plainHint: A toggle's hint for its state, which says no value text; without one, that of its name (H3).
    public func redacted(rest: ControlSnapshot?, plainHint: String? = nil) -> ControlSnapshot {
        guard privacy.state || privacy.label || privacy.valueLabel else { return self }
        let rest =
            rest
            ?? ControlSnapshot(
                kind: kind, displayName: displayName, template: template, title: displayName,
                hint: ControlHint.button(displayName: displayName).text)
        var shown = self
        if privacy.state {
            shown = rest
            shown.template = template.isOn == nil ? .button : .toggle(isOn: false)
            shown.isRunning = false
            shown.freshness = freshness
            shown.failure = nil
            // Not even which of its own hints it is may be told: they speak of the state that a hold leads to.
            if isOn != nil { shown.hint = ControlHint.button(displayName: rest.displayName).text }
        }
        if privacy.label {
            shown.title = rest.displayName
            shown.symbol = nil
        }
        if privacy.state || privacy.valueLabel {
            shown.valueText = nil
            shown.status = nil
        }
        if privacy.valueLabel, !privacy.state {
            if !privacy.label { shown.symbol = rest.symbol }
            // H4 would say the value text of the other state.
            if let isOn { shown.hint = plainHint ?? ControlHint.toggle(isOn: isOn, displayName: displayName).text }
        }
        shown.privacy = privacy
        shown.isRedacted = true
        return shown
    }
}

/// The sizes that a control can have in Control Center (P2).
public enum TileSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its symbol.
    case small
    /// Its symbol and title, and the value text in one line.
    case medium
    /// All that there is, with status and activity.
    case large
}
