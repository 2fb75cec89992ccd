import ControlModel
import EventLoop
import GPIO
import Indicators
import MonotonicTime
import Testing

@Suite("A light")
@PanelActor
struct LightTests {
    /// A level that was written, and its time.
    private struct Writing: Equatable, CustomStringConvertible {
        var milliseconds: Int
        var isLit: Bool
        var color: Color?

        var description: String { "\(milliseconds)\(isLit ? "+" : "-")" }
    }

    private final class RecordingSink: LightSink {
        var levels = 1
        let gamut = LightGamut.all

        private let clock: VirtualScheduler
        var writings: [Writing] = []
        var levelsShown: [Double] = []
        var error: LightError?

        init(clock: VirtualScheduler) {
            self.clock = clock
        }

        func show(_ look: LightLook?, level: Double) throws(LightError) {
            let milliseconds = Int(clock.now.nanoseconds / 1_000_000)
            writings.append(Writing(milliseconds: milliseconds, isLit: level > 0, color: look?.color))
            self.levelsShown.append(level)
            if let error { throw error }
        }
    }

    private let clock = VirtualScheduler()
    private let sink: RecordingSink
    private let light: Light

    init() {
        sink = RecordingSink(clock: clock)
        light = Light(name: "porch", sink: sink, scheduler: clock)
    }

    private var trace: String { sink.writings.map(\.description).joined(separator: " ") }

    private func run(until milliseconds: Int) {
        clock.advanceAtOnce(to: .zero.advanced(by: .milliseconds(milliseconds)))
    }

    private func steady(_ isLit: Bool, _ color: Color = .green) -> LightLook {
        LightLook(color: color, pattern: .steady(isLit))
    }

    private func look(_ pattern: LightPattern) -> LightLook { LightLook(color: .green, pattern: pattern) }

    @Test("a steady light is written once and has no timer")
    func steadyLight() {
        light.set(steady(true), on: .state)
        light.set(steady(true), on: .state)
        run(until: 10_000)
        light.set(steady(true), on: .state)
        #expect(trace == "0+")
        #expect(light.isLit && light.look == steady(true))
        #expect(clock.nextDeadline == nil && clock.firings == 0)
        light.set(steady(false), on: .state)
        light.clear(.state)
        #expect(trace == "0+ 10000-")
        #expect(!light.isLit && light.look == nil)
    }

    @Test("a colour is written when it changes on a lit light, and never on a dark one")
    func colours() {
        light.set(steady(false, .red), on: .state)
        light.set(steady(false, .blue), on: .state)
        light.clear(.state)
        #expect(trace == "0-")
        light.set(steady(true, .red), on: .state)
        light.set(steady(true, .blue), on: .state)
        light.set(steady(false, .blue), on: .state)
        light.set(steady(true, .blue), on: .state)
        #expect(sink.writings.dropFirst().map(\.color) == [.red, .blue, .blue, .blue])
        #expect(trace == "0- 0+ 0+ 0- 0+")
    }

    @Test("a rhythm is written only at its changes, and has no cost after its end")
    func rhythm() {
        light.set(steady(true), on: .state)
        run(until: 100)
        light.set(look(.performed), on: .momentary, for: LightPattern.performed.duration)
        // At the end the control's current state becomes visible.
        light.set(steady(false), on: .state)
        run(until: 5_000)
        #expect(trace == "0+ 100- 160+ 220- 280+ 340-")
        #expect(clock.nextDeadline == nil)
        sink.writings = []
        light.set(look(.fault), on: .fault)
        run(until: 9_000)
        #expect(trace == "5000+ 5150- 5300+ 5450- 6850+ 7000- 7150+ 7300- 8700+ 8850- 9000+")
        light.clear(.fault)
        #expect(trace.hasSuffix(" 9000-"))
        #expect(clock.nextDeadline == nil)
    }

    @Test("a gradual change has at most 60 frames a second, each with another level, and none while it is constant")
    func breathing() {
        sink.levels = 255
        light.set(look(.running), on: .state)
        for second in 1...10 {
            let before = sink.levelsShown.count
            run(until: second * 1_000)
            #expect((30...60).contains(sink.levelsShown.count - before))
        }
        #expect(zip(sink.levelsShown, sink.levelsShown.dropFirst()).allSatisfy { $0 != $1 })
        #expect(sink.levelsShown.max() == 1 && (sink.levelsShown.min() ?? 0) < 0.16)
        light.set(steady(true), on: .fault)
        let (frames, firings) = (sink.levelsShown.count, clock.firings)
        run(until: 100_000)
        #expect(sink.levelsShown.count == frames && clock.firings == firings)
    }

    @Test("a covered rhythm goes on without wakeups")
    func covered() {
        light.set(look(.fault), on: .state)
        light.set(steady(true), on: .fault)
        let firings = clock.firings
        run(until: 1_900)
        #expect(clock.firings == firings && clock.nextDeadline == nil)
        light.clear(.fault)
        // The time is 50 ms into the second pass, whose first phase ends at 2000.
        run(until: 2_000)
        #expect(trace == "0+ 2000-")
    }

    @Test("every change is reported once, and the initial darkness is not a change")
    func changes() {
        var reported: [Bool] = []
        light.changed = { reported.append($0.isLit) }
        light.set(steady(false), on: .state)
        #expect(reported.isEmpty)
        light.set(look(.failed), on: .momentary, for: LightPattern.failed.duration)
        run(until: 2_000)
        #expect(reported == [true, false, true, false, true, false, true, false])
        light.set(steady(false, .red), on: .state)
        #expect(reported.count == 8)
    }

    @Test("a failing sink is reported, and tried again only with the next change")
    func failure() {
        var errors: [LightError] = []
        var reported: [Bool] = []
        light.failed = { errors.append($0) }
        light.changed = { reported.append($0.isLit) }
        sink.error = .line(.chipGone("gpiochip0"))
        light.set(steady(true), on: .state)
        run(until: 1_000)
        light.set(steady(true), on: .state)
        #expect(trace == "0+")
        #expect(errors == [.line(.chipGone("gpiochip0"))])
        #expect(reported.isEmpty, "what was not shown is no change")
        sink.error = nil
        light.set(steady(false), on: .state)
        light.set(steady(true), on: .state)
        #expect(trace == "0+ 1000- 1000+")
        #expect(errors.count == 1 && reported == [false, true])
    }

    @Test("a rhythm whose sink fails occasionally goes on")
    func failureInRhythm() {
        var errors = 0
        light.failed = { _ in errors += 1 }
        light.set(look(.fault), on: .fault)
        run(until: 200)
        sink.error = .line(.chipGone("gpiochip0"))
        run(until: 1_000)
        sink.error = nil
        run(until: 2_100)
        #expect(trace == "0+ 150- 300+ 450- 1850+ 2000-")
        #expect(errors == 2)
    }

    @Test("an observer of a failure or a change may set a layer, which is then played")
    func reentrancy() {
        light.failed = { [light] _ in light.set(LightLook(color: .red, pattern: .fault), on: .fault) }
        sink.error = .line(.chipGone("gpiochip0"))
        light.set(steady(false), on: .state)
        sink.error = nil
        run(until: 500)
        // The fault's first flash came during the failed write, and failed as well.
        #expect(trace == "0- 0+ 150- 300+ 450-")
        light.clear(.fault)
        sink.writings = []
        light.changed = { [light] frame in
            if frame.isLit { light.set(LightLook(color: .red, pattern: .performed), on: .momentary) }
        }
        light.set(steady(true), on: .state)
        run(until: 2_000)
        #expect(trace == "500+ 500- 560+ 620- 680+ 740-")
    }

    @Test("another look on top is reported once, also while it is dark, and the last reported look is the visible one")
    func looks() {
        var looks: [LightLook?] = []
        light.lookChanged = { looks.append($0) }
        light.set(steady(false), on: .state)
        light.set(steady(false), on: .state)
        light.set(look(.performed), on: .momentary, for: LightPattern.performed.duration)
        run(until: 1_000)
        light.refresh()
        light.clear(.state)
        #expect(looks == [steady(false), look(.performed), steady(false), nil])
        looks = []
        light.changed = { [light] frame in
            if frame.isLit { light.set(LightLook(color: .red, pattern: .fault), on: .fault) }
        }
        light.set(steady(true), on: .state)
        #expect(looks == [LightLook(color: .red, pattern: .fault)] && looks.last == light.look)
    }

    @Test("`refresh` writes the visible look again and keeps the rhythm")
    func refreshing() {
        light.refresh()
        light.set(look(.fault), on: .fault)
        run(until: 100)
        light.refresh()
        run(until: 200)
        light.refresh()
        run(until: 300)
        #expect(trace == "0- 0+ 100+ 150- 200- 300+")
    }

    @Test("`stop` ends every rhythm and layer, and writes a dark light only if it is lit")
    func stopping() {
        light.set(steady(true), on: .state)
        light.set(look(.fault), on: .fault, for: .seconds(60))
        run(until: 320)
        light.stop()
        light.stop()
        #expect(clock.nextDeadline == nil && !light.isLit && light.look == nil)
        run(until: 100_000)
        #expect(trace == "0+ 150- 300+ 320-")
    }

    @Test("a released light leaves no timer with an effect")
    func released() {
        weak var gone: Light?
        do {
            let light = Light(name: "gone", sink: sink, scheduler: clock)
            light.set(look(.fault), on: .fault)
            gone = light
        }
        #expect(gone == nil)
        run(until: 10_000)
        #expect(trace == "0+" && clock.nextDeadline == nil)
    }

    /// A light whose hardware plays rhythms.
    private final class PlayingSink: LightSink {
        var calls: [String] = []
        var canPlay = true
        var error: LightError?

        let levels = 255
        let gamut = LightGamut.one

        func show(_ look: LightLook?, level: Double) throws(LightError) { calls.append(level > 0 ? "on" : "off") }

        var givenUp: (@PanelActor () -> Void)?

        func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool {
            self.givenUp = givenUp
            calls.append("play \(look.pattern.name)")
            if let error { throw error }
            return canPlay
        }
    }

    @Test("a rhythm that the hardware plays needs no wakeup, and ends with the next look")
    func played() {
        let sink = PlayingSink()
        let light = Light(name: "l", sink: sink, scheduler: clock)
        light.set(LightLook(color: .red, pattern: .fault), on: .fault)
        #expect(clock.nextDeadline == nil)
        #expect(light.isLit)
        light.set(LightLook(color: .blue, pattern: .steady(true)), on: .state)
        light.clear(.fault)
        light.clear(.state)
        #expect(sink.calls == ["play fault", "on", "off"])
        light.set(LightLook(color: .red, pattern: .question), on: .question, for: .seconds(3))
        #expect(clock.nextDeadline == clock.now.advanced(by: .seconds(3)), "when it is over")
    }

    @Test("a rhythm that the hardware gives up is written step by step from then on")
    func givenUp() {
        let sink = PlayingSink()
        let light = Light(name: "l", sink: sink, scheduler: clock)
        light.set(LightLook(color: .red, pattern: .fault), on: .fault)
        run(until: 20)
        sink.givenUp?()
        run(until: 320)
        #expect(sink.calls == ["play fault", "on", "off", "on"])
        sink.givenUp?()
        light.clear(.fault)
        sink.givenUp?()
        #expect(sink.calls.last == "off" && clock.nextDeadline == nil)
    }

    @Test("each key of a PIN restarts its rhythm on every kind of light, and a fault above goes on")
    func keys() {
        let playing = PlayingSink()
        let other = Light(name: "l", sink: playing, scheduler: clock)
        for light in [light, other] { light.show(.entry) }
        run(until: 300)
        for light in [light, other] { light.show(.entry) }
        run(until: 450)
        #expect(trace == "0- 100+ 300- 400+")
        #expect(playing.calls == ["play entry", "play entry"])
        other.show(.fault)
        other.show(.entry)
        #expect(playing.calls.suffix(2) == ["play entry", "play fault"])
    }

    @Test("an observer of a change may darken the light, which ends the played rhythm")
    func refusedAndMended() {
        let sink = PlayingSink()
        sink.error = .led(.notPermitted(path: "trigger"))
        let light = Light(name: "l", sink: sink, scheduler: clock)
        light.failed = { [light] _ in light.show(.fault) }
        light.changed = { [light] _ in light.clear(.fault) }
        light.show(.question)
        run(until: 500)
        #expect(sink.calls == ["play question", "on", "off"])
    }

    @Test("a rhythm that the hardware cannot play is written step by step, asked once", arguments: [false, true])
    func unplayed(fails: Bool) {
        let sink = PlayingSink()
        sink.canPlay = false
        if fails { sink.error = .led(.gone("x")) }
        let light = Light(name: "l", sink: sink, scheduler: clock)
        var failures = 0
        light.failed = { _ in failures += 1 }
        light.set(LightLook(color: .red, pattern: .fault), on: .fault)
        run(until: 320)
        #expect(sink.calls == ["play fault", "on", "off", "on"])
        #expect(failures == 0, "it is shown all the same")
    }
}
