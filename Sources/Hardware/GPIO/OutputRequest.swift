import EventLoop

/// Output lines that this process holds.
@PanelActor
public protocol OutputRequest: AnyObject {
    /// Where the lines are, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Drives one line, given by its place in the request.
    func set(_ line: Int, isActive: Bool) throws(GPIOError)

    /// Drives all lines, one state for each in the order of the request: at once where the kernel's ABI can do that, else
    /// one after the other.
    func set(_ states: [Bool]) throws(GPIOError)

    /// What each line is driven to; of one that floats, what it is.
    func levels() throws(GPIOError) -> [Bool]

    /// Gives the lines back. What they do then is the chip's matter: most go on driving, so make them inactive first.
    func release()
}

extension OutputRequest {
    /// Drives the lines one after the other.
    public func set(_ states: [Bool]) throws(GPIOError) {
        for (line, isActive) in states.enumerated() { try set(line, isActive: isActive) }
    }
}
