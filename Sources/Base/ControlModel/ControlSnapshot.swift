/// The appearance of a control at one moment. Every surface (light, page, text display, MQTT) gets this value and
/// nothing else.
public struct ControlSnapshot: Sendable, Hashable {
    /// The control's identity, in reverse-DNS form.
    public var kind: String
    /// The control's name in the gallery and in hints.
    public var displayName: String
    /// A description of the control, for the gallery.
    public var controlDescription: String?
    /// Button or toggle, and a toggle's state.
    public var template: Template
    /// The label's title for the state shown.
    public var title: String
    /// The symbol for the state shown.
    public var symbol: Symbol?
    /// A toggle's value text, "On" or "Off" without a value label; a button's running label while the button runs.
    public var valueText: String?
    /// The colour of symbol, value text and light when a toggle is on, and of a button's symbol.
    public var tint: Color
    /// Whether the control cannot be performed.
    public var isDisabled: Bool
    /// Whether the control's intent is performing.
    public var isRunning: Bool
    /// The sentence that a brief press shows, such as "Hold to Turn On 'Flashlight'".
    public var hint: String
    /// The text to show for a short time after the action, for the state that the action leads to.
    public var status: String?
    /// The reliability of the value.
    public var freshness: Freshness
    /// Why the last action failed; `nil` where it did not.
    public var failure: String?
    /// The parts that are redacted while the panel is locked.
    public var privacy: Privacy
    /// Whether parts are left out, since the viewer may not see private data.
    public var isRedacted: Bool

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

    /// The kinds of control.
    public enum Template: Sendable, Hashable {
        /// A button, which performs an action.
        case button
        /// A toggle, which has two states.
        case toggle(isOn: Bool)

        /// A toggle's state; `nil` for a button.
        public var isOn: Bool? {
            switch self {
            case .button: nil
            case .toggle(let isOn): isOn
            }
        }
    }

    public enum Symbol: Sendable, Hashable {
        /// An SF Symbols name.
        case system(String)
        /// The name of an image in the folder `symbols`.
        case custom(String)
    }

    /// The reliability of a value.
    public enum Freshness: String, Sendable, Hashable, Codable {
        /// The value from the provider's latest reply.
        case fresh
        /// An earlier value: the provider's latest call gave none.
        case stale
        /// The provider's preview value, since there has been no other.
        case preview
    }

    /// The parts that are redacted while the panel is locked.
    public struct Privacy: Sendable, Hashable {
        /// The state, the value, and all texts and symbols that depend on them.
        public var state: Bool
        /// The label's text and symbol.
        public var label: Bool
        /// The value label's text and symbol, or the action label's.
        public var valueLabel: Bool

        /// Creates a set of private parts; by default there are none.
        public init(state: Bool = false, label: Bool = false, valueLabel: Bool = false) {
            self.state = state
            self.label = label
            self.valueLabel = valueLabel
        }

        /// Whether any part is private. All free text of the control is private then: it may have the words of each part.
        public var hasAny: Bool { state || label || valueLabel }

        /// Whether words are private. The description of the control's parameters may repeat these, and names no state.
        public var hasWords: Bool { label || valueLabel }
    }

    /// The snapshot for viewers who may not see private data (A3, H6); unchanged where nothing is private.
    ///
    /// If the state is private, everything except the freshness comes from `rest`. The result is the same in each
    /// state, since no part of the state goes into it.
    ///
    /// - Parameters:
    ///   - rest: The control in a neutral state: off for a control of a panel's file, the preview value for an
    ///     extension's control. Without one, the result shows only the control's name.
    ///   - plainHint: A hint without private words; for a private state it names no state. Without one, the hint is made
    ///     from the control's name (H1, H3: "Hold to Turn On 'NAME'"), since the control's own may have private words.
    public func redacted(rest: ControlSnapshot?, plainHint: String? = nil) -> ControlSnapshot {
        guard privacy.hasAny else { return self }
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
        }
        if privacy.label {
            shown.title = rest.displayName
            shown.symbol = nil
        }
        if privacy.state || privacy.valueLabel {
            shown.valueText = nil
        }
        if privacy.valueLabel, !privacy.state, !privacy.label { shown.symbol = rest.symbol }
        // A status belongs to the label, and may repeat the value text (H7).
        shown.status = nil
        // A hint may repeat the label, and H4, "Hold for TEXT", has the value text of the other state.
        shown.hint = plainHint ?? publicHint(displayName: shown.displayName)
        shown.privacy = privacy
        shown.isRedacted = true
        return shown
    }

    /// The hint that a name alone makes. For a private state it names no state (H6).
    private func publicHint(displayName: String) -> String {
        if let isOn, !privacy.state { return ControlHint.toggle(isOn: isOn, displayName: displayName).text }
        let opening = ControlHint.button(displayName: displayName, opensView: true).text
        return isOn == nil && hint == opening ? opening : ControlHint.button(displayName: displayName).text
    }
}

/// In JSON a snapshot is one flat object, so that programs in other languages can read and write it. Only `kind` and,
/// for a toggle, `isOn` are required. Missing fields get the values of a control that declares nothing.
extension ControlSnapshot: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, displayName, description, isOn, title, symbol, valueText, tint, isDisabled, isRunning, hint
        case status, freshness, failure, privateState, privateLabel, privateValueLabel, isRedacted
    }

    /// Reads the flat object.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try values.decode(String.self, forKey: .kind)
        let displayName = try values[.displayName] ?? kind.split(separator: ".").last.map(String.init) ?? kind
        let template = (try values[.isOn]).map { Template.toggle(isOn: $0) } ?? .button
        let isRedacted = try values[.isRedacted] ?? false
        let valueText: String? =
            try values[.valueText] ?? (isRedacted ? nil : template.isOn.map { $0 ? "On" : "Off" })
        let usualHint =
            template.isOn.map { ControlHint.toggle(isOn: $0, displayName: displayName) }
            ?? .button(displayName: displayName)
        self.init(
            kind: kind, displayName: displayName, controlDescription: try values[.description], template: template,
            title: try values[.title] ?? displayName,
            symbol: try values[.symbol], valueText: valueText, tint: try values[.tint] ?? .blue,
            isDisabled: try values[.isDisabled] ?? false,
            isRunning: try values[.isRunning] ?? false, hint: try values[.hint] ?? usualHint.text,
            status: try values[.status], freshness: try values[.freshness] ?? .fresh,
            failure: try values[.failure],
            privacy: Privacy(
                state: try values[.privateState] ?? false, label: try values[.privateLabel] ?? false,
                valueLabel: try values[.privateValueLabel] ?? false), isRedacted: isRedacted)
    }

    /// Writes the flat object. Only fields without a value are left out, not those with a default value.
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

/// In JSON a symbol is its name. The name of a custom symbol has the prefix `symbols/`.
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

/// The sizes of a control in Control Center (P2).
public enum TileSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// The symbol.
    case small
    /// The symbol and title, and the value text in one line.
    case medium
    /// All content, with status and activity.
    case large
}

extension KeyedDecodingContainer {
    /// The value of a member; `nil` if the member is missing or null.
    package subscript<Value: Decodable>(key: Key) -> Value? {
        get throws { try decodeIfPresent(Value.self, forKey: key) }
    }
}
