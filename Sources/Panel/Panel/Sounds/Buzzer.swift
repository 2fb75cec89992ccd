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
    private let scheduler: any Scheduler
    private lazy var retry = scheduler.makeTimer { [weak self] in self?.refresh() }
    private var hasFailed = false

    /// Called when the line fails, and when it works again.
    var failed: (@PanelActor (LightError) -> Void)?
    var worked: (@PanelActor () -> Void)?

    /// The time before a retry after a failure: a line that could not be silenced must not sound for ever.
    private static let pause = Duration.seconds(1)

    init(output: OutputChannel, rhythms: [SoundOccasion: [Duration]], scheduler: any Scheduler) {
        self.output = output
        self.scheduler = scheduler
        self.rhythms = rhythms.mapValues { durations in
            let phases = durations.enumerated().map { index, duration in
                LightPattern.Phase(isLit: index.isMultiple(of: 2), duration: duration)
            }
            return LightPattern(phases: phases, repeats: false)
        }
        light = Light(name: "sound", sink: LineLight(outputs: [output]), scheduler: scheduler)
        light.failed = { [weak self] in self?.note($0) }
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
        failed?(error)
    }

    /// Sets the line to its current level, after the line is back or may work again.
    func refresh() {
        hasFailed = false
        light.refresh()
        if !hasFailed, output.isHeld { worked?() }
    }

    /// Silences the buzzer for good.
    func stop() {
        retry.cancel()
        light.failed = nil
        light.stop()
    }
}
