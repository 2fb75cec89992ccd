/// A type that names intents for people: each phrase of its shortcuts is a name by which the intent runs, as by
/// `holdfast perform --intent 'Boil water'`.
///
/// An extension's program finds its providers by itself. It describes the phrases when the panel connects.
@_alwaysEmitConformanceMetadata
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }

    /// The colour of the shortcuts' tiles on Apple's systems. A panel ignores it.
    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    public static var shortcutTileColor: ShortcutTileColor { .blue }

    /// Does nothing: the panel reads the phrases when it connects to the extension.
    public static func updateAppShortcutParameters() {}
}

/// The colour of a shortcut's tile on Apple's systems. A panel ignores it.
public enum ShortcutTileColor: Hashable, Sendable {
    /// A colour of Apple's.
    case blue, grape, grayBlue, grayBrown, grayGreen, lightBlue, lime, navy, orange, pink, purple, red, tangerine, teal,
        yellow
}

/// An intent with the phrases that run it.
public struct AppShortcut: Sendable {
    let intent: PerformableIntent
    let phrases: [[ShortcutPhrasePart]]

    /// A shortcut. A panel lists it by its phrases, and ignores the title and the image.
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {
        self.init(intent: intent, phrases: phrases)
    }

    public init<Intent: AppIntent>(intent: Intent, phrases: [AppShortcutPhrase<Intent>]) {
        self.intent = PerformableIntent(intent)
        self.phrases = phrases.map { $0.parts(of: intent) }
    }
}

enum ShortcutPhrasePart: Hashable, Sendable {
    case words(String)
    /// The extension's name.
    case applicationName
    /// The value of the parameter with this name.
    case parameter(String)
}

/// A phrase: words, the app's name, and at most one parameter: `"Open \(\.$room) in \(.applicationName)"`. A phrase
/// with a parameter is a name for each of the parameter's values.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
    /// A phrase of words alone.
    public init(stringLiteral value: String) {
        interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
    }

    public init(stringInterpolation: StringInterpolation) {
        interpolation = stringInterpolation
    }

    private var interpolation: StringInterpolation

    func parts(of intent: Intent) -> [ShortcutPhrasePart] {
        interpolation.parts.compactMap { part in
            switch part {
            case .known(let part): part
            case .parameter(let parameter):
                IntentParameters.names(of: [parameter(intent)], in: intent).first.map { .parameter($0) }
            }
        }
    }

    /// Collects a phrase's parts.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate enum Part {
            case known(ShortcutPhrasePart)
            case parameter((Intent) -> any AnyIntentParameter)
        }

        fileprivate var parts: [Part] = []

        /// An empty phrase.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.known(.words(literal))) }
        }

        /// Adds the app's name: the extension's name for people.
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {
            parts.append(.known(.applicationName))
        }

        /// Adds a parameter, by `\(\.$name)`.
        public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {
            parts.append(.parameter { $0[keyPath: parameter] })
        }
    }
}

/// A word of phrases that the system replaces.
public enum AppShortcutPhraseToken: Hashable, Sendable {
    /// The app's name: the extension's name for people.
    case applicationName
}

@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildExpression(_ shortcut: AppShortcut) -> [AppShortcut] { [shortcut] }

    public static func buildExpression(_ shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }

    public static func buildBlock(_ shortcuts: [AppShortcut]...) -> [AppShortcut] { shortcuts.flatMap(\.self) }

    public static func buildOptional(_ shortcuts: [AppShortcut]?) -> [AppShortcut] { shortcuts ?? [] }

    public static func buildEither(first shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }

    public static func buildEither(second shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }

    public static func buildArray(_ shortcuts: [[AppShortcut]]) -> [AppShortcut] { shortcuts.flatMap(\.self) }

    public static func buildLimitedAvailability(_ shortcuts: [AppShortcut]) -> [AppShortcut] { shortcuts }
}
