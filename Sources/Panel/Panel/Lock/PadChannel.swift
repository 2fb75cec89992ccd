import Configuration
import EventLoop
import GPIO
import Gestures
import Keypads

/// A PIN pad of the panel: what the file says of it, and what its keys come from.
@PanelActor
final class PadChannel {
    let description: KeypadDescription
    let keypad: any Keypad

    /// - Throws: where its lines and keys do not fit; the reader of the file has seen to that.
    init(
        _ description: KeypadDescription, board: any Board, scheduler: any Scheduler, consumer: String,
        makeDevice: @PanelActor (_ path: String) -> any Keypad
    ) throws {
        self.description = description
        switch description.source {
        case .matrix(let rows, let columns, let keys):
            let wiring = try MatrixWiring(
                rows: rows.map(\.name), columns: columns.map(\.name), layout: KeypadLayout(keys.map { String($0) }))
            keypad = MatrixKeypad(wiring, board: board, scheduler: scheduler, consumer: consumer)
        case .device(let path): keypad = makeDevice(path)
        }
    }

    /// What it is called where there are several, else nothing.
    var name: String { description.name ?? "" }

    /// What a key means.
    func meaning(of key: Character) -> PadKey {
        if let digit = key.isPINDigit ? key.wholeNumberValue : nil { return .digit(digit) }
        return key == description.enterKey ? .enter : key == description.clearKey ? .clear : .other
    }
}
