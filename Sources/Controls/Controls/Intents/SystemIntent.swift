/// An intent with a meaning to the system.
public protocol SystemIntent: AppIntent {}

/// An intent that starts, updates or ends a live activity.
public protocol LiveActivityIntent: SystemIntent {}

public protocol LiveActivityStartingIntent: SystemIntent {}

/// An intent that replaces one of SiriKit's, which a panel does not have.
public protocol CustomIntentMigratedAppIntent: AppIntent {
    /// The name of SiriKit's class.
    static var intentClassName: String { get }
}

/// An intent that plays, pauses or changes audio.
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that starts or stops recording sound.
public protocol AudioRecordingIntent: SystemIntent {}

/// An intent that takes pictures or captures other data, even while the panel is locked (C30).
///
/// `perform()` runs in a separate process of the extension's program, without network and without a connection to the
/// panel. The process cannot reload controls, show an activity or ask the user. Its files belong in the folder
/// `captures` of `SharedContainer`. The time limit is 30 s. If the process crashes, only this intent fails. Afterwards,
/// the extension's own process evaluates the control.
///
/// As for every intent, `authenticationPolicy` says whether the panel must be unlocked first. By default, it need not
/// be.
public protocol CameraCaptureIntent: SystemIntent {
    /// The data that other code of the program passes to the intent with `updateAppContext`. The intent reads it from
    /// `appContext`.
    associatedtype AppContext: Codable & Sendable = Never
}

/// The configuration of a control, as parameters of an intent. The intent is not performed, and needs no `perform()`.
public protocol ControlConfigurationIntent: SystemIntent {}

extension ControlConfigurationIntent {
    /// Does nothing: the system only reads a configuration.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
