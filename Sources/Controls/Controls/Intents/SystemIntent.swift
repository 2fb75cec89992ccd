/// An intent that the system has a use of its own for.
public protocol SystemIntent: AppIntent {}

/// An intent that begins, changes or ends a live activity.
public protocol LiveActivityIntent: SystemIntent {}

/// An intent that plays, pauses or changes what is heard.
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that records sound, or stops to.
public protocol AudioRecordingIntent: SystemIntent {}

/// An intent that takes pictures, or captures something else, also while the panel is locked (C30).
///
/// Its `perform()` runs in a process of its own, the extension's program once more, without network and without a way to the
/// panel: it can neither have it reload anything, show an activity nor ask people. What it makes belongs into the folder that
/// `SharedContainer` has for `captures`. It has 30 s; where its process crashes, that is the failure of this intent alone.
/// The control is evaluated afterwards, in the extension's own process.
///
/// As of every intent, its `authenticationPolicy` says whether somebody must unlock the panel first; by default nobody must.
public protocol CameraCaptureIntent: SystemIntent {
    /// What other code of the program tells the intent, by `updateAppContext`: the intent finds it in `appContext`.
    associatedtype AppContext: Codable & Sendable = Never
}

/// What people configure of a control, as parameters of an intent. It is not performed, and needs no `perform()`.
public protocol ControlConfigurationIntent: SystemIntent {}

extension ControlConfigurationIntent {
    /// Does nothing: a configuration is only read.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
