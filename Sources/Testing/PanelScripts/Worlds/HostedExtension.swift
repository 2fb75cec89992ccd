import EventLoop
import LocalAPI

/// An extension in the panel's own process, which reaches the panel without a socket.
@PanelActor
public protocol HostedExtension: AnyObject {
    /// What the panel does for it; set whenever a panel starts, `nil` while none runs.
    var host: (any HostService)? { get set }
}
