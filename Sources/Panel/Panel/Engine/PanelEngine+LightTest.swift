import Configuration
import ControlModel
import EventLoop
import Indicators
import MonotonicTime

/// Light tests: lights show meanings without a cause.
extension PanelEngine {
    /// Shows a meaning on lights for a time, and on the text display if `name` is `nil`.
    ///
    /// The meanings of the lock (`prompt`, `entry`, `lockout` and so on) use their own layer. All other meanings cover
    /// every other layer.
    ///
    /// - Parameter name: the light; `nil` for all lights.
    /// - Returns: whether the light exists.
    @discardableResult
    public func show(_ meaning: LightMeaning, on name: String? = nil, for duration: Duration) -> Bool {
        if name == nil { rehearse(meaning, for: duration) }
        return switch meaning.layer {
        case .prompt, .entry, .lockout:
            show(meaning, on: name, as: meaning.layer, for: duration, holdTime: duration)
        default: show(meaning, on: name, as: .test, for: duration, holdTime: duration)
        }
    }

    /// Shows a list of meanings on lights above all other layers, so that a person can check the lights and learn their
    /// meanings. The test ends with the next button press or fault.
    ///
    /// - Parameters:
    ///   - name: the light; `nil` for all lights.
    ///   - duration: the time for each meaning.
    ///   - told: called with each step, the end included.
    /// - Returns: the running test; `nil` if the light does not exist.
    func testLights(
        _ meanings: [LightMeaning], on name: String?, each duration: Duration,
        told: @escaping @PanelActor (LightTest.Step) -> Void
    ) -> LightTest? {
        guard name == nil || light(name ?? "") != nil else { return nil }
        lightTest?.end("another test has begun")
        let test = LightTest(meanings, each: duration, scheduler: scheduler) { [weak self] step in
            if case .shown(let meaning) = step {
                // The light shows the meaning until the next one replaces it.
                self?.show(meaning, on: name, as: .test, for: duration + .seconds(1), holdTime: duration)
            } else {
                self?.lightTest = nil
                for slot in self?.lights ?? [] { slot.light.clear(.test) }
            }
            told(step)
        }
        lightTest = test
        test.begin()
        return test
    }

    /// Shows a simulated state of the lock on the text display.
    private func rehearse(_ meaning: LightMeaning, for duration: Duration) {
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

    @discardableResult
    private func show(
        _ meaning: LightMeaning, on name: String?, as layer: LightLayer, for duration: Duration, holdTime: Duration
    ) -> Bool {
        let slots = lights.filter { name == nil || $0.description.name == name }
        for slot in slots {
            let tint = controls.slots.first { $0.lights.contains { $0 === slot } }?.shown(isUnlocked).tint ?? .white
            slot.light.show(meaning, tint: tint, holdTime: holdTime, on: layer, for: duration)
        }
        return !slots.isEmpty
    }
}
