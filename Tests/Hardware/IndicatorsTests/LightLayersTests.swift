import ControlModel
import Indicators
import MonotonicTime
import SimulatedGPIO
import Testing

@Suite("Light layers")
struct LightLayersTests {
    private func at(_ milliseconds: Int) -> MonotonicInstant { .zero.advanced(by: .milliseconds(milliseconds)) }

    private let lit = LightLook(color: .green, pattern: .steady(true))
    private let dark = LightLook(color: .green, pattern: .steady(false))
    /// 100 ms lit and 100 ms dark, repeated.
    private let blinking = LightLook(
        color: .blue,
        pattern: LightPattern(
            phases: [
                .init(isLit: true, duration: .milliseconds(100)), .init(isLit: false, duration: .milliseconds(100)),
            ], repeats: true))

    @Test("a light without layers is dark, without a deadline")
    func silence() {
        let layers = LightLayers()
        #expect(layers.look(at: .zero) == nil)
        #expect(layers.state(at: .zero) == (0, nil))
    }

    @Test("the highest layer is visible, in every combination of layers")
    func precedence() {
        let order: [LightLayer] = [
            .state, .momentary, .question, .holdProgress, .prompt, .entry, .test, .lockout, .fault,
        ]
        #expect(LightLayer.allCases.sorted() == order)
        let looks = order.indices.map { LightLook(color: .red, pattern: .steady($0.isMultiple(of: 2))) }
        for combination in 0..<1 << order.count {
            let present = order.indices.filter { combination & 1 << $0 != 0 }
            // The order of setting the layers does not matter.
            for indices in [present, present.reversed()] {
                var layers = LightLayers()
                for index in indices { layers.set(looks[index], on: order[index], from: .zero) }
                #expect(layers.look(at: at(5)) == present.last.map { looks[$0] })
                #expect((layers.state(at: at(5)).level > 0) == (present.last?.isMultiple(of: 2) ?? false))
                for index in indices { layers.clear(order[index]) }
                #expect(layers == LightLayers())
            }
        }
    }

    @Test("a layer that ends or is cleared reveals the current state of the layer below")
    func revealing() {
        var layers = LightLayers()
        layers.set(blinking, on: .state, from: at(0))
        layers.set(dark, on: .momentary, from: at(20), until: at(130))
        layers.set(lit, on: .fault, from: at(30))
        #expect(layers.state(at: at(40)) == (1, nil))
        layers.clear(.fault)
        #expect(layers.state(at: at(50)) == (0, at(130)))
        #expect(layers.look(at: at(129)) == dark)
        // At 130 ms the rhythm below is in its dark phase, until 200 ms.
        #expect(layers.look(at: at(130)) == blinking)
        #expect(layers.state(at: at(130)) == (0, at(200)))
        // A change below becomes visible.
        layers.set(dark, on: .momentary, from: at(140), until: at(160))
        layers.set(lit, on: .state, from: at(150))
        #expect(layers.state(at: at(150)) == (0, at(160)))
        #expect(layers.state(at: at(160)) == (1, nil))
    }

    @Test("the deadline is the pattern's next change or the layer's end, whichever is first")
    func deadline() {
        var layers = LightLayers()
        layers.set(blinking, on: .momentary, from: at(0), until: at(250))
        #expect([0, 99, 100, 200].map { layers.state(at: at($0)).deadline } == [at(100), at(100), at(200), at(250)])
        #expect(layers.state(at: at(250)) == (0, nil))
        // A lower layer that ends while covered needs no deadline.
        layers.set(lit, on: .fault, from: at(0))
        layers.set(dark, on: .state, from: at(0), until: at(70))
        #expect(layers.state(at: at(10)) == (1, nil))
    }

    @Test("setting the same look keeps the rhythm, and another look or one with an end restarts it")
    func sameLook() {
        var layers = LightLayers()
        layers.set(blinking, on: .state, from: at(0))
        layers.set(blinking, on: .state, from: at(150))
        #expect(layers.state(at: at(150)) == (0, at(200)))
        layers.set(lit, on: .state, from: at(160))
        layers.set(blinking, on: .state, from: at(160))
        #expect(layers.state(at: at(160)) == (1, at(260)))
        // A second event of the same kind restarts the rhythm and lasts as long as the first.
        layers.set(blinking, on: .momentary, from: at(0), until: at(500))
        layers.set(blinking, on: .momentary, from: at(150), until: at(650))
        #expect(layers.state(at: at(150)) == (1, at(250)))
        layers.set(blinking, on: .momentary, from: at(200))
        #expect(layers.state(at: at(200)) == (1, at(300)))
        #expect(layers.look(at: at(10_000)) == blinking)
    }

    @Test("a light's look never changes before its deadline, nor without one", arguments: 1...40)
    func deadlineIsHonest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var layers = LightLayers()
        for layer in LightLayer.allCases where Bool.random(using: &generator) {
            let pattern = LightPattern(
                phases: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    .init(
                        isLit: Bool.random(using: &generator),
                        duration: .nanoseconds(Int64.random(in: 1...40, using: &generator)))
                }, repeats: Bool.random(using: &generator), endsLit: Bool.random(using: &generator))
            let end = Bool.random(using: &generator) ? Int64.random(in: 0...200, using: &generator) : nil
            layers.set(
                LightLook(color: .red, pattern: pattern), on: layer, from: .zero,
                until: end.map { MonotonicInstant(nanoseconds: $0) })
        }
        let states = (0...400).map { layers.state(at: MonotonicInstant(nanoseconds: Int64($0))) }
        for (time, state) in states.enumerated() {
            let end = state.deadline.map { Int($0.nanoseconds) }
            #expect(end.map { $0 > time } ?? true)
            #expect(states[time..<min(end ?? 401, 401)].allSatisfy { $0.level == state.level })
        }
    }
}
