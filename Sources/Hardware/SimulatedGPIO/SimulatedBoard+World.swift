import EventLoop
import GPIO
import MonotonicTime

/// Events from outside the board.
extension SimulatedBoard {
    /// Closes or opens the contact of a line that is requested as an input. The line gets the active or the inactive
    /// level, after bounce.
    public func moveContact(_ line: String, isClosed: Bool) throws(GPIOError) {
        let address = try address(of: line)
        guard let state = nets[address] else { return }
        contacts.stopBouncing(.line(address))
        let closed = !state.isActiveLow
        // With a resistor, an open contact leaves the line to that. Without one, the contact is a changeover contact.
        let level: Bool? = isClosed ? closed : (state.bias == .none ? !closed : nil)
        let other: Bool? = state.external
        guard level != other else { return }
        change(address) { $0.external = level }
        contacts.bounce(.line(address)) { [weak self] isAsBefore in
            self?.change(address) { $0.external = isAsBefore ? other : level }
        }
    }

    /// Closes or opens a contact between two lines, such as a keypad's key between a row and a column, after bounce.
    public func moveContact(between line: String, and other: String, isClosed: Bool) throws(GPIOError) {
        let joint = SimulatedJoint(try address(of: line), try address(of: other))
        contacts.stopBouncing(.joint(joint))
        guard nets.isJoined(joint) != isClosed else { return }
        tell(nets.join(joint, isClosed))
        contacts.bounce(.joint(joint)) { [weak self] isAsBefore in
            guard let self else { return }
            tell(nets.join(joint, isClosed != isAsBefore))
        }
    }

    /// Connects a line to the high or the low level, or to nothing, at once.
    public func connect(_ line: String, toHigh level: Bool?) throws(GPIOError) {
        let address = try address(of: line)
        contacts.stopBouncing(.line(address))
        change(address) { $0.external = level }
    }

    /// Gives the line the active or the inactive level from outside, with the polarity of its request.
    public func sense(_ line: String, isActive: Bool) throws(GPIOError) {
        let address = try address(of: line)
        let isActiveLow = nets[address]?.isActiveLow ?? false
        try connect(line, toHigh: isActive != isActiveLow)
    }

    /// Drives an output line in place of the request that holds it.
    public func force(_ line: String, isActive: Bool) throws(GPIOError) {
        drive(try address(of: line), isActive: isActive)
    }

    /// Simulates that the kernel loses the next `count` edges of the line.
    public func dropEvents(_ count: Int, on line: String) throws(GPIOError) {
        nets[try address(of: line)]?.eventsToDrop += count
    }

    /// Simulates that another consumer holds the line; `nil`: that the consumer releases the line.
    public func occupy(_ line: String, consumer: String?) throws(GPIOError) {
        nets[try address(of: line)]?.occupant = consumer
    }

    /// Removes a chip, by name or label; `nil` removes all. The chip's outputs lose their power.
    ///
    /// - Throws: `noSuchChip`, `ambiguousChip`.
    public func unplug(_ chip: String? = nil) throws(GPIOError) {
        for name in try names(of: chip) where unplugged.insert(name).inserted { removeRequests(onChip: name) }
        notifyOfChips()
    }

    /// Returns a removed chip, or all.
    ///
    /// - Throws: `noSuchChip`, `ambiguousChip`.
    public func replug(_ chip: String? = nil) throws(GPIOError) {
        for name in try names(of: chip) { unplugged.remove(name) }
        notifyOfChips()
    }

    /// Restarts the generator of bounce with another seed.
    public func seed(_ seed: UInt64) {
        contacts.seed(seed)
    }

    /// Whether the line is active, with the polarity of its last request. Without a request, high is active.
    public func isActive(_ line: String) throws(GPIOError) -> Bool {
        isActive(try address(of: line))
    }

    /// The line's voltage, as high or low.
    public func isHigh(_ line: String) throws(GPIOError) -> Bool {
        nets.isHigh(try address(of: line))
    }

    private func names(of chip: String?) throws(GPIOError) -> [String] {
        guard let chip else { return chips.map(\.path) }
        return [chips[try LineDirectory(chips: chips).chip(chip)].path]
    }
}
