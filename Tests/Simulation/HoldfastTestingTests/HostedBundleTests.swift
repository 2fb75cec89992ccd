import Controls
import EventLoop
import HoldfastTesting
import LocalAPI
import Testing

@testable import SampleExtension

/// A bundle hosted in process, from the panel's side.
@PanelActor
struct HostedBundleTests {
    private static let lamp = "org.example.sample.lamp"
    private let bundle: HostedBundle
    private let host = FakeHost()

    init() async throws {
        bundle = try await HostedBundle(SampleExtension.self, name: "sample")
    }

    /// Waits until all work has ended, as a world with virtual time does.
    private func settle() async {
        await EventLoop.panel.settle()
        while bundle.hasOutstandingWork {
            await withCheckedContinuation { continuation in bundle.whenIdle { continuation.resume() } }
            await EventLoop.panel.settle()
        }
    }

    private func start() async {
        bundle.host = host
        bundle.start()
        await settle()
    }

    private final class Answers<Value: Sendable> {
        var all: [Result<Value, ExtensionFailure>] = []
        var last: Value? { try? all.last?.get() }
    }

    private func describe() async -> Answers<ExtensionDescription> {
        let answers = Answers<ExtensionDescription>()
        _ = bundle.describe(in: "org.example") { answers.all.append($0) }
        #expect(answers.all.isEmpty, "never inside the call that asks")
        await settle()
        return answers
    }

    private func perform(_ intent: String, kind: String, isOn: Bool? = nil) -> Answers<PerformReply> {
        let answers = Answers<PerformReply>()
        let request = PerformRequest(
            performance: "\(intent) \(Int.random(in: 0..<Int.max))", kind: kind, intent: intent, isOn: isOn)
        _ = bundle.perform(request) { answers.all.append($0) }
        return answers
    }

    private func snapshot() async -> Answers<ControlEvaluation> {
        let answers = Answers<ControlEvaluation>()
        _ = bundle.snapshot(SnapshotRequest(kind: Self.lamp)) { answers.all.append($0) }
        await settle()
        return answers
    }

    @Test("E1 a hosted bundle appears when a panel looks for it, and answers")
    func answers() async {
        var appearances = 0
        bundle.appeared = { appearances += 1 }
        await start()
        #expect(appearances == 1)
        #expect(await describe().last?.displayName == "Sample Extension")
        #expect(await snapshot().last?.control.isOn == false)
        let performed = perform("SetLamp", kind: Self.lamp, isOn: true)
        await settle()
        #expect(performed.last?.evaluation?.control.isOn == true)
    }

    @Test("virtual time waits for a performance, but not for people's answer")
    func outstanding() async {
        await start()
        let performed = perform("OpenDoor", kind: "org.example.sample.door")
        #expect(bundle.hasOutstandingWork)
        await settle()
        #expect(host.asked.count == 1)
        #expect(performed.all.isEmpty)
        host.answer(false)
        #expect(bundle.hasOutstandingWork)
        await settle()
        #expect(performed.last?.failure == "It was not confirmed")
    }

    @Test("C42 an intent's request to the panel is made for its own extension")
    func caller() async throws {
        await start()
        let evaluation = Answers<ControlEvaluation>()
        let request = SnapshotRequest(kind: RoomLight.kind, configuration: ["room": .string("hall")])
        _ = bundle.snapshot(request) { evaluation.all.append($0) }
        await settle()
        let intent = try #require(evaluation.last?.intent)
        _ = bundle.perform(
            PerformRequest(performance: "1", kind: RoomLight.kind, intent: intent.type, values: intent.values)
        ) { _ in }
        await settle()
        #expect(host.asked == ["reload org.example.sample.lamp for hosted(\"sample\")"])
    }

    @Test("C26 a withdrawn question gets no answer, and time does not wait for it")
    func cancelled() async {
        await start()
        let answers = Answers<PerformReply>()
        let call = bundle.perform(
            PerformRequest(performance: "1", kind: nil, intent: "OpenDoor")
        ) { answers.all.append($0) }
        await settle()
        call.cancel()
        await settle()
        #expect(answers.all.isEmpty)
        #expect(host.asked == ["confirm 1", "taken back"])
    }

    @Test("E2 a crashed bundle loses its questions, and is absent until it starts again")
    func crash() async {
        var (appearances, disappearances) = (0, 0)
        bundle.appeared = { appearances += 1 }
        bundle.vanished = { disappearances += 1 }
        await start()
        _ = await describe()
        let performed = perform("OpenDoor", kind: "org.example.sample.door")
        await settle()
        bundle.crashes()
        #expect(disappearances == 0 && performed.all.isEmpty, "never inside the call")
        await settle()
        #expect(performed.all == [.failure(.lost)])
        #expect(disappearances == 1)
        #expect(await snapshot().all == [.failure(.absent(reason: "it does not run"))])
        bundle.starts()
        await settle()
        #expect(appearances == 2)
        #expect(await snapshot().last != nil)
        bundle.starts()
        await settle()
        #expect(appearances == 2)
    }

    @Test("E2 a hanging bundle answers nothing, and virtual time goes on")
    func hang() async {
        await start()
        bundle.hangs()
        let answers = await snapshot()
        #expect(answers.all.isEmpty)
        #expect(!bundle.hasOutstandingWork)
        bundle.starts()
        await settle()
        #expect(answers.all == [.failure(.lost)])
        #expect(await snapshot().last != nil)
    }

    @Test("a restarted panel finds a hosted bundle with its state")
    func restart() async {
        await start()
        _ = perform("SetLamp", kind: Self.lamp, isOn: true)
        await settle()
        var appearances = 0
        bundle.appeared = { appearances += 1 }
        bundle.stop()
        await start()
        #expect(appearances == 1)
        #expect(await snapshot().last?.control.isOn == true)
    }
}
