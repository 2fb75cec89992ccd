import EventLoop

/// GPIO chips with lines that a program can request: the kernel's (`KernelBoard`) or simulated ones
/// (`SimulatedBoard`).
///
/// Every board passes the same contract suite.
@PanelActor
public protocol Board: AnyObject {
    /// All lines of the board's chips, by chip and offset.
    ///
    /// Chips that may not be opened are left out. If that leaves no chip, the method throws `notPermitted`.
    func lines() throws(GPIOError) -> [LineInfo]

    /// The addresses of lines named in a panel's file (`LineReference`), without requesting the lines.
    ///
    /// - Throws: the errors of a request for these lines, as far as they concern finding the lines.
    func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress]

    /// Requests input lines, all or none. Each request looks up the lines' chips again.
    ///
    /// A panel requests buttons and outputs one line at a time. A lost chip then takes away its own lines alone, and a
    /// chattering button is muted alone. libgpiod 1.6 also writes the other lines of a request when it sets one line.
    ///
    /// - Parameters:
    ///   - lines: at least one. They must be on one chip.
    ///   - consumer: the name that other programs see (`holdfast lines`, `gpioinfo`); the kernel keeps 31 bytes of
    ///     it.
    func requestInputs(_ lines: [InputConfiguration], consumer: String) throws(GPIOError) -> any InputRequest

    /// Requests output lines, all or none, each with its initial state.
    func requestOutputs(_ lines: [OutputConfiguration], consumer: String) throws(GPIOError) -> any OutputRequest

    /// Called on the loop when chips may have come or gone, or their permissions changed. The observer must query the
    /// board for the current state.
    var chipsChanged: (@PanelActor () -> Void)? { get set }
}

extension Board {
    /// Looks the lines up among all `lines()`.
    public func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        try LineDirectory(lines: try self.lines()).addresses(of: lines.map(LineReference.init))
    }
}
