import Configuration
import ControlModel
import EventLoop
import GPIO

/// Sounds in response to buttons (`sound`).
///
/// A buzzer's rhythm is replaced by the next one. Only one sound program runs at a time, and sounds during its run are
/// dropped: played late, they would seem to belong to another event.
extension PanelEngine {
    private static let prefix = "sound."

    // MARK: A buzzer

    /// Requests the buzzer's line, inactive.
    func attachBuzzer(_ problems: inout StartProblems) {
        guard let sound = description.sound, let line = sound.line else { return }
        let output = makeOutput(OutputDescription(line))
        buzzer = Buzzer(output: output, rhythms: sound.rhythms, scheduler: scheduler)
        problems.attempt(line) { () throws(GPIOError) in try output.attach(isActive: false) }
    }

    func connectBuzzer() {
        guard let buzzer else { return }
        buzzer.failed = { [weak self] in self?.begin(PanelFault(part: .sound, cause: .init($0))) }
        buzzer.worked = { [weak self] in self?.end(.sound) }
        buzzer.output.lost = { [weak self] in self?.begin(PanelFault(part: .sound, cause: .line($0))) }
        buzzer.output.returned = { [weak self] in self?.buzzer?.refresh() }
    }

    // MARK: Programs

    func makeSoundErrands() {
        for occasion in SoundOccasion.allCases {
            guard let errand = description.sound?.errands[occasion] else { continue }
            addErrand(Self.prefix + occasion.rawValue, .handedOver(errand))
        }
    }

    /// Whether an internal control stands for a sound.
    func isSound(_ slot: ControlSlot) -> Bool {
        slot.name.hasPrefix(Self.prefix) && isErrand(slot)
    }

    private var isProgramHeard: Bool { errands.contains { isSound($0) && ($0.run != nil || $0 === hintErrand) } }

    private func canRun(_ errand: Errand) -> Bool {
        hosts.first { $0.grant == errand.grant }?.isReady ?? false
    }

    // MARK: Occasions

    /// Sounds a tick if holding the button performs a control.
    func soundPress(of button: ButtonDescription) {
        if (button.hold ?? button.longHold).flatMap({ controls[$0] }) != nil { sound(.tick) }
    }

    /// Sounds the result of a performance; internal controls make no sound.
    func soundOutcome(of slot: ControlSlot, isRight: Bool) {
        if !isErrand(slot) { sound(isRight ? .right : .wrong) }
    }

    func sound(_ occasion: SoundOccasion) {
        buzzer?.play(occasion)
        guard let errand = description.sound?.errands[occasion], canRun(errand), !isProgramHeard else { return }
        carryOut(Self.prefix + occasion.rawValue)
    }

    /// Speaks a hint that is shown.
    func speak(_ hint: String) {
        guard let errand = description.sound?.hint, canRun(errand), !isProgramHeard else { return }
        let slot = addErrand(Self.prefix + "hint", .handedOver(errand.telling(hint: hint)))
        guard let carrier = slot.carrier else { return }
        hintErrand = slot
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { [weak self, weak slot] _ in
            guard let self, let slot, slot === hintErrand else { return }
            perform(slot, by: .itself) { [weak self, weak slot] _ in
                guard let self, let slot else { return }
                // The slot is still processing this outcome.
                hintTimer = scheduler.makeTimer { [weak self, weak slot] in self?.endSpeaking(slot) }
                hintTimer?.arm(at: scheduler.now)
            }
        }
    }

    private func endSpeaking(_ slot: ControlSlot?) {
        guard let slot, slot === hintErrand else { return }
        slot.carrier?.stop()
        errands.removeAll { $0 === slot }
        hintErrand = nil
    }

    /// Stops all sounds. A line that cannot be made inactive stays in the record of driven lines.
    ///
    /// - Returns: the line that may still be active; `nil` otherwise.
    func stopSounds() -> LineDescription? {
        hintTimer?.cancel()
        (hintErrand, hintTimer) = (nil, nil)
        guard let buzzer else { return nil }
        self.buzzer = nil
        let output = buzzer.output
        output.ignore()
        buzzer.stop()
        defer { output.release() }
        // The line is driven again, since the rhythm regards a failed line as inactive.
        return failure(toMakeSafe: { () throws(GPIOError) in try output.set(false) }).map { _ in output.line }
    }
}
