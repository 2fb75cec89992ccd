import Configuration
import EventLoop
import GPIO

extension PanelDescription {
    /// The panel's outputs in the form of the record of driven lines, for use when the record is unreadable.
    ///
    /// - Returns: the outputs found on the board, and the missing ones with their errors.
    @PanelActor
    public func drivenLines(
        on board: any Board
    ) -> (lines: [DrivenLine], missing: [(line: String, error: GPIOError)]) {
        var lines: [DrivenLine] = []
        var missing: [(line: String, error: GPIOError)] = []
        for (output, address) in zip(outputs, board.find(outputs.map(\.line))) {
            switch address {
            case .success(let address): lines.append(output.driven(at: address))
            case .failure(let error): missing.append((output.line.name, error))
            }
        }
        return (lines, missing)
    }

    /// The addresses of all lines of the panel, inputs too, as far as the board has them.
    @PanelActor
    public func addresses(on board: any Board) -> Set<LineAddress> {
        Set(board.find(allLines).compactMap { try? $0.get() })
    }

    /// The driven lines, each with its level for a stopped panel.
    public var outputs: [OutputDescription] {
        var lines = lights.flatMap(\.output.lines)
        if let line = sound?.line { lines.append(line) }
        return controls.compactMap(\.action.output) + lines.map { OutputDescription($0) }
    }
}

extension Board {
    /// The address of each line, or the error of finding it.
    func find(_ lines: [LineDescription]) -> [Result<LineAddress, GPIOError>] {
        // One call for all lines enumerates the chips once; calls for single lines find out which are missing.
        if let addresses = try? addresses(of: lines.map(\.name)) { return addresses.map { .success($0) } }
        return lines.map { line in Result { () throws(GPIOError) in try addresses(of: [line.name])[0] } }
    }
}

extension OutputDescription {
    /// The output's entry in the record of driven lines. An output that is left active is recorded with inverted
    /// polarity, so that making it inactive drives it active.
    func driven(at address: LineAddress) -> DrivenLine {
        DrivenLine(address: address, isActiveLow: line.isActiveLow != failsActive)
    }
}
