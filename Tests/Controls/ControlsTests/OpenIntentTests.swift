import Controls
import Testing

@Suite @MainActor
struct OpenIntentTests {
    @Test("H2 the hint of a button with an OpenIntent is Hold to Open NAME; H5 an action hint takes precedence")
    func hint() throws {
        let plain = try evaluate(displayName: "Rooms") { ControlWidgetButton(action: OpenRoom(.hall)) { Text("Hall") } }
        #expect(plain.snapshot().hint == "Hold to Open Rooms")
        let hinted = try evaluate(displayName: "Rooms") {
            ControlWidgetButton(action: OpenRoom(.hall)) { Text("Hall").controlWidgetActionHint("Enter the Hall") }
        }
        #expect(hinted.snapshot().hint == "Hold to Enter the Hall")
    }

    @Test("C22 a control reports that its intent opens a view, and which one")
    func target() throws {
        let hall = try evaluate { ControlWidgetButton(action: OpenRoom(.hall)) { Text("Hall") } }.intent
        #expect(hall.opensView)
        #expect(hall.openAppWhenRun)
        #expect(hall.target?.type == "Room")
        #expect(hall.target?.typeName == "Room")
        #expect(hall.target?.value == .string("hall"))
        #expect(hall.target?.title == "Hall")
        let bell = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }.intent
        #expect(!bell.opensView)
        #expect(!bell.openAppWhenRun)
        #expect(bell.target == nil)
    }

    @Test("C22 an OpenIntent performs without its own perform(), and reports the opened target")
    func performed() async throws {
        let hall = try evaluate { ControlWidgetButton(action: OpenRoom(.hall)) { Text("Hall") } }
        let performed = try await hall.performAction()
        #expect(performed.target == hall.intent.target)
        #expect(performed.openAppWhenRun)
        #expect(performed.opensIntent == nil)
    }

    @Test("C22 an OpenIntent's own perform() is called, asynchronous or not")
    func ownPerform() async throws {
        let room = try evaluate { ControlWidgetButton(action: NoteRoom()) { Text("Hall") } }
        #expect(!room.intent.openAppWhenRun)
        let journal = Journal()
        let performed = try await Journal.$current.withValue(journal) { try await room.performAction() }
        #expect(journal.entries == ["entered attic"])
        #expect(performed.target?.value == .string("attic"))
        #expect(!performed.openAppWhenRun)
    }

    @Test("C22 an OpenIntent without a target asks for it, and opens the answer")
    func noTarget() async throws {
        let control = try #require(ResolvedControl(AnyRoom(), defaultName: "House"))
        #expect(control.preview.intent.target == nil)
        let asked = await control.perform(control.preview)
        #expect(asked.performed == nil)
        #expect(asked.request?.parameter == "target")
        let answered = await control.perform(control.preview, answers: ["target": .string("kitchen")])
        #expect(answered.actionError == nil)
        #expect(answered.performed?.target?.title == "Kitchen")
    }

    @Test("C22 a result that opens an intent returns it with its own policy, not yet performed")
    func chained() async throws {
        let control = try evaluate { ControlWidgetButton(action: Unlock()) { Text("Unlock") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            let next = try #require(try await control.performAction().opensIntent)
            #expect(journal.entries == ["unlocked"])
            #expect(next.type is NoteRoom.Type)
            #expect(next.authenticationPolicy == .requiresAuthentication)
            #expect(next.target?.value == .string("attic"))
            try await next.perform()
            #expect(journal.entries == ["unlocked", "entered attic"])
        }
    }

    @Test("C22 a result may have a value and open an intent")
    func valueAndIntent() async throws {
        let result = try await CountAndOpen().perform()
        #expect(result.value == 3)
        #expect(
            try await PerformableIntent(CountAndOpen.self, parameters: [:]).perform().opensIntent?.opensView == true)
    }
}

private struct NoteRoom: OpenIntent {
    static let title: LocalizedStringResource = "Note Room"
    static let openAppWhenRun = false
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication
    @Parameter(title: "Room", default: .attic) var target: Room

    func perform() throws -> some IntentResult {
        Journal.current.note("entered \(target)")
        return .result()
    }
}

private struct Unlock: AppIntent {
    static let title: LocalizedStringResource = "Unlock"

    func perform() async throws -> some IntentResult & OpensIntent {
        Journal.current.note("unlocked")
        return .result(opensIntent: NoteRoom())
    }
}

private struct CountAndOpen: AppIntent {
    static let title: LocalizedStringResource = "Count"

    func perform() async throws -> some IntentResult & ReturnsValue<Int> & OpensIntent {
        .result(value: 3, opensIntent: OpenRoom(.hall))
    }
}

private struct AnyRoom: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.room") {
            ControlWidgetButton(action: OpenRoom()) { Text("Room") }
        }
    }
}
