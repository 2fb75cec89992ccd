import Configuration
import ControlModel
import EventLoop
import GPIO
import Gestures
import Indicators
import Keypads
import LocalAPI
import MonotonicTime

/// The buttons and PIN pads of a panel: gestures perform controls and show hints, and keys go to the lock.
@PanelActor
final class PanelInputs {
    private var buttons: [ButtonChannel] = []
    private var pads: [PadChannel] = []
    /// The pads whose start has failed, until their faults are reported.
    private var padsThatFailed: [(PadChannel, KeypadError)] = []
    /// Makes the pads that are input devices.
    private let makeKeypad: @PanelActor (_ path: String) -> any Keypad
    private let board: any Board
    private let controls: ControlSet
    private let gate: AccessGate
    private let executor: Executor
    private let desk: LockDesk
    private let reports: PanelReports
    private let surfaces: PanelSurfaces
    private let scheduler: any Scheduler

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ surfaces: PanelSurfaces, _ executor: Executor, _ desk: LockDesk,
        _ reports: PanelReports, board: any Board, scheduler: any Scheduler,
        makeKeypad: @escaping @PanelActor (_ path: String) -> any Keypad
    ) {
        self.controls = controls
        self.gate = gate
        self.executor = executor
        self.desk = desk
        self.surfaces = surfaces
        self.board = board
        self.reports = reports
        self.scheduler = scheduler
        self.makeKeypad = makeKeypad
    }

    /// The number of handled edges of all buttons; each may have woken the loop.
    var wakeups: Int { buttons.reduce(0) { $0 + $1.wakeups } }

    /// The buttons' lines.
    var channels: [InputChannel] { buttons.map(\.input) }

    // MARK: Starting and stopping

    /// Takes the lines of the buttons and of the pads.
    func attach(_ problems: inout StartProblems) {
        for button in controls.description.buttons {
            let channel = ButtonChannel(description: button, board: board, scheduler: scheduler)
            buttons.append(channel)
            problems.attempt(button.line) { () throws(GPIOError) in try channel.input.attach() }
        }
        for description in controls.description.keypads {
            do {
                let pad = try PadChannel(description, board: board, scheduler: scheduler, makeDevice: makeKeypad)
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

    /// Begins to handle gestures and keys.
    func connect() {
        for button in buttons { connect(button) }
        for pad in pads {
            let name = pad.name
            pad.keypad.happened = { [weak self, unowned pad] in self?.handle($0, of: pad) }
            pad.keypad.failed = { [weak self] in self?.reports.faults.begin(.keypad(name), .keypad($0)) }
            pad.keypad.recovered = { [weak self] in self?.reports.faults.end(.keypad(name)) }
        }
        for (pad, error) in padsThatFailed {
            reports.faults.begin(.keypad(pad.name), .keypad(error))
        }
        padsThatFailed = []
    }

    private func connect(_ button: ButtonChannel) {
        let name = button.description.name
        button.recognized = { [weak self, unowned button] in self?.handle($0, of: button) }
        button.input.lost = { [weak self] in self?.reports.faults.begin(.button(name), .line($0)) }
        button.input.returned = { [weak self, unowned button] in
            self?.reports.faults.end(.button(name))
            self?.reportQuarantine(of: button)
        }
        reportQuarantine(of: button)
    }

    /// Releases the lines and devices.
    func release() {
        for pad in pads { pad.keypad.release() }
        pads = []
        padsThatFailed = []
        for button in buttons { button.release() }
        buttons = []
    }

    /// Looks for pads' lines after chips have come or gone.
    func checkPads() {
        for pad in pads { pad.keypad.checkPresence() }
    }

    /// Binds the buttons to other controls.
    func arrange(_ descriptions: [ButtonDescription]) {
        for (button, description) in zip(buttons, descriptions) where description != button.description {
            surfaces.lights.endHold(of: button.description)
            button.bind(description)
        }
    }

    // MARK: Buttons

    /// Reports a contact that was already closed when the line was requested.
    private func reportQuarantine(of button: ButtonChannel) {
        guard button.isQuarantined else { return }
        reports.faults.begin(.button(button.description.name), .contact(.stuck))
    }

    private func handle(_ output: ButtonOutput, of button: ButtonChannel) {
        let name = button.description.name
        switch output {
        case .pressed:
            reports.events.report(.buttonPressed(name)) {
                surfaces.tester.end("the button '\(name)' was pressed")
                surfaces.lights.showHold(of: button.description)
            }
            surfaces.sounds.press(button.description)
            surfaces.displays.closeHistory()
            reloadStates(of: button.description)
        case .holdArmed:
            break
        case .gesture(let gesture, at: let time):
            reports.events.report(.gesture(gesture, button: name))
            if let reason = lateness(of: time) {
                surfaces.displays.hint.show(reason, redacted: reason)
                endHold(of: button)
            } else {
                perform(gesture, of: button.description)
            }
        case .released(_, let duration):
            reports.events.report(.buttonReleased(name, after: duration)) { endHold(of: button) }
        case .aborted:
            reports.events.report(.pressAborted(button: name))
            endHold(of: button)
        case .quarantined(let fault, _):
            reports.faults.begin(.button(name), .contact(fault))
            endHold(of: button)
        case .cured:
            reports.faults.end(.button(name))
        }
    }

    /// Why a gesture or key of this time is too old to act; `nil` if it is in time. The kernel keeps edges while the process
    /// is stopped, and the person may have left.
    private func lateness(of time: MonotonicInstant) -> String? {
        let age = time.duration(to: scheduler.now)
        guard age > RequestTime.highestAge else { return nil }
        return "The panel did not respond for \(age.components.seconds) s: repeat it"
    }

    private func endHold(of button: ButtonChannel) { surfaces.lights.endHold(of: button.description) }

    /// Reloads the states that a press may toggle and that live outside the core (C42: pressing reloads), since other
    /// clients may have changed them. The hold uses the fresh value if it arrives by the threshold.
    private func reloadStates(of button: ButtonDescription) {
        for reference in [button.hold, button.doubleTap, button.tripleTap, button.longHold].compactMap(\.self) {
            controls[reference]?.outsideState?.reload()
        }
    }

    private func perform(_ gesture: ButtonGesture, of button: ButtonDescription) {
        let reference: ControlReference?
        switch gesture {
        case .tap: return showHint(of: button)
        case .hold: reference = button.hold
        case .doubleTap: reference = button.doubleTap
        case .tripleTap: reference = button.tripleTap
        case .longHold: reference = button.longHold
        }
        if let reference, let slot = controls[reference] {
            executor.perform(slot, by: button.isTrusted ? .trusted : .panel)
        }
        // This is done last, so that the light goes from the hold's progress to the result without another look in
        // between.
        surfaces.lights.endHold(of: button)
    }

    private func showHint(of button: ButtonDescription) {
        guard let hint = hint(of: button, gate.isUnlocked), let redacted = self.hint(of: button, false) else { return }
        surfaces.displays.hint.show(hint, redacted: redacted)
        surfaces.sounds.speak(hint)
    }

    private func hint(of button: ButtonDescription, _ seesPrivate: Bool) -> String? {
        if let reference = button.hold ?? button.longHold {
            guard let slot = controls[reference] else { return nil }
            let shown = slot.shown(seesPrivate)
            // A control that is gone or disabled does not ask for a PIN.
            let isThere = slot.absence == nil && !shown.isDisabled
            let needsPIN = isThere && gate.needsPIN(slot, by: button.isTrusted ? .trusted : .panel)
            return needsPIN ? "\(shown.hint) – PIN needed" : shown.hint
        }
        // A user may have removed all controls of the button.
        return button.doubleTap == nil && button.tripleTap == nil ? "Nothing is placed on '\(button.name)'" : nil
    }

    // MARK: Pads

    /// Handles a key press on a pad.
    func press(_ key: PadKey, on pad: String) {
        // Only the first key of several ends the test, so that bystanders cannot count the keys by it.
        surfaces.tester.end("the panel is in use")
        desk.press(key, on: pad)
    }

    private func handle(_ output: KeypadOutput, of pad: PadChannel) {
        switch output {
        case .pressed(_, at: let time) where lateness(of: time) != nil:
            desk.spoil("the panel has not responded for a while; start again")
        case .pressed(let key, at: _):
            desk.showKey(key, of: pad)
            press(pad.meaning(of: key), on: pad.name)
        case .released: break
        case .chord, .ghosts: desk.spoil("several keys were pressed together; start again")
        case .missed: desk.spoil("the keypad has lost a key; start again")
        case .quarantined(_, let fault, at: _):
            reports.faults.begin(.keypad(pad.name), .contact(fault))
        case .cured: reports.faults.end(.keypad(pad.name))
        }
    }
}
