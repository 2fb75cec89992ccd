/// Why a panel did not do what a process asked of it.
public enum PanelConnectionError: Error, Sendable, Hashable {
    /// There is no panel at the socket `path`; `code` is what `connect(2)` left in `errno`.
    case unreachable(path: String, code: Int32)
    /// The panel went away before it answered.
    case lost
    /// What came is no answer.
    case invalid(String)
    /// The kind belongs to another extension.
    case notYours(kind: String)
    /// The panel shows as many activities as it may, or the activity is another's.
    case activityRefused(id: String)
    /// The panel answered with another error, of this name.
    case refused(name: String)
    /// The request was taken back.
    case cancelled
    /// A `CameraCaptureIntent` performs in a process that cannot ask the panel.
    case capturing
}
