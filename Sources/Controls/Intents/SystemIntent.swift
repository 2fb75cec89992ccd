/// An intent that the system has a use of its own for.
public protocol SystemIntent: AppIntent {}

/// An intent that begins, changes or ends a live activity.
public protocol LiveActivityIntent: SystemIntent {}

/// An intent that plays, pauses or changes what is heard.
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that records sound, or stops to.
public protocol AudioRecordingIntent: SystemIntent {}

/// An intent that takes pictures. On iOS it opens the camera, also while the phone is locked; what it is to do there is
/// its `perform()`.
public protocol CameraCaptureIntent: SystemIntent {
    /// What the program tells its capturing part.
    associatedtype AppContext: Codable & Sendable = Never
}
