import Configuration
import EventLoop
import GPIO
import Gestures
import Keypads

/// A PIN pad of the panel: its description in the panel's file, and its keypad driver.
@PanelActor
final class PadChannel {
    let description: KeypadDescription
    let keypad: any Keypad

    /// - Throws: if the lines and keys do not match; the file's parser has already checked this.
    init(
        _ description: KeypadDescription, board: any Board, scheduler: any Scheduler,
        makeDevice: @PanelActor (_ path: String) -> any Keypad
    ) throws {
        self.description = description
        switch description.source {
        case .matrix(let rows, let columns, let keys):
            let wiring = try MatrixWiring(
                rows: rows.map(\.name), columns: columns.map(\.name), layout: KeypadLayout(keys.map { String($0) }))
            keypad = MatrixKeypad(wiring, board: board, scheduler: scheduler, consumer: PanelLines.consumer)
        case .device(let path): keypad = makeDevice(path)
        }
    }

    /// The pad's name if the panel has several pads, otherwise an empty string.
    var name: String { description.name ?? "" }

    /// The row and the column of a key, from 1; `nil` if the pad is no matrix of lines.
    func position(of key: Character) -> (row: Int, column: Int)? {
        guard case .matrix(_, _, let keys) = description.source else { return nil }
        for (row, characters) in keys.enumerated() {
            if let column = Array(characters).firstIndex(of: key) { return (row + 1, column + 1) }
        }
        return nil
    }

    /// The function of a key.
    func meaning(of key: Character) -> PadKey {
        if let digit = key.isPINDigit ? key.wholeNumberValue : nil { return .digit(digit) }
        return key == description.enterKey ? .enter : key == description.clearKey ? .clear : .other
    }
}

enum PadKey: Sendable, Hashable {
    /// 0 to 9.
    case digit(Int)
    /// Submits a PIN.
    case enter
    /// Discards the typed digits and the control that waits for a PIN.
    case clear
    /// A key without a function.
    case other
}
