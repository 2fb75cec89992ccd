public import FoundationEssentials

/// Initialisers for declarations with Apple's names. `controlStyle` and `kind`, which only Apple's forms use, have no
/// effect.
extension IntentParameter {
    /// A parameter whose values are known only at run time.
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: optionsProvider)
    }

    /// An entity that a given query finds, not the type's default query.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: query)
    }
}

/// Whether a shortcut passes the result of one action to the next. A panel has no shortcuts of several actions.
public enum InputConnectionBehavior: Hashable, Sendable {
    /// As the type suggests.
    case `default`
    case never
    /// The result of the action before.
    case connectToPreviousIntentResult
}

extension Bool {
    /// The names of the two truth values, for Apple's forms. A panel's forms show a switch.
    public struct IntentDisplayName: Sendable {
        /// The names of `true` and `false`.
        public init(`true`: LocalizedStringResource, `false`: LocalizedStringResource) {}
    }
}

extension IntentParameter where Value.ValueType == Bool {
    /// A truth value whose two values have names. A panel's forms show a switch.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        displayName: Bool.IntentDisplayName, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}

extension IntentParameter where Value.ValueType == Date {
    /// The parts of a time that Apple's form shows.
    public enum DateKind: Hashable, Sendable {
        /// The day, the time of day, or both.
        case date, time, dateTime
    }

    /// A time. A panel's form shows day and time of day.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        kind: DateKind, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}

extension String {
    /// The keyboard for a text on Apple's systems. A panel ignores it.
    public struct IntentInputOptions: Hashable, Sendable {
        /// The keys of the keyboard.
        public enum KeyboardType: Hashable, Sendable {
            /// As the system suggests.
            case `default`
            /// The keys of ASCII.
            case asciiCapable
            case numbersAndPunctuation
            /// The keys of addresses of the web.
            case URL
            /// Digits.
            case numberPad
            /// The keys of phone numbers.
            case phonePad
            /// The keys of mail addresses.
            case emailAddress
            /// Digits and a point.
            case decimalPad
            /// The keys of a search on the web.
            case webSearch
        }

        /// The letters that become capitals.
        public enum CapitalizationType: Hashable, Sendable {
            case none
            /// The first of each word.
            case words
            /// The first of each sentence.
            case sentences
            case allCharacters
        }

        /// Options without effect on a panel.
        public init(
            keyboardType: KeyboardType = .asciiCapable, capitalizationType: CapitalizationType = .sentences,
            multiline: Bool = false, autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
        ) {}
    }
}

extension IntentParameter where Value.ValueType == String {
    /// A text with a keyboard. A panel ignores the keyboard.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        inputOptions: String.IntentInputOptions?, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog)
    }
}

/// The form field for a number on Apple's systems. A panel ignores it.
public enum IntentNumberControlStyle: Sendable {
    case field
    /// A field with buttons to increase and decrease the number.
    case stepper
    case slider
}

extension IntentParameter where Value.ValueType == Int {
    /// A whole number within a range. A number outside the range is refused.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, inclusiveRange: (Int, Int),
        requestValueDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            range: Double(min(inclusiveRange.0, inclusiveRange.1))...Double(max(inclusiveRange.0, inclusiveRange.1)))
    }
}

extension IntentParameter where Value.ValueType == Double {
    /// A number within a range. A number outside the range is refused.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, inclusiveRange: (Double, Double),
        requestValueDialog: IntentDialog? = nil
    ) {
        let bounds = [inclusiveRange.0, inclusiveRange.1].filter { !$0.isNaN }
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            range: (bounds.min() ?? -.infinity)...(bounds.max() ?? .infinity))
    }
}
