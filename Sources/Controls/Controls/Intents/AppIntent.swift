/// An action: a type, its parameters and a method that performs it. Every action of a control is an intent.
///
/// Between the process that shows a control and the process that performs its intent, the intent is data: its type and
/// its parameters' values. Stored properties that are no `@Parameter` are not transferred.
public protocol AppIntent: PersistentlyIdentifiable, Sendable, _PlainlyDescribed {
    associatedtype PerformResult: IntentResult

    associatedtype SummaryContent: ParameterSummary

    /// The action's name for users.
    static var title: LocalizedStringResource { get }
    /// The description of the action for users.
    static var description: IntentDescription? { get }
    /// The unlocking that the action requires. Default: none.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Whether the action can be listed and run by name, apart from a control. Default: yes.
    static var isDiscoverable: Bool { get }
    /// Whether the program's view is opened before the intent performs. Default: no; for an `OpenIntent`, yes.
    static var openAppWhenRun: Bool { get }
    /// Where the intent may perform. Default: by `openAppWhenRun`.
    static var supportedModes: IntentModes { get }

    /// The intent as one sentence. Default: none.
    @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

    /// Creates an intent whose parameters are unset or have their defaults.
    init()

    /// Performs the action. The panel shows a thrown error as the control's failure.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// Declares a parameter: `@Parameter(title: "Running") var value: Bool`.
    public typealias Parameter = IntentParameter

    /// Creates the parameter summary: `Summary("Start \(\.$timer)")`.
    public typealias Summary = IntentParameterSummary<Self>

    public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }

    public static var description: IntentDescription? { nil }

    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

    /// `true`: the intent is listed.
    public static var isDiscoverable: Bool { true }

    /// `false`: nothing is opened.
    public static var openAppWhenRun: Bool { false }

    /// The declared description, optional or not; `nil` if the intent declares none.
    static var declaredDescription: IntentDescription? {
        let optional: IntentDescription? = description
        let plain = (self as any _PlainlyDescribed.Type).description
        return optional ?? (plain == .undeclared ? nil : plain)
    }
}

/// Finds a `static let description = IntentDescription("…")`, which many intents declare. The property is no optional,
/// so that it does not satisfy the requirement of `AppIntent`.
public protocol _PlainlyDescribed {
    /// The description, not optional.
    static var description: IntentDescription { get }
}

extension _PlainlyDescribed {
    /// A marker for a missing description.
    public static var description: IntentDescription { .undeclared }
}

/// An action that sets a value. A toggle performs such an intent.
///
/// Before the system performs the intent, it sets `value` to the requested state. No other code sets `value`.
public protocol SetValueIntent<ValueType>: AppIntent {
    /// The type of the value: `Bool` for a toggle.
    associatedtype ValueType: _IntentValue

    /// The requested value, a `@Parameter`.
    var value: ValueType { get set }
}

/// A type with the same name in every build of its program.
public protocol PersistentlyIdentifiable {
    /// The name. A declared name stays when the type is renamed.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The type's name.
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// The description of an intent for users.
public struct IntentDescription: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The description, not optional.
    public let descriptionText: LocalizedStringResource
    /// The group in which the intent is listed.
    public let categoryName: LocalizedStringResource?
    /// Search words for the intent.
    public let searchKeywords: [LocalizedStringResource]

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

    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// A marker for a missing description.
    static let undeclared = IntentDescription("")
}
