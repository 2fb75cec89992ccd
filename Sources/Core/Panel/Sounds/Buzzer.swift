import Configuration
import ControlModel
import EventLoop
import GPIO
import Indicators
import MonotonicTime

/// A buzzer on an output line. It works like a light: it plays a rhythm, which ends by itself.
@PanelActor
final class Buzzer {
    let output: OutputChannel
    private let light: Light
    private let rhythms: [SoundOccasion: LightPattern]
    private let faults: FaultList
    private let scheduler: any Scheduler
    private lazy var retry = scheduler.makeTimer { [weak self] in self?.refresh() }
    private var hasFailed = false

    /// The time before a retry after a failure: a line that could not be silenced must not sound for ever.
    private static let pause = Duration.seconds(1)

    init(
        output: OutputChannel, rhythms: [SoundOccasion: [Duration]], faults: FaultList, scheduler: any Scheduler
    ) {
        self.output = output
        self.faults = faults
        self.scheduler = scheduler
        self.rhythms = rhythms.mapValues { durations in
            let phases = durations.enumerated().map { index, duration in
                LightPattern.Phase(isLit: index.isMultiple(of: 2), duration: duration)
            }
            return LightPattern(phases: phases, repeats: false)
        }
        light = Light(name: "sound", sink: LineLight(outputs: [output]), scheduler: scheduler)
        light.failed = { [weak self] in self?.note($0) }
        output.lost = { faults.begin(.sound, .line($0)) }
        output.returned = { [weak self] in self?.refresh() }
    }

    /// Plays an occasion's rhythm in place of the current one. An occasion without a rhythm does not stop the current
    /// one.
    func play(_ occasion: SoundOccasion) {
        guard let pattern = rhythms[occasion], !pattern.phases.isEmpty else { return }
        light.set(LightLook(color: .white, pattern: pattern), on: .momentary, for: pattern.duration)
    }

    private func note(_ error: LightError) {
        hasFailed = true
        // A lost line is requested again when its chip is back; `refresh` is called then.
        if output.isHeld { retry.arm(at: scheduler.now.advanced(by: Self.pause)) }
        faults.begin(.sound, .init(error))
    }

    /// Sets the line to its current level, after the line is back or may work again.
    func refresh() {
        hasFailed = false
        light.refresh()
        if !hasFailed, output.isHeld { faults.end(.sound) }
    }

    /// Silences the buzzer for good, and releases its line.
    ///
    /// - Parameter stillDriven: receives the line if it may still be active.
    func stop(_ stillDriven: inout Set<LineDescription>) {
        output.ignore()
        retry.cancel()
        light.failed = nil
        light.stop()
        // The line is driven again, since the rhythm regards a failed line as inactive.
        output.stop(&stillDriven)
    }
}
