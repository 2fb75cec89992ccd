import EventLoop

/// An input device that is open.
@PanelActor
protocol EvdevSource: AnyObject {
    /// Readable while events are queued.
    var descriptor: Int32 { get }

    /// Which of these keys it has, and which of them are down.
    func keys(of codes: [UInt16]) -> (present: [UInt16], down: [UInt16])

    /// The next event, or `nil` where there is none.
    func next() throws(KeypadError) -> EvdevEvent?

    /// Whether this is what lies at its path.
    var isAtPath: Bool { get }

    func close()
}
