import Configuration
import Controls
import EventLoop
import Indicators
import MonotonicTime

/// Lights that say something which nothing has brought about.
extension PanelEngine {
    /// Has lights say what is meant for a while. What the lock says (`prompt`, `entry`, `lockout` and so on) takes its own
    /// place among what they have to say; all else covers that.
    ///
    /// - Parameter name: the light; `nil` for all of them.
    /// - Returns: whether there is such a light.
    @discardableResult
    public func show(_ meaning: LightMeaning, on name: String? = nil, for duration: Duration) -> Bool {
        switch meaning.layer {
        case .prompt, .entry, .lockout:
            show(meaning, on: name, as: meaning.layer, for: duration, holdTime: duration)
        default: show(meaning, on: name, as: .test, for: duration, holdTime: duration)
        }
    }

    /// Goes through meanings on lights, covering all else, so that a person sees whether the lights work and what they say.
    /// It ends with the next press of a button.
    ///
    /// - Parameters:
    ///   - name: the light; `nil` for all of them.
    ///   - duration: how long each is seen.
    ///   - told: is called with each as it begins to be seen; with `nil` in the end.
    /// - Returns: a test that can be ended, or `nil` where there is no such light.
    func testLights(
        _ meanings: [LightMeaning], on name: String?, each duration: Duration,
        told: @escaping @PanelActor (LightMeaning?) -> Void
    ) -> LightTest? {
        guard name == nil || light(name ?? "") != nil else { return nil }
        lightTest?.end()
        let test = LightTest(meanings, each: duration, scheduler: scheduler) { [weak self] meaning in
            if let meaning {
                self?.show(meaning, on: name, as: .test, for: nil, holdTime: duration)
            } else {
                self?.lightTest = nil
                for slot in self?.lights ?? [] { slot.light.clear(.test) }
            }
            told(meaning)
        }
        lightTest = test
        test.begin()
        return test
    }

    @discardableResult
    private func show(
        _ meaning: LightMeaning, on name: String?, as layer: LightLayer, for duration: Duration?, holdTime: Duration
    ) -> Bool {
        let slots = lights.filter { name == nil || $0.description.name == name }
        for slot in slots {
            let tint = controls.slots.first { $0.lights.contains { $0 === slot } }?.snapshot.tint ?? .white
            slot.light.set(
                meaning.look(tint: tint, holdTime: holdTime, wasLit: false), on: layer, for: duration)
        }
        return !slots.isEmpty
    }
}
