import Configuration
import ControlModel
import EventLoop
import Indicators
import MonotonicTime

/// Lights that say something which nothing has brought about.
extension PanelEngine {
    /// Has lights say what is meant for a while. What the lock says (`prompt`, `entry`, `lockout` and so on) takes its own
    /// place among what they have to say; all else covers that. Of all lights, the text display says it too.
    ///
    /// - Parameter name: the light; `nil` for all of them.
    /// - Returns: whether there is such a light.
    @discardableResult
    public func show(_ meaning: LightMeaning, on name: String? = nil, for duration: Duration) -> Bool {
        if name == nil { rehearse(meaning, for: duration) }
        return switch meaning.layer {
        case .prompt, .entry, .lockout:
            show(meaning, on: name, as: meaning.layer, for: duration, holdTime: duration)
        default: show(meaning, on: name, as: .test, for: duration, holdTime: duration)
        }
    }

    /// Goes through meanings on lights, covering all else, so that a person sees whether the lights work and what they say.
    /// It ends with the next press of a button, and when something breaks.
    ///
    /// - Parameters:
    ///   - name: the light; `nil` for all of them.
    ///   - duration: how long each is seen.
    ///   - told: is called with each as it begins to be seen, and in the end.
    /// - Returns: a test that can be ended, or `nil` where there is no such light.
    func testLights(
        _ meanings: [LightMeaning], on name: String?, each duration: Duration,
        told: @escaping @PanelActor (LightTest.Step) -> Void
    ) -> LightTest? {
        guard name == nil || light(name ?? "") != nil else { return nil }
        lightTest?.end("another test has begun")
        let test = LightTest(meanings, each: duration, scheduler: scheduler) { [weak self] step in
            if case .shown(let meaning) = step {
                // Until the next one takes its place.
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

    /// The text display says what it would if there were such a lock.
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
        show(face)
        rehearsal = rehearsal ?? scheduler.makeTimer { [weak self] in self?.show(DisplayFace()) }
        rehearsal?.arm(at: end)
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
