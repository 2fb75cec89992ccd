import Controls
import Foundation
import LocalAPI
import Testing

@testable import ControlExtension

/// Activities from their request to their end (C29).
struct ActivityTests {
    private struct Tea: ActivityAttributes {
        struct ContentState: Codable, Hashable {
            var ready: Date
        }

        var name = "Tea"
        var symbol = "cup.and.saucer"
    }

    private func run<Value>(
        on connection: FakeConnection, _ body: () async throws -> Value
    ) async throws -> Value {
        let context = ExtensionContext(
            name: "tea", displayName: "Kitchen", link: HostLink(connection) { _ in },
            container: SharedContainer(path: nil))
        return try await ExtensionContext.$hosted.withValue(context) { try await body() }
    }

    private static func state(_ seconds: Double) -> ActivityContent<Tea.ContentState> {
        ActivityContent(state: Tea.ContentState(ready: Date(timeIntervalSince1970: seconds)), staleDate: nil)
    }

    private func shown(_ id: String, _ ends: Double) -> HostRequest {
        .showActivity(LocalAPI.ActivityState(id: id, title: "Tea", symbol: "cup.and.saucer", ends: ends))
    }

    @Test("C29 a request shows an activity, an update changes it, and an end removes it")
    func life() async throws {
        let connection = FakeConnection { _ in .success(.done) }
        try await run(on: connection) {
            let activity = try Activity.request(attributes: Tea(), content: Self.state(100))
            #expect(activity.activityState == .active)
            #expect(Activity<Tea>.activities.contains { $0.id == activity.id })
            await activity.update(Self.state(200))
            #expect(activity.content == Self.state(200))
            await activity.end(nil, dismissalPolicy: .immediate)
            #expect(activity.activityState == .ended)
            #expect(!Activity<Tea>.activities.contains { $0.id == activity.id })
            #expect(connection.requests.last == .endActivity(id: activity.id))
            #expect(connection.requests.contains(shown(activity.id, 200)))
            await activity.update(Self.state(300))
            await activity.end(nil)
            #expect(connection.requests.last == .endActivity(id: activity.id))
        }
    }

    @Test("C29 of changes that are faster than the panel, only the last is sent")
    func storm() async {
        let connection = FakeConnection()
        let sender = ActivitySender(link: HostLink(connection))
        // All changes wait behind the first request.
        for ends in 100...200 { sender.send(shown("1", Double(ends))) }
        #expect(connection.requests == [shown("1", 100)])
        connection.answerNext(.success(.done))
        #expect(connection.requests == [shown("1", 100), shown("1", 200)])
        connection.answerNext(.success(.done))
        await sender.finish()
    }

    @Test("C29 of simultaneous changes each returns, and the panel shows the last")
    func simultaneous() async throws {
        let connection = FakeConnection()
        try await run(on: connection) {
            let activity = try Activity.request(attributes: Tea(), contentState: Tea.ContentState(ready: .distantPast))
            let updates = Task {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<100 { group.addTask { await activity.update(Self.state(100)) } }
                }
                await activity.update(Self.state(200))
            }
            var count = 0
            repeat {
                count += 1
                await connection.sent(count)
                connection.answerNext(.success(.done))
            } while connection.requests[count - 1] != shown(activity.id, 200)
            await updates.value
            #expect(connection.requests.last == shown(activity.id, 200))
        }
    }

    @Test("C29 an activity that the panel refuses is dismissed")
    func refused() async throws {
        let connection = FakeConnection { _ in .failure(.activityRefused(id: "1")) }
        try await run(on: connection) {
            let activity = try Activity.request(attributes: Tea(), content: Self.state(100))
            await activity.update(Self.state(200))
            #expect(activity.activityState == .dismissed)
            await activity.end(nil)
        }
    }

    @Test("C29 without a panel a request for an activity fails")
    func noPanel() async throws {
        try await run(on: FakeConnection(isThere: false)) {
            #expect(!ActivityAuthorizationInfo().areActivitiesEnabled)
            #expect(throws: ActivityAuthorizationError.unsupported) {
                try Activity.request(attributes: Tea(), content: Self.state(100))
            }
        }
    }

    @Test("an activity reports that its state is out of date")
    func stale() async throws {
        try await run(on: FakeConnection { _ in .success(.done) }) {
            var content = Self.state(100)
            content.staleDate = .distantPast
            let activity = try Activity.request(attributes: Tea(), content: content)
            #expect(activity.activityState == .stale)
            await activity.end(nil)
        }
    }
}
