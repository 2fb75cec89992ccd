/// Where an intent may perform. On a panel it always performs in the extension: there is no app.
///
/// An intent that comes to the foreground by itself (`.foreground`, `.foreground(.deferred)`) opens the extension before
/// it performs, as `openAppWhenRun` does. The panel's file may have an action for that, by the extension's name: `opened: {focus: {command: […]}}`.
public struct IntentModes: OptionSet, Sendable {
    /// The bits of the modes.
    public let rawValue: Int

    /// Modes from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The intent performs without opening anything.
    public static let background = IntentModes(rawValue: 1 << 0)
    /// The intent performs in the foreground from its beginning.
    public static let foreground = IntentModes.foreground(.immediate)

    /// The intent performs in the foreground.
    public static func foreground(_ mode: ForegroundMode) -> IntentModes {
        switch mode {
        case .immediate: IntentModes(rawValue: 1 << 1)
        case .deferred: IntentModes(rawValue: 1 << 2)
        case .dynamic: IntentModes(rawValue: 1 << 3)
        }
    }

    /// The moment at which an intent comes to the foreground.
    public enum ForegroundMode: Hashable, Sendable {
        /// Before it performs.
        case immediate
        /// At the latest when it has performed.
        case deferred
        /// When it asks for it.
        case dynamic
    }

    /// Whether something opens before the intent performs.
    var opensBeforePerforming: Bool { contains(.foreground) || contains(.foreground(.deferred)) }
}

extension AppIntent {
    /// `background`, or with `openAppWhenRun` `foreground`.
    public static var supportedModes: IntentModes { openAppWhenRun ? .foreground : .background }

    /// Whether something opens before the intent performs, by `openAppWhenRun` or `supportedModes`.
    static var opensBeforePerforming: Bool { supportedModes.opensBeforePerforming }

    /// Always throws: an extension of a panel has no app in which an intent could continue.
    ///
    /// - Throws: `NoForegroundError`.
    public func continueInForeground(_ dialog: IntentDialog? = nil, alwaysConfirm: Bool = true) async throws {
        throw NoForegroundError()
    }

    /// The error that says that an extension of a panel has no app in which an intent could continue.
    public func needsToContinueInForegroundError(
        _ dialog: IntentDialog? = nil, alwaysConfirm: Bool = true
    ) -> any Error {
        NoForegroundError()
    }
}

/// An intent that may ask to continue in its app. On a panel it cannot: there is no app.
public protocol ForegroundContinuableIntent: AppIntent {}

extension ForegroundContinuableIntent {
    /// The error that says that an extension of a panel has no app in which an intent could continue.
    public func needsToContinueInForegroundError(
        _ dialog: IntentDialog? = nil, continuation: (@MainActor () async throws -> Void)? = nil
    ) -> any Error {
        NoForegroundError()
    }

    /// Always throws, without calling `continuation`: an extension of a panel has no app to continue in.
    ///
    /// - Throws: `NoForegroundError`.
    @discardableResult
    public func requestToContinueInForeground<Continued: Sendable>(
        _ dialog: IntentDialog? = nil, continuation: @MainActor () async throws -> Continued = { () }
    ) async throws -> Continued {
        throw NoForegroundError()
    }
}

/// An intent asked to continue in its app, and a panel has no apps.
public struct NoForegroundError: Error, Hashable, Sendable, CustomLocalizedStringResourceConvertible {
    /// The reason, as a text for users.
    public var localizedStringResource: LocalizedStringResource { "It can go on only in an app, and a panel has none" }
}
