import Authentication
import ControlModel
import EventLoop
import Foundation
import LocalAPI
import Testing

@testable import Panel

/// The lock as a service over a socket, where each connection has its own session.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LockServiceTests {
    private func makePanel(
        _ yaml: String = PanelOverSocket.yaml, extensions: [String: any ExtensionService] = [:]
    ) async throws -> PanelOverSocket {
        try await PanelOverSocket.locked(yaml, extensions: extensions)
    }

    @Test("A1 A3 a PIN counts only for the connection that gave it, not for other connections or the panel")
    func sessions() async throws {
        let panel = try await makePanel()
        let (one, other) = (VarlinkClient(path: panel.path), VarlinkClient(path: panel.path))
        #expect(try await panel.safe(one)?.isRedacted == true)
        #expect(try await panel.perform(one, "safe") == "it needs a PIN")
        #expect(try await panel.perform(one, "lamp") == nil)
        #expect(try await panel.unlock(one, "888888") == "WrongPIN")
        #expect(try await panel.safe(one)?.isRedacted == true)
        #expect(try await panel.unlock(one, TestPanel.digits) == nil)
        #expect(try await panel.safe(one)?.isRedacted == false)
        #expect(try await panel.perform(one, "safe") == nil)
        #expect(try await panel.safe(one)?.isOn == true)
        #expect(try await panel.safe(other)?.isRedacted == true)
        #expect(try await panel.perform(other, "safe") == "it needs a PIN")
        #expect(!panel.test.engine.isUnlocked)
        // A control that needs the panel's own session needs a PIN at the pad, for every program.
        let local = "it needs the panel to be unlocked at its own PIN pad"
        #expect(try await panel.perform(one, "door") == local)
        #expect(panel.test.engine.pendingControl == nil, "nobody else makes the panel ask")
        #expect(try await panel.perform(other, "door") == "\(local), and a PIN")
        await panel.test.unlock()
        #expect(try await panel.perform(one, "door") == nil)
        #expect(try await panel.perform(other, "door") == "it needs a PIN")
        // Unlocking the panel unlocks no program.
        #expect(try await panel.safe(other)?.isRedacted == true)
        await panel.stop()
    }

    @Test("A1 a program that polls a local control performs nothing when a resident unlocks the panel")
    func polling() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        for _ in 1...3 { #expect(try await panel.perform(client, "door") != nil) }
        await panel.test.unlock()
        for _ in 1...3 { #expect(try await panel.perform(client, "door") != nil) }
        #expect(panel.test.edges["GPIO23"] == nil)
        // With its own PIN the program may perform the control while the panel is unlocked.
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.perform(client, "door") == nil)
        #expect(panel.test.edges["GPIO23"] == 1)
        await panel.test.advance(.seconds(60))
        #expect(!panel.test.engine.isUnlocked)
        #expect(try await panel.unlock(client, TestPanel.digits) == nil)
        #expect(try await panel.perform(client, "door") == "it needs the panel to be unlocked at its own PIN pad")
        await panel.stop()
    }

    @Test("A3 C28 the choices for a private control's intent are listed per connection, as the intent itself is")
    func suggestions() async throws {
        let kind = "org.example.fake.safe"
        let fake = FakeExtension(kinds: [kind])
        var evaluation = FakeExtension.toggle(SnapshotRequest(kind: kind), isOn: true, intent: "Disarm")
        evaluation.control.privacy.state = true
        fake.evaluate = { [evaluation] _ in .success(evaluation) }
        fake.choices = [IntentChoice(value: .string("cellar"), title: "Cellar")]
        let panel = try await makePanel(
            PanelOverSocket.yaml + """

                buttons:
                  action: {line: GPIO17, hold: \(kind)}
                extensions:
                  - {name: fake, domain: org.example.fake}
                """, extensions: ["fake": fake])
        typealias Suggest = PanelInterface.Suggest
        let (one, other) = (VarlinkClient(path: panel.path), VarlinkClient(path: panel.path))
        func asks(_ client: VarlinkClient, _ intent: String) async throws -> String? {
            try await panel.error(client, Suggest.method, Suggest.Parameters(intent: intent, parameter: "room"))
        }
        #expect(try await panel.unlock(other, TestPanel.digits) == nil)
        await panel.test.unlock()
        let unknown = try await asks(one, "Nothing")
        #expect(unknown?.hasPrefix("InvalidParameter") == true)
        for intent in ["Disarm", "fake/Disarm", "Arm"] { #expect(try await asks(one, intent) == unknown) }
        #expect(fake.suggestions == [], "the extension is not even asked")
        let replies = try await panel.ask(
            other, Suggest.method, Suggest.Parameters(intent: "Disarm", parameter: "room"), Suggest.Reply.self)
        #expect(replies.map(\.choices) == [fake.choices])
        #expect(fake.suggestions == [SuggestRequest(intent: "Disarm", parameter: "room")])
        await panel.stop()
    }

    @Test("a connection's session ends with the connection")
    func ending() async throws {
        let panel = try await makePanel()
        let one = VarlinkClient(path: panel.path)
        #expect(try await panel.unlock(one, TestPanel.digits) == nil)
        one.close()
        await panel.test.advance(.seconds(1))
        #expect(
            panel.test.lock.person(on: .connection(1)) == nil)
        #expect(try await panel.safe(VarlinkClient(path: panel.path))?.isRedacted == true)
        await panel.stop()
    }

    @Test("no light is tested while a person types at the pad: a key would end the test, which reveals it")
    func lightsWhileTyping() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        typealias Lights = PanelInterface.TestLights
        let request = Lights.Parameters(light: "none", meaning: "fault", seconds: 60)
        let refusal = "Refused: somebody is typing at the PIN pad"
        // The panel has no such light, so that the first refusal has another reason.
        let before = try await panel.error(client, Lights.method, request, more: true)
        #expect(before?.hasPrefix("Refused") == true && before != refusal)
        panel.test.engine.inputs.press(.digit(2), on: "")
        #expect(try await panel.error(client, Lights.method, request, more: true) == refusal)
        await panel.stop()
    }

    @Test("a lockout of programs does not lock out the pad")
    func lockout() async throws {
        let panel = try await makePanel()
        let one = VarlinkClient(path: panel.path)
        for digit in 1...4 { #expect(try await panel.unlock(one, "88888\(digit)") == "WrongPIN") }
        #expect(try await panel.unlock(one, "888885")?.hasPrefix("WrongPIN: 60") == true)
        let another = VarlinkClient(path: panel.path)
        #expect(
            try await panel.unlock(another, TestPanel.digits)
                == "Refused: too many PINs were wrong; none is taken for 1m")
        #expect(panel.test.engine.lockout == nil)
        await panel.test.unlock()
        #expect(panel.test.engine.isUnlocked)
        await panel.stop()
    }

    @Test("people are given PINs, and listed without them")
    func people() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        let bob = ListedPerson(name: "bob", role: "guest", limits: "days=mon,tue uses=3")
        typealias Add = PanelInterface.AddPerson
        #expect(try await panel.error(client, Add.method, Add.Parameters(person: bob, pin: "864209")) == nil)
        #expect(
            try await panel.error(client, Add.method, Add.Parameters(person: bob, pin: "753108"))?.hasPrefix("Refused")
                == true)
        #expect(
            try await panel.error(
                client, Add.method, Add.Parameters(person: ListedPerson(name: "eve", role: "king"), pin: "753108"))
                == "Refused: there is no role 'king'; there are: owner, member, guest, duress")
        let people = try await panel.ask(
            client, PanelInterface.People.method, NoParameters(), PanelInterface.People.Reply.self, more: true)
        #expect(people.compactMap(\.person) == [ListedPerson(name: "alice", role: "owner"), bob])
        #expect(try await panel.unlock(client, "864209") == nil)
        typealias Remove = PanelInterface.RemovePerson
        #expect(
            try await panel.error(client, Remove.method, Remove.Parameters(name: "bib"))
                == "Refused: nobody is called 'bib'; did you mean 'bob'?")
        #expect(try await panel.error(client, Remove.method, Remove.Parameters(name: "bob")) == nil)
        #expect(try await panel.safe(client)?.isRedacted == true, "whose PIN is taken away has nothing unlocked")
        #expect(try await panel.unlock(client, "864209") == "WrongPIN")
        await panel.stop()
    }

    @Test("an enrolment at the pad succeeds, and ends if its console disconnects")
    func enrolAtPad() async throws {
        let panel = try await makePanel()
        typealias Enrol = PanelInterface.EnrolAtPad
        let parameters = Enrol.Parameters(person: ListedPerson(name: "jo", role: "member"))
        let client = VarlinkClient(path: panel.path)
        var asked: [String?] = []
        let steps = [TestPanel.digits, "904127", "904127"]
        let last: String? = try await withCheckedThrowingContinuation { continuation in
            client.call(Enrol.method, parameters, more: true) {
                (result: Result<VarlinkReply<Enrol.Reply>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    asked.append(reply.value.asks)
                    if reply.continues {
                        panel.test.lock.enter(steps[asked.count - 1])
                    } else {
                        continuation.resume(returning: reply.value.asks)
                    }
                case .failure(let error): continuation.resume(throwing: error)
                }
            }
        }
        #expect(last == nil)
        #expect(asked == ["owner", "pin", "again", nil])
        #expect(try await panel.unlock(client, "904127") == nil)

        let another = VarlinkClient(path: panel.path)
        await withCheckedContinuation { continuation in
            another.call(Enrol.method, Enrol.Parameters(person: ListedPerson(name: "robin", role: "guest")), more: true)
            {
                (result: Result<VarlinkReply<Enrol.Reply>, VarlinkClientError>) in
                if case .success = result { continuation.resume() }
            }
        }
        await withCheckedContinuation { continuation in
            panel.test.engine.observe { event in
                if case .unlockRefused("it was given up at the console") = event { continuation.resume() }
            }
            another.close()
        }
        #expect(panel.test.lock.enrolment == nil)
        await panel.stop()
    }
}
