// Intents whose kind tells Apple's systems something that no panel asks. A panel performs them as any other intent.

/// An intent that plays, pauses or changes audio, by the name that `AudioPlaybackIntent` had first.
public protocol AudioStartingIntent: SystemIntent {}

/// An intent that begins or ends to send sound by push-to-talk. A panel performs it as any other intent.
public protocol PushToTalkTransmissionIntent: SystemIntent {}

/// An intent that starts a workout. A panel performs it as any other intent.
public protocol StartWorkoutIntent: InstanceDisplayRepresentable, SystemIntent {
    associatedtype WorkoutStyle: AppValue

    /// The intents that a watch suggests. A panel does not read them.
    static var suggestedWorkouts: [Self] { get }

    /// The workout's style, a `@Parameter`.
    var workoutStyle: WorkoutStyle { get set }
}

extension StartWorkoutIntent {
    /// An intent for a workout's style.
    public init(style: WorkoutStyle) {
        self.init()
        workoutStyle = style
    }
}

/// An intent that pauses a workout. A panel performs it as any other intent.
public protocol PauseWorkoutIntent: SystemIntent {}

/// An intent that resumes a workout. A panel performs it as any other intent.
public protocol ResumeWorkoutIntent: SystemIntent {}

/// An intent that an iPhone performs when its Focus changes. A panel has no Focus, and performs the intent when it is asked to.
public protocol SetFocusFilterIntent: AppIntent, InstanceDisplayRepresentable {
    /// The effects of a Focus on the app. A panel does not read them.
    var appContext: FocusFilterAppContext { get }

    /// The values that the system suggests for a Focus. A panel does not read them.
    static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self]
}

extension SetFocusFilterIntent {
    /// Nothing.
    public var appContext: FocusFilterAppContext { FocusFilterAppContext() }

    /// None.
    public static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self] { [] }

    /// Not on a panel, which has no Focus.
    @available(*, unavailable, message: "a panel has no Focus: let 'perform()' store the values in 'UserDefaults'")
    public static var current: Self { get async throws { Self() } }
}

/// The effects of a Focus on an app. A panel does not read them.
public struct FocusFilterAppContext: Sendable {
    /// The content that the system shows in the Focus.
    public let targetContentIdentifierPrefix: String?

    /// A context.
    public init(targetContentIdentifierPrefix: String? = nil) {
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }
}

/// The Focus for which the system asks for values. A panel has no Focus.
public struct FocusFilterSuggestionContext: Sendable {}

/// An intent that deletes entities. `perform()` deletes them; a panel performs the intent as any other.
public protocol DeleteIntent: SystemIntent {
    associatedtype Entity: AppEntity

    /// The entities to delete, a `@Parameter`.
    var entities: [Entity] { get }
}

/// An intent that opens a view of an app, with a name for the view. A panel does not read the name.
public protocol TargetContentProvidingIntent: AppIntent {
    /// The name. Default: that of the intent's type.
    var contentIdentifier: String { get }
}

extension TargetContentProvidingIntent {
    /// The name of the intent's type.
    public var contentIdentifier: String { Self.persistentIdentifier }
}

/// An intent that its author has replaced by another one. A panel lists and performs it as any other intent.
public protocol DeprecatedAppIntent: AppIntent {
    /// The type of the other intent; `Never` without one.
    associatedtype ReplacementIntent: AppIntent = Never

    /// The advice to people who use the intent. A panel does not show it.
    static var deprecation: IntentDeprecation<ReplacementIntent> { get }
}

/// The advice to people who use an intent that its author has replaced. A panel does not show it.
public struct IntentDeprecation<ReplacementIntent: AppIntent>: Sendable {
    /// The advice.
    public var message: LocalizedStringResource
    /// The other intent; `nil` for none.
    public var replacedBy: ReplacementIntent.Type?

    /// Advice, and the other intent.
    public init(message: LocalizedStringResource, replacedBy: ReplacementIntent.Type?) {
        self.message = message
        self.replacedBy = replacedBy
    }

    /// Advice to use the other intent.
    public init(replacedBy: ReplacementIntent.Type) {
        self.init(message: ReplacementIntent.title, replacedBy: replacedBy)
    }
}

extension IntentDeprecation where ReplacementIntent == Never {
    /// Advice alone.
    public init(message: LocalizedStringResource) {
        self.init(message: message, replacedBy: nil)
    }
}

/// A library with intents, for the tools that make an app. A panel's extension has the intents of its whole program.
public protocol AppIntentsPackage {
    /// The libraries that this one uses. Default: none.
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
    /// None.
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}

/// An entity that Apple's Spotlight finds. A panel has no Spotlight, and treats the entity as any other.
public protocol IndexedEntity: AppEntity {}
