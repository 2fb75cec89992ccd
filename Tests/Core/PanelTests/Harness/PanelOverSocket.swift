import ControlModel
import EventLoop
import LocalAPI

@testable import Panel

/// A locked panel whose API is called over its socket.
@PanelActor
final class PanelOverSocket {
    /// A free control, one that needs a PIN and has a private state, and one that also needs the panel to be unlocked.
    nonisolated static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          safe: {title: Safe, toggle: {line: GPIO22}, authentication: required, privacy: state}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: local}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        """

    let test: TestPanel
    private let programs: TestSocket
    var service: PanelService { programs.service }
    var path: String { programs.path }

    init(_ test: TestPanel) throws {
        self.test = test
        programs = try TestSocket()
        service.engine = test.engine
    }

    /// A locked panel of this file, started.
    static func locked(
        _ yaml: String = yaml, extensions: [String: any ExtensionService] = [:]
    ) async throws -> PanelOverSocket {
        let test = try await TestPanel.locked(yaml, extensions: extensions)
        try await test.start()
        return try PanelOverSocket(test)
    }

    func stop() async {
        programs.stop()
        await test.stop()
    }

    /// Calls a method and returns all replies.
    func ask<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ client: VarlinkClient, _ method: String, _ parameters: Parameters, _ type: Reply.Type, more: Bool = false
    ) async throws -> [Reply] {
        try await test.ask(method, parameters, type, more: more, client: client)
    }

    /// The error of a call, or `nil` if the call is answered.
    func error(
        _ client: VarlinkClient, _ method: String, _ parameters: some Encodable & Sendable, more: Bool = false
    ) async throws -> String? {
        do {
            _ = try await ask(client, method, parameters, NoParameters.self, more: more)
            return nil
        } catch VarlinkClientError.refused(let name, let parameters) {
            let word = name.split(separator: ".").last.map(String.init) ?? name
            return ([word] + parameters.sorted { $0.key < $1.key }.map(\.value)).joined(separator: ": ")
        }
    }

    func unlock(_ client: VarlinkClient, _ pin: String) async throws -> String? {
        try await error(client, PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: pin))
    }

    func safe(_ client: VarlinkClient) async throws -> ControlSnapshot? {
        try await ask(
            client, PanelInterface.Show.method, PanelInterface.Show.Parameters(control: "safe"),
            PanelInterface.Show.Reply.self
        ).first?.control.snapshot
    }

    func join(_ client: VarlinkClient, _ token: String) async throws -> String? {
        try await error(
            client, PanelInterface.JoinSession.method, PanelInterface.JoinSession.Parameters(token: token))
    }

    func session(_ client: VarlinkClient) async throws -> PanelInterface.ShowSession.Reply? {
        try await ask(
            client, PanelInterface.ShowSession.method, NoParameters(), PanelInterface.ShowSession.Reply.self
        ).first
    }

    /// The reason why a control is not performed, or `nil`.
    func perform(_ client: VarlinkClient, _ control: String) async throws -> String? {
        do {
            _ = try await ask(
                client, PanelInterface.Perform.method, PanelInterface.Perform.Parameters(control: control),
                PerformedControl.self)
            return nil
        } catch VarlinkClientError.refused(_, let parameters) {
            return parameters["reason"]
        }
    }
}
