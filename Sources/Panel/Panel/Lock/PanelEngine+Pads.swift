import Configuration
import EventLoop
import GPIO
import Gestures
import Keypads

/// Attaching the PIN pads and handling their keys.
extension PanelEngine {
    func attachPads(_ problems: inout StartProblems) {
        for description in description.keypads {
            do {
                let pad = try PadChannel(
                    description, board: board, scheduler: scheduler, consumer: Self.consumer, makeDevice: makeKeypad)
                pads.append(pad)
                attach(pad, &problems)
            } catch {
                problems.add("\(error)")
            }
        }
    }

    private func attach(_ pad: PadChannel, _ problems: inout StartProblems) {
        do throws(KeypadError) {
            try pad.keypad.attach()
        } catch {
            switch (error, pad.description.source) {
            // A matrix on unavailable lines is a configuration error, as with buttons, unless the chip is missing.
            case (.lines(let error), .matrix(let rows, _, keys: _))
            where !problems.isMissing(pad.description.lines, error):
                problems.attempt(rows.first) { () throws(GPIOError) in throw error }
            // An input device may appear at any time.
            default: padsThatFailed.append((pad, error))
            }
        }
    }

    func connectPads() {
        for pad in pads {
            let name = pad.name
            pad.keypad.happened = { [weak self, unowned pad] in self?.handle($0, of: pad) }
            pad.keypad.failed = { [weak self] in self?.begin(PanelFault(part: .keypad(name), cause: .keypad($0))) }
            pad.keypad.recovered = { [weak self] in self?.end(.keypad(name)) }
        }
        for (pad, error) in padsThatFailed { begin(PanelFault(part: .keypad(pad.name), cause: .keypad(error))) }
        padsThatFailed = []
    }

    func releasePads() {
        for pad in pads { pad.keypad.release() }
        pads = []
        padsThatFailed = []
    }

    private func handle(_ output: KeypadOutput, of pad: PadChannel) {
        switch output {
        case .pressed(let key, at: _): press(pad.meaning(of: key), on: pad.name)
        case .released: break
        case .chord, .ghosts: lock?.spoil("several keys were pressed together; begin anew")
        case .missed: lock?.spoil("the keypad has lost a key; begin anew")
        case .quarantined(_, let fault, at: _): begin(PanelFault(part: .keypad(pad.name), cause: .contact(fault)))
        case .cured: end(.keypad(pad.name))
        }
    }
}
