import Configuration
import EventLoop
import GPIO
import Glibc

/// The addresses of a panel's lines, and the record of the lines that the panel drives.
///
/// A line is in the record (`DrivenLinesFile`) before the panel drives it, so that another process can make it safe.
@PanelActor
package final class PanelLines {
    /// The consumer name of the panel's lines, as shown by `gpioinfo` and `holdfast lines`.
    package nonisolated static let consumer = "holdfast"

    let board: any Board
    /// The record; `nil` where no process makes lines safe after this one.
    private let file: DrivenLinesFile?
    /// The addresses of the lines that this panel has recorded as driven.
    private var driven: [LineDescription: LineAddress] = [:]
    /// The names of lines that this panel or an earlier one has found. If such a line cannot be found, its chip is
    /// missing.
    private var known: Set<String> = []

    init(board: any Board, record file: DrivenLinesFile?) {
        self.board = board
        self.file = file
    }

    // MARK: Outputs

    /// Makes the channel of an output, without requesting its line.
    func makeOutput(_ output: OutputDescription) -> OutputChannel {
        OutputChannel(line: output.line, restsActive: output.failsActive, board: board)
    }

    /// Drives lines that an engine left active to their levels for a stopped panel, and releases them.
    func makeSafe(_ outputs: [OutputDescription]) {
        for described in outputs {
            let output = makeOutput(described)
            // A line that cannot be requested belongs to another program by now, or stays in the record.
            try? output.attach(isActive: described.failsActive)
            output.release()
        }
    }

    /// The error of `body` if a line may still be active after it; `body` makes the line inactive.
    static func failure(toMakeSafe body: () throws(GPIOError) -> Void) -> GPIOError? {
        do throws(GPIOError) {
            try body()
            return nil
        } catch {
            return error.mayLeaveLineDriven ? error : nil
        }
    }

    // MARK: Addresses

    /// Whether two names are those of one line of the board.
    func isSame(_ line: LineDescription, _ other: LineDescription) -> Bool {
        if line.name == other.name { return true }
        // A name that is not found has no line.
        guard let found = try? board.addresses(of: [line.name, other.name]) else { return false }
        return found[0] == found[1]
    }

    /// Takes over the known lines of another panel of this process.
    func know(_ other: PanelLines, of panel: PanelDescription) {
        known.formUnion(other.known)
        known.formUnion(panel.allLines.map(\.name))
    }

    /// Locates the lines of a panel that starts. The panel can start without a line whose chip is missing.
    ///
    /// - Returns: The addresses, and the lines whose chips are missing.
    /// - Throws: All problems, each with its position in the panel's file.
    func locate(
        startOf panel: PanelDescription
    ) throws(ConfigurationError) -> (places: [LineDescription: LineAddress], missing: Set<LineDescription>) {
        let found = try locate(linesOf: panel, heldElsewhere: []) { line, error, misses in
            switch error {
            case .noChips, .noSuchChip, .chipGone: true
            // The name may belong to a missing chip; otherwise it may be a typing error.
            case .noSuchLine: misses || known.contains(line?.name ?? "")
            default: false
            }
        }
        known.formUnion(found.places.keys.map(\.name))
        return found
    }

    /// Locates all lines of a panel, and checks that they are present and free.
    ///
    /// - Parameter isMissing: Whether the panel can start without the line; `missesChip` says that a chip is certainly
    ///   missing.
    private func locate(
        linesOf panel: PanelDescription, heldElsewhere held: Set<LineAddress>,
        isMissing: (_ line: LineDescription?, _ error: GPIOError, _ missesChip: Bool) -> Bool
    ) throws(ConfigurationError) -> (places: [LineDescription: LineAddress], missing: Set<LineDescription>) {
        let lines = panel.allLines
        var problems = StartProblems(panel)
        var errors: [(line: LineDescription?, error: GPIOError)] = []
        var hasSameLines = false
        var consumers: [LineAddress: String] = [:]
        func attempt(_ line: LineDescription?, isBoard: Bool = false, _ body: () throws(GPIOError) -> Void) {
            if let error = problems.attempt(line, body) { errors.append((isBoard ? nil : line, error)) }
        }
        attempt(lines.first, isBoard: true) { () throws(GPIOError) in
            for info in try board.lines() where !held.contains(info.address) { consumers[info.address] = info.consumer }
        }
        var places: [LineDescription: LineAddress] = [:]
        var users: [LineAddress: LineDescription] = [:]
        for (line, found) in zip(lines, board.find(lines)) {
            attempt(line) { () throws(GPIOError) in
                let address = try found.get()
                if let consumer = consumers[address] { throw .busy(line: line.name, consumer: consumer) }
                places[line] = address
            }
            // The parser cannot know that two names belong to one line.
            if let address = places[line], let other = users.updateValue(line, forKey: address) {
                problems.addSameLine(line, other)
                hasSameLines = true
            }
        }
        let missesChip = errors.contains { if case .noSuchChip = $0.error { true } else { $0.error == .noChips } }
        guard !hasSameLines, errors.allSatisfy({ isMissing($0.line, $0.error, missesChip) }) else {
            throw problems.error
        }
        return (places, Set(errors.compactMap(\.line)))
    }

    /// Checks whether a panel's lines are available, as far as possible without requesting them.
    ///
    /// - Parameter predecessor: a panel that stops before this one starts: its lines count as free, and a line that it
    ///   misses may be missing.
    /// - Throws: All problems, each with its position in the panel's file.
    func check(_ panel: PanelDescription, replacing predecessor: PanelDescription?) throws(ConfigurationError) {
        var held: Set<LineAddress> = []
        var missed: Set<String> = []
        let lines = predecessor?.allLines ?? []
        for (line, found) in zip(lines, board.find(lines)) {
            switch found {
            case .success(let address): held.insert(address)
            case .failure(let error): if error.isAbsence { missed.insert(line.name) }
            }
        }
        let hasSameBoard = predecessor?.board == panel.board
        _ = try locate(linesOf: panel, heldElsewhere: held) { line, error, _ in
            error.isAbsence && hasSameBoard && (line.map { missed.contains($0.name) } ?? true)
        }
    }

    // MARK: The record

    /// Records the outputs before they are driven, so that another process can make them safe from then on.
    func record(
        _ outputs: [OutputDescription], at places: [LineDescription: LineAddress], _ problems: inout StartProblems
    ) {
        guard let file else { return }
        do throws(DrivenLinesError) {
            try file.add(outputs.compactMap { output in places[output.line].map { output.driven(at: $0) } })
            let lines = outputs.map(\.line)
            driven = places.filter { lines.contains($0.key) }
        } catch {
            problems.add(error.description)
        }
    }

    /// Records outputs whose chip has appeared, or has returned at another address, before the panel drives them.
    ///
    /// - Returns: The outputs that cannot be recorded, with the reason.
    func recordFound(_ outputs: [OutputDescription]) -> [LineDescription: GPIOError] {
        guard let file else { return [:] }
        var found: [LineDescription: LineAddress] = [:]
        var lines: [DrivenLine] = []
        for (output, place) in zip(outputs, board.find(outputs.map(\.line))) {
            guard case .success(let address) = place, driven[output.line] != address else { continue }
            found[output.line] = address
            lines.append(output.driven(at: address))
        }
        guard !found.isEmpty else { return [:] }
        do throws(DrivenLinesError) {
            try file.add(lines)
            driven.merge(found) { $1 }
            known.formUnion(found.keys.map(\.name))
            return [:]
        } catch {
            let refusal: GPIOError =
                switch error {
                case .failed(let call, let path, let code): .failed(call: call, object: path, code: code)
                case .malformed(let path, line: _), .newerVersion(let path, version: _):
                    .failed(call: "write", object: path, code: EINVAL)
                }
            return found.mapValues { _ in refusal }
        }
    }

    /// Removes lines that are no longer driven from the record; kept lines stay for the next panel.
    func forget(keeping stillDriven: Set<LineDescription>) {
        let ended = driven.filter { !stillDriven.contains($0.key) }
        driven = [:]
        // If the record cannot be written, it names some inactive lines, too. Making these lines inactive again is
        // harmless.
        try? file?.remove(Array(ended.values))
    }
}

extension GPIOError {
    /// Whether the error means that the line is absent, as it is while its chip is missing.
    var isAbsence: Bool {
        switch self {
        case .noSuchChip, .noChips, .noSuchLine, .offsetOutOfRange, .chipGone: true
        case .ambiguousChip, .ambiguousLine, .severalChips, .busy, .notPermitted, .failed: false
        }
    }

    /// Whether the panel may still drive a line that it failed to make inactive. It does not if the chip has lost power
    /// or another program holds the line.
    var mayLeaveLineDriven: Bool {
        if case .busy = self { return false }
        return !isAbsence
    }
}
