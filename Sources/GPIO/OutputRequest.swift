import EventLoop

/// Output lines that this process holds.
@PanelActor
public protocol OutputRequest: AnyObject {
    /// Where the lines are, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Drives one line, given by its place in the request.
    func set(_ line: Int, isActive: Bool) throws(GPIOError)

    /// What each line is driven to.
    func levels() throws(GPIOError) -> [Bool]

    /// Gives the lines back. What they do then is the chip's matter: most go on driving, so make them inactive first.
    func release()
}
