import EventLoop
import LocalAPI

/// An extension in the panel's own process, which reaches the panel without a socket.
@PanelActor
public protocol HostedExtension: AnyObject {
    /// The panel's services for the extension; set when a panel starts, `nil` while none runs.
    var host: (any HostService)? { get set }
}

/// An extension in the script's process. Its work must end before virtual time goes on.
@PanelActor
public protocol OutstandingWork: AnyObject {
    /// Whether the extension works on a task that needs no time to pass. A call that hangs does not count.
    var hasOutstandingWork: Bool { get }

    /// Calls `body` once, as soon as there is no such work.
    func whenIdle(_ body: @escaping @PanelActor () -> Void)
}

/// An extension that a script's steps can start, crash and hang.
@PanelActor
public protocol ScriptedExtension: AnyObject {
    /// Starts the extension, or starts it again. An extension that runs and answers goes on.
    func starts()

    /// Ends the extension at once. An extension that has ended stays so.
    func crashes()

    /// Makes the extension answer no call until it starts or crashes.
    func hangs()
}
