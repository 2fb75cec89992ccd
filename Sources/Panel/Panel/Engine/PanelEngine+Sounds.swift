import Configuration
import ControlModel
import EventLoop
import GPIO

/// What people hear of what a button does (`sound`).
///
/// A buzzer's rhythm gives way to the next one. Of programs one runs at a time, and what would come meanwhile is left out: late,
/// it would tell of something else.
extension PanelEngine {
    private static let prefix = "sound."

    // MARK: A buzzer

    /// Takes the buzzer's line, silent.
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

    /// Whether a control stands for something that is heard.
    func isSound(_ slot: ControlSlot) -> Bool {
        slot.name.hasPrefix(Self.prefix) && isErrand(slot)
    }

    private var isProgramHeard: Bool { errands.contains { isSound($0) && ($0.run != nil || $0 === hintErrand) } }

    private func canRun(_ errand: Errand) -> Bool {
        hosts.first { $0.grant == errand.grant }?.isReady ?? false
    }

    // MARK: Occasions

    /// A button is down: heard where a hold of it does something.
    func soundPress(of button: ButtonDescription) {
        if (button.hold ?? button.longHold).flatMap({ controls[$0] }) != nil { sound(.tick) }
    }

    /// A control has performed, or has not; what is no control of people's is not heard.
    func soundOutcome(of slot: ControlSlot, isRight: Bool) {
        if !isErrand(slot) { sound(isRight ? .right : .wrong) }
    }

    func sound(_ occasion: SoundOccasion) {
        buzzer?.play(occasion)
        guard let errand = description.sound?.errands[occasion], canRun(errand), !isProgramHeard else { return }
        carryOut(Self.prefix + occasion.rawValue)
    }

    /// A hint is shown.
    func speak(_ hint: String) {
        guard let errand = description.sound?.hint, canRun(errand), !isProgramHeard else { return }
        let slot = addErrand(Self.prefix + "hint", .handedOver(errand.telling(hint: hint)))
        guard let carrier = slot.carrier else { return }
        hintErrand = slot
        // What it performs is known once it has been asked for this very configuration.
        carrier.reload { [weak self, weak slot] _ in
            guard let self, let slot, slot === hintErrand else { return }
            perform(slot, by: .itself) { [weak self, weak slot] _ in
                guard let self, let slot else { return }
                // The slot is still at work on this outcome.
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

    /// Nothing is heard any more. A line that cannot be made inactive stays on record.
    ///
    /// - Returns: that line.
    func stopSounds() -> LineDescription? {
        hintTimer?.cancel()
        (hintErrand, hintTimer) = (nil, nil)
        guard let buzzer else { return nil }
        self.buzzer = nil
        let output = buzzer.output
        output.ignore()
        buzzer.stop()
        defer { output.release() }
        // Once more, since a rhythm takes a line that failed for one that is inactive.
        return failure(toMakeSafe: { () throws(GPIOError) in try output.set(false) }).map { _ in output.line }
    }
}
