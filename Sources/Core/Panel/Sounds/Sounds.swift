import Configuration
import ControlModel
import EventLoop
import GPIO

/// Sounds in response to buttons (`sound`): a buzzer's rhythms, sound programs and spoken hints.
///
/// A buzzer's rhythm is replaced by the next one. Only one sound program runs at a time, and sounds during its run are
/// dropped: played late, they would seem to belong to another event.
@PanelActor
final class Sounds {
    private static let prefix = "sound."

    private let controls: ControlSet
    private let faults: FaultList
    private let lines: PanelLines
    private let scheduler: any Scheduler
    /// The buzzer; `nil` if the panel has no buzzer line.
    private(set) var buzzer: Buzzer?
    /// The control that speaks the current hint.
    private var spokenHint: ControlSlot?
    private lazy var hintTimer = scheduler.makeTimer { [weak self] in self?.endSpeaking() }
    /// Performs the control of a sound program, and calls the completion at its end.
    var onPlay: (@PanelActor (ControlSlot, (@PanelActor (PerformOutcome) -> Void)?) -> Void)?

    init(_ controls: ControlSet, faults: FaultList, lines: PanelLines, scheduler: any Scheduler) {
        self.controls = controls
        self.faults = faults
        self.lines = lines
        self.scheduler = scheduler
    }

    private var description: SoundDescription? { controls.description.sound }

    // MARK: Starting and stopping

    /// Requests the buzzer's line, inactive.
    func attach(_ problems: inout StartProblems) {
        guard let sound = description, let line = sound.line else { return }
        let output = lines.makeOutput(OutputDescription(line))
        buzzer = Buzzer(output: output, rhythms: sound.rhythms, faults: faults, scheduler: scheduler)
        problems.attempt(line) { () throws(GPIOError) in try output.attach(isActive: false) }
    }

    /// Makes the controls of the sound programs.
    func makeDelegated() {
        for occasion in SoundOccasion.allCases {
            guard let program = description?.programs[occasion] else { continue }
            controls.addDelegated(Self.prefix + occasion.rawValue, .delegated(program), role: .sound)
        }
    }

    /// Stops all sounds. A line that cannot be made inactive stays in the record of driven lines.
    ///
    /// - Parameter stillDriven: receives the line if it may still be active.
    func stop(_ stillDriven: inout Set<LineDescription>) {
        hintTimer.cancel()
        spokenHint = nil
        buzzer?.stop(&stillDriven)
        buzzer = nil
    }

    // MARK: Occasions

    /// Sounds a tick if holding the button performs a control.
    func press(_ button: ButtonDescription) {
        if (button.hold ?? button.longHold).flatMap({ controls[$0] }) != nil { play(.tick) }
    }

    /// Sounds the result of a performance; delegated actions make no sound.
    func playOutcome(of slot: ControlSlot, isRight: Bool) {
        if !slot.isDelegated { play(isRight ? .right : .wrong) }
    }

    /// Sounds an occasion, by the buzzer and by the file's program.
    func play(_ occasion: SoundOccasion) {
        buzzer?.play(occasion)
        guard let program = description?.programs[occasion], controls.isReady(program), !isProgramHeard,
            let slot = controls.delegated(Self.prefix + occasion.rawValue)
        else { return }
        onPlay?(slot, nil)
    }

    /// Speaks a hint that is shown.
    func speak(_ hint: String) {
        guard let program = description?.hint, controls.isReady(program), !isProgramHeard else { return }
        let slot = controls.addDelegated(
            Self.prefix + "hint", .delegated(program.telling(hint: hint)), role: .sound)
        guard let carrier = slot.carrier else { return }
        spokenHint = slot
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { [weak self, weak slot] _ in
            guard let self, let slot, slot === spokenHint else { return }
            onPlay?(slot) { [weak self, weak slot] _ in
                guard let self, let slot, slot === spokenHint else { return }
                // The slot is still processing this outcome.
                hintTimer.arm(at: scheduler.now)
            }
        }
    }

    private func endSpeaking() {
        guard let slot = spokenHint else { return }
        controls.removeDelegated(slot)
        spokenHint = nil
    }

    private var isProgramHeard: Bool {
        controls.delegated.contains { $0.role == .sound && ($0.run != nil || $0 === spokenHint) }
    }
}
