import EventLoop

/// Input lines that this process holds.
@PanelActor
public protocol InputRequest: AnyObject {
    /// Where the lines are, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Readable while edges are queued.
    var descriptor: Int32 { get }

    /// Appends queued edges to `events`, oldest first for each line, without blocking.
    ///
    /// - Returns: whether more may be queued.
    /// - Throws: `chipGone` where the device is gone.
    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool

    /// The present level of each line; `true` is active.
    func levels() throws(GPIOError) -> [Bool]

    /// Gives the lines back; harmless where that was done.
    func release()
}
