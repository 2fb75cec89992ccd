import Controls
import Synchronization
import Testing

@Suite @MainActor
struct AskingTests {
    private func asking(
        _ ask: @escaping @MainActor (Asking) async throws -> Void, confirm answer: Bool? = nil,
        answers: [String: IntentValue] = [:]
    ) async throws -> [String?] {
        let dialogs = Dialogs()
        let context = answer.map { answer in
            _PerformanceContext(performance: "7") { dialog in
                dialogs.list.withLock { $0.append(dialog) }
                return answer
            }
        }
        try await _PerformanceContext.$current.withValue(context) {
            _ = try await Asking.$ask.withValue(ask) {
                try await PerformableIntent(Asking.self, parameters: [:]).perform(answers: answers)
            }
        }
        return dialogs.list.withLock { $0 }
    }

    @Test("C24 requestConfirmation in all its forms asks, and goes on when people confirm")
    func confirmed() async throws {
        #expect(try await asking({ try await $0.requestConfirmation() }, confirm: true) == [nil])
        #expect(try await asking({ try await $0.requestConfirmation(dialog: "Sure?") }, confirm: true) == ["Sure?"])
        #expect(
            try await asking(
                { try await $0.requestConfirmation(conditions: [], actionName: .start, dialog: "Go?") }, confirm: true)
                == ["Go?"])
        #expect(
            try await asking(
                {
                    try await $0.requestConfirmation(
                        actionName: .custom(acceptLabel: "Yes", denyLabel: "No"), dialog: "View?"
                    ) { Text("View") }
                }, confirm: true) == ["View?"])
        #expect(
            try await asking({ try await $0.requestConfirmation(result: .result(dialog: "Then?")) }, confirm: true)
                == ["Then?"])
        #expect(
            try await asking({ try await $0.requestConfirmation(result: .result(value: 3)) }, confirm: true) == [nil])
    }

    @Test(
        "C24 requestConfirmation throws if people decline, and if no people can be asked",
        arguments: [false, nil])
    func declined(answer: Bool?) async throws {
        await #expect(throws: AppIntentError.UserActionRequired.confirmation) {
            _ = try await asking({ try await $0.requestConfirmation(dialog: "Sure?") }, confirm: answer)
        }
    }

    @Test("C24 a parameter's requestConfirmation returns whether people confirm the value", arguments: [true, false])
    func parameterConfirmation(answer: Bool) async throws {
        let dialogs = try await asking(
            { intent in
                let plain = try await intent.$room.requestConfirmation(for: .hall)
                let worded = try await intent.$room.requestConfirmation(for: .hall, dialog: "Here?")
                #expect([plain, worded] == [answer, answer])
            }, confirm: answer)
        #expect(dialogs == ["Hall?", "Here?"])
    }

    @Test("C24 requestValue is a question, and gives the answer when the intent runs again")
    func value() async throws {
        let ask: @MainActor (Asking) async throws -> Void = { intent in
            let room = try await intent.$room.requestValue("Where?")
            #expect(room == .attic)
            #expect(intent.room == .attic)
        }
        let request = try await #require(throws: IntentParameterRequest.self) { _ = try await asking(ask) }
        #expect(request.parameter == "room")
        #expect(request.dialog == "Where?")
        #expect(request.choices?.count == 3)
        _ = try await asking(ask, answers: ["room": .string("attic")])
    }

    @Test("C24 requestValue ignores a value that was already set and asks for another")
    func notAnAnswer() async throws {
        await #expect(throws: IntentParameterRequest.self) {
            _ = try await asking { intent in
                intent.room = .hall
                _ = try await intent.$room.requestValue()
            }
        }
    }

    @Test("C24 requestDisambiguation offers its values and accepts no other")
    func disambiguation() async throws {
        let ask: @MainActor (Asking) async throws -> Void = { intent in
            let room = try await intent.$room.requestDisambiguation(among: [.hall, .attic], dialog: "Up or down?")
            #expect(room == .hall)
        }
        let expected = IntentParameterRequest(
            intent: "Ask", parameter: "room", title: "Room", dialog: "Up or down?",
            choices: [
                IntentChoice(
                    value: .string("hall"), title: "Hall", subtitle: "Downstairs",
                    symbol: .system("door.left.hand.open")),
                IntentChoice(value: .string("attic"), title: "attic"),
            ])
        await #expect(throws: expected) { _ = try await asking(ask) }
        await #expect(throws: expected) { _ = try await asking(ask, answers: ["room": .string("kitchen")]) }
        _ = try await asking(ask, answers: ["room": .string("hall")])
    }

    @Test("C24 requestChoice offers its options but Cancel, and gives each answer when the intent runs again")
    func choice() async throws {
        let options = [
            IntentChoiceOption(title: "Open"), IntentChoiceOption(title: "Break", style: .destructive), .cancel,
        ]
        let ask: @MainActor (Asking) async throws -> Void = { intent in
            let first = try await intent.requestChoice(between: options, dialog: "How?")
            let second = try await intent.requestChoice(between: options)
            #expect([first, second] == [options[1], options[0]])
        }
        let first = try await #require(throws: IntentParameterRequest.self) { _ = try await asking(ask) }
        let name = IntentParameterRequest.choice
        #expect(first.parameter == name)
        #expect(first.dialog == "How?")
        #expect(first.choices?.map(\.title) == ["Open", "Break"])
        let answer = try #require(first.choices?.last).value
        let second = try await #require(throws: IntentParameterRequest.self) {
            _ = try await asking(ask, answers: [name: answer])
        }
        #expect(second.dialog == nil)
        let answers = try #require(second.choices?.first).value
        _ = try await asking(ask, answers: [name: answers])
    }

    @Test("C24 an answer names its option, also when the options have changed, and a refused answer leaves no trace")
    func changedChoice() async throws {
        func ask(_ titles: [LocalizedStringResource]) -> @MainActor (Asking) async throws -> Void {
            { intent in
                let chosen = try await intent.requestChoice(between: titles.map { IntentChoiceOption(title: $0) })
                #expect(chosen.title == "Keep")
            }
        }
        let request = try await #require(throws: IntentParameterRequest.self) {
            _ = try await asking(ask(["Keep", "Delete"]))
        }
        let keep = [IntentParameterRequest.choice: try #require(request.choices?.first).value]
        _ = try await asking(ask(["Delete", "Keep"]), answers: keep)
        let again = try await #require(throws: IntentParameterRequest.self) {
            _ = try await asking(ask(["Delete", "Archive"]), answers: keep)
        }
        #expect(again.choices?.map(\.value) == [.string("Delete"), .string("Archive")])
    }

    @Test(
        "C24 an answer that is no option asks again",
        arguments: [IntentValue.string("0"), .string("x"), .int(3), .null])
    func noChoice(answer: IntentValue) async throws {
        await #expect(throws: IntentParameterRequest.self) {
            _ = try await asking(
                { _ = try await $0.requestChoice(between: [.init(title: "A"), .init(title: "B")]) },
                answers: [IntentParameterRequest.choice: answer])
        }
    }

    @Test("C24 the author's requestValueDialog is the question for a missing value")
    func dialogs() async throws {
        let intent = try PerformableIntent(Wanting.self, parameters: [:])
        let error = try await #require(throws: IntentParameterError.self) { try await intent.perform() }
        let request = await intent.request(for: error)
        #expect(request?.dialog == "How many?")
        #expect(await intent.request(for: AppIntentError.restartPerform) == nil)
    }

    @Test("C20 a result may have a dialog for people")
    func dialogResult() async throws {
        let performed = try await PerformableIntent(Wanting.self, parameters: ["count": .int(2)]).perform()
        #expect(performed.dialog == "2 it is")
    }

    @Test("C27 the reason that an intent throws is the text for people")
    func reasons() {
        #expect(String(failure: AppIntentError.UserActionRequired.confirmation) == "It was not confirmed")
        #expect(String(failure: AppIntentError.Unrecoverable.entityNotFound) == "There is no such thing any more")
        #expect(String(failure: AppIntentError.PermissionRequired.localNetwork) == "It may not use the local network")
        #expect(String(failure: AppIntentError.restartPerform) == "It has to be performed again")
    }
}

private final class Dialogs: Sendable {
    let list = Mutex<[String?]>([])
}

private struct Asking: AppIntent {
    static let title: LocalizedStringResource = "Ask"
    @TaskLocal static var ask: @MainActor @Sendable (Asking) async throws -> Void = { _ in }

    @Parameter(title: "Room") var room: Room?

    func perform() async throws -> some IntentResult {
        try await Self.ask(self)
        return .result()
    }
}

private struct Wanting: AppIntent {
    static let title: LocalizedStringResource = "Want"

    @Parameter(title: "Count", requestValueDialog: "How many?") var count: Int

    func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
        .result(value: count, dialog: "\(count) it is")
    }
}
