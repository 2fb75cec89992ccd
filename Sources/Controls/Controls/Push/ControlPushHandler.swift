/// Is told where controls are placed that can be reloaded by a message, for the server that sends these.
public protocol ControlPushHandler {
    /// A handler.
    init()

    /// Called with all placements of the controls whose handler this is, whenever one is added, removed or configured.
    func pushTokensDidChange(controls: [ControlInfo])
}
