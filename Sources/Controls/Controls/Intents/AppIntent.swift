/// An action. Every action of a control is one: a type, its parameters, and what it performs.
///
/// An intent travels as data, its type and the values of its parameters, between the process that shows a control and
/// the one that performs it. Stored properties that are no `@Parameter` stay behind.
public protocol AppIntent: PersistentlyIdentifiable, Sendable, _PlainlyDescribed {
    /// What `perform()` returns.
    associatedtype PerformResult: IntentResult

    /// The type of the intent's sentence.
    associatedtype SummaryContent: ParameterSummary

    /// The action's name for people.
    static var title: LocalizedStringResource { get }
    /// What the action does, for people.
    static var description: IntentDescription? { get }
    /// What must be unlocked for the action. Default: nothing.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Whether the action can be listed and run by name, apart from a control. Default: yes.
    static var isDiscoverable: Bool { get }
    /// Whether the program's view is opened before the intent performs. Default: no, but yes for an `OpenIntent`.
    static var openAppWhenRun: Bool { get }

    /// The intent in a sentence. Default: none.
    @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

    /// An intent whose parameters are not set yet, or have their defaults.
    init()

    /// Carries the action out. What it throws is shown as the control's failure.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// Declares a parameter: `@Parameter(title: "Running") var value: Bool`.
    public typealias Parameter = IntentParameter

    /// Makes the intent's sentence: `Summary("Start \(\.$timer)")`.
    public typealias Summary = IntentParameterSummary<Self>

    /// None.
    public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }

    /// None.
    public static var description: IntentDescription? { nil }

    /// No authentication.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

    /// Listed.
    public static var isDiscoverable: Bool { true }

    /// Nothing is opened.
    public static var openAppWhenRun: Bool { false }

    /// The description, whether it was declared as an optional or not; `nil` where it was not declared.
    static var declaredDescription: IntentDescription? {
        let optional: IntentDescription? = description
        let plain = (self as any _PlainlyDescribed.Type).description
        return optional ?? (plain == .undeclared ? nil : plain)
    }
}

/// Sees a `static let description = IntentDescription("…")`, which intents commonly have, and which, being no optional,
/// would not be seen as the description that `AppIntent` asks for.
public protocol _PlainlyDescribed {
    /// The description.
    static var description: IntentDescription { get }
}

extension _PlainlyDescribed {
    /// A mark that there is none.
    public static var description: IntentDescription { .undeclared }
}

/// An action that brings something to a value: what a toggle performs.
///
/// The system sets `value` to the state to go to before it performs the intent; nothing else sets it.
public protocol SetValueIntent<ValueType>: AppIntent {
    /// The type of the value: `Bool` for a toggle.
    associatedtype ValueType: _IntentValue

    /// The value to bring about, a `@Parameter`.
    var value: ValueType { get set }
}

/// A type that is known by the same name in every build of its program.
public protocol PersistentlyIdentifiable {
    /// The name. Kept when the type is renamed, if it is declared.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The type's name.
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// What an intent does, for people.
public struct IntentDescription: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The description.
    public let descriptionText: LocalizedStringResource
    /// The group in which the intent is listed.
    public let categoryName: LocalizedStringResource?
    /// Words by which the intent is found.
    public let searchKeywords: [LocalizedStringResource]

    /// What the value is called that the intent returns.
    public let resultValueName: LocalizedStringResource?

    /// A description with its category and search words.
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// Stands for a description that nobody declared.
    static let undeclared = IntentDescription("")
}
