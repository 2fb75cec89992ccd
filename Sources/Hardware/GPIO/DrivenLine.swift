import EventLoop

/// An output that this panel drives.
public struct DrivenLine: Sendable, Hashable {
    public var address: LineAddress

    /// Whether the active level is the low one.
    public var isActiveLow: Bool

    /// The output at `address`.
    public init(address: LineAddress, isActiveLow: Bool) {
        self.address = address
        self.isActiveLow = isActiveLow
    }

    /// Requests the line as an inactive output and releases it. The line then stays inactive, as far as the chip's
    /// driver keeps it.
    ///
    /// The chip is found by path and label together, else by its label alone: after a chip was unplugged, another one
    /// may have its path.
    ///
    /// - Throws: `noSuchChip` where the chip is gone, `ambiguousChip` where several chips match, and the errors of
    ///   `Board.requestOutputs`.
    @PanelActor
    public func makeInactive(on board: any Board, consumer: String) throws(GPIOError) {
        let place = try place(on: board)
        let configuration = OutputConfiguration(
            line: "\(place.chip):\(place.offset)", isActiveLow: isActiveLow, isActive: false)
        try board.requestOutputs([configuration], consumer: consumer).release()
    }

    @PanelActor
    private func place(on board: any Board) throws(GPIOError) -> LineAddress {
        let lines = try board.lines()
        let candidates = lines.map(\.address).filter {
            $0.chipLabel == address.chipLabel && $0.offset == address.offset
        }
        if let same = candidates.first(where: { $0.chip == address.chip }) { return same }
        guard let moved = candidates.first else {
            throw .noSuchChip(address.chipLabel, known: LineDirectory(lines: lines).chips.map(\.description))
        }
        guard candidates.count == 1 else {
            throw .ambiguousChip(address.chipLabel, chips: candidates.map(\.chip))
        }
        return moved
    }
}

extension [DrivenLine] {
    /// Makes every line inactive.
    ///
    /// - Returns: the lines that failed, with their errors.
    @PanelActor
    public func makeInactive(on board: any Board, consumer: String) -> [(line: DrivenLine, error: GPIOError)] {
        var failures: [(line: DrivenLine, error: GPIOError)] = []
        for line in self {
            do throws(GPIOError) {
                try line.makeInactive(on: board, consumer: consumer)
            } catch {
                failures.append((line, error))
            }
        }
        return failures
    }
}
