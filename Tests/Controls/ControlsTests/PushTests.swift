import Controls
import Foundation
import Synchronization
import Testing

@Suite(.serialized) @MainActor
struct PushTests {
    private let bundle: ResolvedBundle

    init() throws {
        bundle = ResolvedBundle(PushBundle(), name: "Push")
        Told.calls = []
    }

    @Test("C45 a control with a push handler wants its placements' tokens, and one without does not")
    func wanted() {
        #expect(bundle.controls.map(\.wantsPushTokens) == [true, true, false])
    }

    @Test("C45 a handler is called once, with the full list of its controls' placements")
    func called() async {
        let placements = [
            ControlInfo(kind: "org.example.one", pushToken: "a"), ControlInfo(kind: "org.example.two", pushToken: "b"),
            ControlInfo(kind: "org.example.one", pushToken: "c"), ControlInfo(kind: "org.example.three"),
            ControlInfo(kind: "org.example.four", pushToken: "d"),
        ]
        await bundle.pushTokensDidChange(placements)
        #expect(Told.calls == [Array(placements[...2])])
        await bundle.pushTokensDidChange([])
        #expect(Told.calls.last?.isEmpty == true)
        await bundle.pushTokensDidChange([placements[1]])
        #expect(Told.calls.last == [placements[1]])
        await bundle.pushTokensDidChange([placements[3]])
        #expect(Told.calls.last?.isEmpty == true)
        #expect(Told.calls.count == 4)
    }

    @Test("C46 a placement has its kind, token and configuration")
    func info() throws {
        let info = ControlInfo(
            kind: "org.example.room.light", configuration: ["room": .string("hall"), "brightness": .int(5)],
            pushToken: "secret")
        #expect(info.kind == "org.example.room.light")
        #expect(info.pushInfo?.token == Data("secret".utf8))
        let intent = try #require(info.configurationIntent(of: SelectRoom.self))
        #expect(intent.room == .hall)
        #expect(intent.brightness == 5)
        #expect(info.configurationIntent(of: SelectDoor.self) == nil)
        #expect(ControlInfo(kind: "a.b").pushInfo == nil)
        #expect(ControlInfo(kind: "a.b").configurationIntent(of: SelectRoom.self) == nil)
    }

    @Test("C46 two placements of one kind are distinguished by their configuration")
    func identity() {
        let hall = ControlInfo(kind: "a.b", configuration: ["room": .string("hall"), "brightness": .int(5)])
        let attic = ControlInfo(kind: "a.b", configuration: ["room": .string("attic"), "brightness": .int(5)])
        #expect(hall.id != attic.id)
        #expect(hall != attic)
        #expect(hall == ControlInfo(kind: "a.b", configuration: ["brightness": .int(5), "room": .string("hall")]))
        #expect(Set([hall, attic, hall]).count == 2)
    }

    @Test("C46 an entity in a configuration is resolved by its query, and without it there is no intent")
    func entity() async throws {
        let building = Building()
        await Building.$current.withValue(building) {
            let bundle = ResolvedBundle(DoorBundle(), name: "House")
            let info = ControlInfo(kind: "org.example.door", configuration: ["door": .int(3)], pushToken: "t")
            #expect(info.configurationIntent(of: SelectDoor.self) == nil)
            let resolved = await bundle.resolved(info)
            #expect(resolved.configurationIntent(of: SelectDoor.self)?.door.name == "Cellar")
            #expect(resolved == info)
            building.state.withLock { $0.isUnreachable = true }
            #expect(await bundle.resolved(info).configurationIntent(of: SelectDoor.self) == nil)
        }
    }
}

@MainActor
private enum Told {
    static var calls: [[ControlInfo]] = []
}

private struct Handler: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        MainActor.assumeIsolated { Told.calls.append(controls) }
    }
}

private struct One: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.one") { ControlWidgetButton(action: Ring()) { Text("1") } }
            .pushHandler(Handler.self)
            .displayName("One")
    }
}

private struct Two: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.two") { ControlWidgetButton(action: Ring()) { Text("2") } }
            .pushHandler(Handler.self)
    }
}

private struct Three: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.three") { ControlWidgetButton(action: Ring()) { Text("3") } }
    }
}

private struct PushBundle: WidgetBundle {
    var body: some Widget {
        One()
        Two()
        Three()
    }
}
