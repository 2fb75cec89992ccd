import EventLoop
import LocalAPI

/// An extension in the panel's own process, which reaches the panel without a socket.
@PanelActor
public protocol HostedExtension: AnyObject {
    /// What the panel does for it; set whenever a panel starts, `nil` while none runs.
    var host: (any HostService)? { get set }
}

/// An extension in the process of a script, whose work must end before virtual time goes on.
@PanelActor
public protocol OutstandingWork: AnyObject {
    /// Whether it works on something whose end does not need time to pass; a call that hangs is no such thing.
    var hasOutstandingWork: Bool { get }

    /// Calls `body`, once, as soon as there is no such work.
    func whenIdle(_ body: @escaping @PanelActor () -> Void)
}

/// An extension whose life a script's steps can change.
@PanelActor
public protocol ScriptedExtension: AnyObject {
    /// It comes, or comes back; one that runs and answers goes on.
    func starts()

    /// It goes, at once; one that has gone stays away.
    func crashes()

    /// It answers nothing from now on, until it starts or crashes.
    func hangs()
}
