import EventLoop

/// A question to an extension that has not been answered yet.
@PanelActor
public protocol ExtensionCall: AnyObject {
    /// Takes the question back: what it set off is cancelled, and its completion is not called any more.
    func cancel()
}
