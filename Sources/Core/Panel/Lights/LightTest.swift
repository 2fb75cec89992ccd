import Configuration
import EventLoop
import Indicators
import MonotonicTime

/// Shows a list of meanings, one after the other.
@PanelActor
final class LightTest {
    private var meanings: ArraySlice<LightMeaning>
    private let duration: Duration
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.showNext() }
    private var onStep: (@PanelActor (Step) -> Void)?

    enum Step: Sendable, Hashable {
        /// The meaning is shown from now on.
        case shown(LightMeaning)
        /// The test has ended: normally with `nil`, early with a reason.
        case over(reason: String?)
    }

    /// - Parameter onStep: called with each step at its time.
    init(
        _ meanings: [LightMeaning], each duration: Duration, scheduler: any Scheduler,
        onStep: @escaping @PanelActor (Step) -> Void
    ) {
        self.meanings = meanings[...]
        self.duration = duration
        self.scheduler = scheduler
        self.onStep = onStep
    }

    /// - Parameter reason: why the test ends early; `nil` at its normal end.
    func end(_ reason: String?) {
        timer.cancel()
        let onStep = self.onStep
        self.onStep = nil
        onStep?(.over(reason: reason))
    }

    /// Shows the next meaning, or ends the test after the last one.
    func showNext() {
        guard let meaning = meanings.popFirst() else { return end(nil) }
        timer.arm(at: scheduler.now.advanced(by: duration))
        onStep?(.shown(meaning))
    }
}

/// Shows meanings on lights without a cause, so that a person can check the lights and learn their meanings.
///
/// ```
///   test ─ at most 42 s ─┐              ┌─ test …
///                        └─ rest, 10 min ┘
/// ```
@PanelActor
final class LightTester {
    /// The time after a test during which the lights are tested for administrators only. Without it, a client could keep a
    /// door's light from showing the door's state. With it, a light shows its state for at least 93 % of the time.
    static let rest = Duration.seconds(600)

    private let lights: PanelLights
    private let displays: Displays
    private let scheduler: any Scheduler
    /// The test in progress.
    private var test: LightTest?
    /// The end of the last test; `nil` before the first.
    private var lastEnd: MonotonicInstant?

    init(_ lights: PanelLights, _ displays: Displays, scheduler: any Scheduler) {
        self.lights = lights
        self.displays = displays
        self.scheduler = scheduler
    }

    /// Shows a meaning on lights for a time, and on the text display if `name` is `nil`.
    ///
    /// The meanings of the lock (`prompt`, `entry`, `lockout` and so on) use their own layer. All other meanings cover
    /// every layer but a lockout and a fault.
    ///
    /// - Parameter name: the light; `nil` for all lights.
    /// - Returns: whether the light exists.
    func show(_ meaning: LightMeaning, on name: String?, for duration: Duration) -> Bool {
        if name == nil { preview(meaning, for: duration) }
        let layer: LightLayer =
            switch meaning.layer {
            case .prompt, .entry, .lockout: meaning.layer
            default: .test
            }
        return lights.show(meaning, on: name, as: layer, for: duration, holdTime: duration)
    }

    /// The time until a client that does not administer the panel can test the lights; `nil` if that is possible now.
    /// During a test, the time is that of the rest after the test.
    var wait: Duration? {
        if test != nil { return Self.rest }
        guard let lastEnd else { return nil }
        let left = Self.rest - lastEnd.duration(to: scheduler.now)
        return left > .zero ? left : nil
    }

    /// Shows a list of meanings on lights, above all layers but a lockout and a fault. The test ends with the next button
    /// press or fault.
    ///
    /// - Parameters:
    ///   - name: the light; `nil` for all lights.
    ///   - duration: the time for each meaning.
    ///   - onStep: called with each step, the end included.
    /// - Returns: the running test; `nil` if the light does not exist.
    func begin(
        _ meanings: [LightMeaning], on name: String?, each duration: Duration,
        onStep: @escaping @PanelActor (LightTest.Step) -> Void
    ) -> LightTest? {
        guard name == nil || lights.slots.contains(where: { $0.description.name == name }) else { return nil }
        end("another test has begun")
        let test = LightTest(meanings, each: duration, scheduler: scheduler) { [weak self] step in
            if case .shown(let meaning) = step {
                // The light shows the meaning until the next one replaces it.
                self?.lights.show(meaning, on: name, as: .test, for: duration + .seconds(1), holdTime: duration)
            } else {
                self?.test = nil
                self?.lastEnd = self?.scheduler.now
                self?.lights.clear(.test)
            }
            onStep(step)
        }
        self.test = test
        test.showNext()
        return test
    }

    /// Ends the test in progress, if any.
    func end(_ reason: String) { test?.end(reason) }

    /// Shows a simulated state of the lock on the text display.
    private func preview(_ meaning: LightMeaning, for duration: Duration) {
        let end = scheduler.now.advanced(by: duration)
        var face = DisplayFace(state: .locked)
        switch meaning {
        case .unlocked, .right: face.state = .unlocked
        case .prompt: face.prompt = .init()
        case .entry: face.prompt = .init(hasKeys: true)
        case .wrong: face.prompt = .init(wasWrong: true)
        case .lockout: face.lockoutEnds = end
        case .off, .on, .running, .performed, .failed, .question, .hold, .fault: return
        }
        displays.preview(face, until: end)
    }
}
