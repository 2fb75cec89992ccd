import Configuration
import EventLoop
import GPIO

extension PanelDescription {
    /// The lines that the panel uses: its controls', its buttons', its keypads', its lights', its buzzer's.
    public var allLines: [LineDescription] {
        controls.compactMap { $0.action.output?.line } + controls.compactMap { $0.sensor?.line } + buttons.map(\.line)
            + keypads.flatMap(\.lines) + lights.flatMap(\.output.lines) + (sound?.line.map { [$0] } ?? [])
    }

    /// The panel's outputs as they stand on a record of driven lines, for a panel whose record cannot be read.
    ///
    /// - Returns: the outputs that the board has, and the others with the reason why the board cannot find them.
    @PanelActor
    public func drivenLines(
        on board: any Board
    ) -> (lines: [DrivenLine], missing: [(line: String, error: GPIOError)]) {
        var lines: [DrivenLine] = []
        var missing: [(line: String, error: GPIOError)] = []
        for output in outputs {
            do throws(GPIOError) {
                lines += try board.addresses(of: [output.line.name]).map { output.driven(at: $0) }
            } catch {
                missing.append((output.line.name, error))
            }
        }
        return (lines, missing)
    }

    /// The lines that the panel drives, and whether each is left active.
    public var outputs: [OutputDescription] {
        controls.compactMap(\.action.output)
            + (lights.flatMap(\.output.lines) + (sound?.line.map { [$0] } ?? [])).map { OutputDescription($0) }
    }
}

extension OutputDescription {
    /// As it stands on the record of lines that must be made safe: what is left active is noted as active the other way
    /// round, so that making it inactive makes it active.
    func driven(at address: LineAddress) -> DrivenLine {
        DrivenLine(address: address, isActiveLow: line.isActiveLow != failsActive)
    }
}
