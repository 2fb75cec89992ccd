import EventLoop

/// GPIO chips with lines that can be requested: the kernel's (`KernelBoard`) or a simulation's (`SimulatedBoard`).
///
/// Every board passes the same contract suite.
@PanelActor
public protocol Board: AnyObject {
    /// All lines of the board's chips, by chip and offset.
    ///
    /// Chips that may not be opened are left out, unless that leaves none: then it throws `notPermitted`.
    func lines() throws(GPIOError) -> [LineInfo]

    /// Where lines are that a panel's file names (`LineReference`), without requesting them.
    ///
    /// - Throws: what a request of such a line would throw, as far as finding it goes.
    func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress]

    /// Requests input lines, all or none; the lines' chips are looked up by name anew each time.
    ///
    /// - Parameters:
    ///   - lines: at least one. They must be on one chip.
    ///   - consumer: the name that others see (`holdfast lines`, `gpioinfo`); the kernel keeps 31 bytes of it.
    func requestInputs(_ lines: [InputConfiguration], consumer: String) throws(GPIOError) -> any InputRequest

    /// Requests output lines, all or none, each with its initial state.
    func requestOutputs(_ lines: [OutputConfiguration], consumer: String) throws(GPIOError) -> any OutputRequest

    /// Called on the loop when chips may have come or gone, or their permissions changed; the callee looks what is so.
    var chipsChanged: (@PanelActor () -> Void)? { get set }
}

extension Board {
    /// Looks the lines up among all that `lines` gives.
    public func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        let directory = LineDirectory(lines: try self.lines())
        var addresses: [LineAddress] = []
        for line in lines { addresses.append(try directory.address(of: LineReference(line))) }
        return addresses
    }
}
