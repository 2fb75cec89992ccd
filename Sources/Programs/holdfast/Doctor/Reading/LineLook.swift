import Configuration
import EventLoop
import GPIO

/// A look at free input lines, from its beginning to its end.
///
/// The lines get the resistors of the panel's file, as the panel itself would give them. A line that a program or a driver
/// has, or that is an output now, is left alone.
@PanelActor
final class LineLook {
    private struct Look {
        var index: Int
        var request: any InputRequest
    }

    private var looks: [Look] = []

    /// Requests those of the lines that are free inputs.
    ///
    /// - Parameter claimed: The lines of the header that the boot configuration gives to drivers. A request would take
    ///   such a pin away from its driver.
    init(at lines: [LineFacts], except claimed: Set<Int>, on board: any Board) {
        for (index, line) in lines.enumerated() {
            guard case .input(let bias) = line.use, case .success(let info) = line.info, info.consumer == nil,
                !info.isOutput, !(line.headerNumber.map(claimed.contains) ?? false)
            else { continue }
            let input = InputConfiguration(
                line: line.line.name, isActiveLow: line.line.isActiveLow, bias: Bias(rawValue: bias.rawValue) ?? .none)
            // Another program may have taken the line meanwhile.
            guard let request = try? board.requestInputs([input], consumer: "holdfast doctor") else { continue }
            looks.append(Look(index: index, request: request))
        }
    }

    /// Releases the lines.
    ///
    /// - Returns: By the index of the line, whether the line is active and had no edge since the beginning.
    func end() -> [Int: Bool] {
        var result: [Int: Bool] = [:]
        for look in looks {
            var edges: [EdgeEvent] = []
            let hasMore = (try? look.request.readEvents(into: &edges)) ?? true
            if let level = try? look.request.levels().first { result[look.index] = level && edges.isEmpty && !hasMore }
            look.request.release()
        }
        looks = []
        return result
    }
}

extension BoardFacts {
    /// Adds the kernel's information about each line.
    ///
    /// - Throws: The error of listing the board's lines.
    @PanelActor
    mutating func find(on board: any Board) throws(GPIOError) {
        var infos: [LineAddress: LineInfo] = [:]
        for info in try board.lines() { infos[info.address] = info }
        for index in lines.indices {
            do throws(GPIOError) {
                let address = try board.addresses(of: [lines[index].line.name]).first
                lines[index].info = address.flatMap { infos[$0] }.map { .success($0) }
            } catch {
                lines[index].info = .failure(error)
            }
        }
    }
}
