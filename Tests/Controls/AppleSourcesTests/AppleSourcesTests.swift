import Controls
import Foundation
import Synchronization
import Testing

/// Controls from an app's unmodified sources, on a panel.
@Suite(.serialized) @MainActor
struct AppleSourcesTests {
    private let bundle: ResolvedBundle

    init() async throws {
        bundle = ResolvedBundle(ProductivityExtensionBundle(), name: "Productivity")
        TimerManager.shared.running = []
        await GarageDoorManager.shared.obstruct(false)
        try await GarageDoorManager.shared.set(.closed)
    }

    /// Performs the intent of a control as shown, and loads the control.
    private func hold(_ shown: EvaluatedControl) async -> IntentOutcome {
        await bundle.perform(
            intent: bundle.name(of: shown.intent), values: shown.intent.parameterValues, isOn: shown.isOn.map { !$0 },
            kind: shown.kind, configuration: shown.configuration)
    }

    private func confirming<Result>(_ answer: Bool, _ body: @MainActor () async throws -> Result) async rethrows
        -> Result
    {
        let context = _PerformanceContext(performance: "1") { _ in answer }
        return try await _PerformanceContext.$current.withValue(context) { try await body() }
    }

    @Test(
        "C1 the controls of a widget extension are listed; notes say that its widgets and live activity are not")
    func listed() {
        #expect(
            bundle.controls.map(\.kind) == [
                "com.apple.Productivity.TimerToggle", "com.yourcompany.GarageDoorOpener",
                "com.example.myApp.performActionButton", "com.example.myApp.camera",
            ])
        #expect(
            bundle.unlisted == [
                .ordinaryWidget(place: "TimerWidget, widget 1 of ProductivityExtensionBundle"),
                .ordinaryWidget(place: "ClockWidget, widget 2 of ProductivityExtensionBundle"),
                .ordinaryWidget(place: "TimerLiveActivity, widget 7 of ProductivityExtensionBundle"),
            ])
    }

    @Test("C20 an intent's progress is told once for each percent, and only while it performs")
    func progress() async throws {
        let told = Told()
        let context = _PerformanceContext(performance: "1", confirm: { _ in true }, progress: { told.add($0) })
        _ = try await _PerformanceContext.$current.withValue(context) { try await CloseShades().perform() }
        #expect(told.parts == [0, 0.25, 0.5, 0.75, 1])
        _ = try await CloseShades().perform()
        #expect(told.parts.count == 5)
    }

    private final class Told: Sendable {
        private let list = Mutex<[Double]>([])

        var parts: [Double] { list.withLock { $0 } }

        func add(_ part: Double) { list.withLock { $0.append(part) } }
    }

    @Test("C41 the timer's preview is the query's default result; a placement is its own timer")
    func timer() async throws {
        let control = try #require(bundle["com.apple.Productivity.TimerToggle"])
        #expect(control.promptsForUserConfiguration)
        #expect(control.preview.configurationProblems == [.needsValue(parameter: "Timer", intent: "Select Timer")])
        #expect(try await control.preview().snapshot().title == "Break")
        let choices = try await control.suggestions(forParameter: "timer")
        #expect(choices.map(\.title) == ["Work", "Break"])
        #expect(choices.map(\.symbol) == [.system("hourglass"), .system("hourglass")])

        let work = try await control.load(configuration: ["timer": choices[0].value])
        #expect(work.snapshot().title == "Work")
        #expect(work.snapshot().hint == "Hold to Start")
        #expect(work.snapshot().tint == .purple)
        let started = await hold(work)
        #expect(started.control?.snapshot().valueText == "Running")
        #expect(started.control?.snapshot().hint == "Hold to Stop")
        let rest = try await control.load(configuration: ["timer": choices[1].value])
        #expect(rest.isOn == false)
    }

    @Test("C45 the push handler receives the timer of each placement")
    func pushTokens() async throws {
        let timer = TimerManager.shared.timers[0]
        await bundle.pushTokensDidChange([
            ControlInfo(
                kind: "com.apple.Productivity.TimerToggle", configuration: ["timer": .string(timer.id.uuidString)],
                pushToken: "abc"),
            ControlInfo(kind: "com.yourcompany.GarageDoorOpener", pushToken: "def"),
        ])
        #expect(Server.shared.registered.last == "com.apple.Productivity.TimerToggle Work 3")
    }

    @Test("C24 the garage door asks for confirmation, and the value provider's own type is in the template")
    func garageDoor() async throws {
        let control = try #require(bundle["com.yourcompany.GarageDoorOpener"])
        let closed = try await control.load()
        #expect(closed.isOn == false)
        #expect(closed.snapshot().privacy.state)
        #expect(closed.snapshot().hint == "Hold to Open the Garage")
        let declined = await confirming(false) { await hold(closed) }
        #expect(declined.control?.snapshot().failure == "It was not confirmed")
        #expect(declined.control?.isOn == false)
        let opened = await confirming(true) { await hold(closed) }
        #expect(opened.actionError == nil)
        #expect(opened.performed?.dialog == "The door opens")
        #expect(opened.control?.isOn == true)
        let shut = await hold(try #require(opened.control))
        #expect(shut.control?.isOn == false)
    }

    @Test("C27 the text of the app's error is shown, with the door's real state")
    func obstructed() async throws {
        let control = try #require(bundle["com.yourcompany.GarageDoorOpener"])
        await GarageDoorManager.shared.obstruct(true)
        let outcome = await confirming(true) { await hold(control.preview) }
        #expect(outcome.control?.snapshot().failure == "Something is in the way")
        #expect(outcome.control?.isOn == false)
    }

    @Test("C22 the launching button opens its screen")
    func launching() async throws {
        let control = try #require(bundle["com.example.myApp.performActionButton"])
        #expect(control.preview.snapshot().hint == "Hold to Open Launch App")
        let performed = await hold(control.preview).performed
        #expect(performed?.target?.title == "History")
        #expect(performed?.target?.type == "LaunchAppEnum")
    }

    @Test("C30 the camera button captures and opens its target, and cannot be run by name")
    func camera() async throws {
        let control = try #require(bundle["com.example.myApp.camera"])
        #expect(control.preview.snapshot(isRunning: true).valueText == "Capturing…")
        let next = await hold(control.preview).performed?.opensIntent
        #expect(next?.target?.title == "Timer")
        #expect(!bundle.discoverableIntents.contains { $0.type is TakePicture.Type })
    }

    @Test("C29 the timer's intent is a live activity intent")
    func liveActivity() async throws {
        _ = try await #require(bundle["com.apple.Productivity.TimerToggle"]).preview()
        #expect(bundle.discoverableIntents.contains { $0.type is any LiveActivityIntent.Type })
        #expect(ToggleTimerIntent() as Any is any LiveActivityIntent)
    }

    @Test("C24 an intent asks for a value, a choice and a confirmation, and runs again with the answers")
    func shade() async throws {
        let shade = try PerformableIntent(SetShade.self, parameters: [:])
        #expect(shade.parameters.map(\.type) == [.integer, .number, .text, .date])
        #expect(shade.parameterValues == ["height": .int(50)])

        func request(_ answers: [String: IntentValue]) async -> IntentParameterRequest? {
            do {
                try await shade.perform(answers: answers)
                return nil
            } catch {
                return await shade.request(for: error, answers: answers)
            }
        }
        let first = await confirming(true) { await request([:]) }
        #expect(first?.dialog == "Which shade?")
        #expect(first?.choices?.map(\.title) == ["Kitchen, east", "Kitchen, west", "Hall"])
        let second = await confirming(true) { await request(["shade": .string("Kitchen")]) }
        #expect(second?.dialog == "Which of the two?")
        #expect(second?.choices?.map(\.title) == ["Kitchen, east", "Kitchen, west"])
        let third = await confirming(false) { await request(["shade": .string("Hall")]) }
        #expect(third?.parameter == "height")
        #expect(third?.dialog == "How far, then?")
        let done = try await confirming(true) {
            try await shade.perform(answers: ["shade": .string("Hall"), "height": .int(30)])
        }
        #expect(done.dialog == "Hall is at 30 percent")
    }

    @Test("C23 a number out of its range is refused, and a date is given in seconds or in ISO 8601")
    func values() throws {
        let error = IntentParameterError.outOfRange(
            parameter: "height", intent: "Set Shade", value: .int(101), range: 0...100)
        #expect(throws: error) { try PerformableIntent(SetShade.self, parameters: ["height": .int(101)]) }
        #expect(error.description == "'Set Shade': 'height' cannot be 101; it is from 0 to 100")
        #expect(throws: IntentParameterError.self) {
            try PerformableIntent(SetShade.self, parameters: ["speed": .double(0)])
        }
        let dated = try PerformableIntent(SetShade.self, parameters: ["until": .string("2026-01-01T12:00:00Z")])
        #expect(dated.parameterValues["until"] == .double(1_767_268_800))
        #expect(throws: IntentParameterError.self) {
            try PerformableIntent(SetShade.self, parameters: ["until": .string("tomorrow")])
        }
    }
}
