import Authentication
import Configuration
import EventLoop
import GPIO
import Glibc
import LocalAPI
import ProgramSupport

/// Carries out the steps beside the dialogue: files, services, calls to the running panel.
@PanelActor
final class SetupSteps {
    private let files: SetupFiles
    private let board: any Board
    private let calls: PanelCalls
    private let tools = SystemdTools()
    /// Whether the service was stopped, and has not been started again.
    private(set) var mustStartService = false

    /// All units of the installed panel, which start with the machine.
    private static let target = "holdfast.target"
    /// The service that runs the installed panel.
    private static let service = "holdfast.service"
    /// The gateway's service.
    private static let gateway = "holdfast-gateway.service"
    private static let caddyFile = "/etc/caddy/Caddyfile"

    init(_ files: SetupFiles, board: any Board, socket: String) {
        (self.files, self.board) = (files, board)
        calls = PanelCalls(path: socket)
    }

    static var hasCaddy: Bool {
        access("/usr/bin/caddy", X_OK) == 0 && access(NewFile.folder(of: caddyFile), W_OK) == 0
    }

    func serviceRuns() async -> Bool { await failure(of: ["is-active", "--quiet", Self.service]) == nil }

    /// Carries out a step.
    ///
    /// - Parameter say: Is called with lines for the person while the step goes on.
    func run(_ step: SetupStep, say: @escaping @PanelActor (String) -> Void) async -> SetupResult {
        do {
            switch step {
            case .stopService: return await stopService()
            case .startService: return await startService()
            case .write(let text, let keepsOld): return .done(try files.write(text, keepsOld: keepsOld))
            case .writeBeside(let text): return .done(try files.writeBeside(text))
            case .serveNetwork(let host): return try await serve(host)
            case .listPeople: return await listPeople()
            case .enrol(let name, let pin): return await enrol(name, pin)
            case .testLights: return await testLights(say)
            case .connectBroker(let broker, let isTried): return try await connect(broker, isTried: isTried)
            }
        } catch {
            return .failed("\(error)")
        }
    }

    /// Ends what goes on, and starts the service again if it was stopped.
    ///
    /// - Returns: Why the service could not be started; `nil` if all is as before.
    func end() async -> String? {
        calls.stop()
        guard mustStartService else { return nil }
        mustStartService = false
        return await failure(of: ["start", Self.service])
    }

    // MARK: Services

    /// Why a call of systemctl failed; `nil` if it did not.
    private func failure(of arguments: [String]) async -> String? {
        let words = ["systemctl"] + arguments
        do throws(SystemdTools.Failure) {
            try await tools.run(words, to: "run \(words.joined(separator: " "))")
            return nil
        } catch {
            return error.description
        }
    }

    private func stopService() async -> SetupResult {
        // Set first: the session may end before systemctl does.
        mustStartService = true
        if let failure = await failure(of: ["stop", Self.service]) {
            mustStartService = false
            return .failed(failure)
        }
        do throws(GPIOError) {
            return .tables(PinTable.tables(of: try board.lines(), panel: files.panel))
        } catch {
            return .failed(error.description)
        }
    }

    private func startService() async -> SetupResult {
        let isRunning = !mustStartService
        let unset = await failure(of: ["enable", "--now", Self.target])
        let stopped = await failure(of: [isRunning ? "reload-or-restart" : "start", Self.service])
        mustStartService = false
        if let problem = stopped ?? unset { return .failed("\(problem) (journalctl -u holdfast)") }
        return .done(["The panel is running, and starts at each boot."])
    }

    /// Caddy's file of the guide, for this host name.
    nonisolated static func caddyText(for host: String) -> String {
        // The default of the variable, in the line of the site's address.
        String(decoding: PackageResources.Caddyfile, as: UTF8.self)
            .replacing("{$HOLDFAST_HOST:panel.local}", with: "{$HOLDFAST_HOST:\(host)}")
    }

    private func serve(_ host: String) async throws -> SetupResult {
        let own = Self.caddyText(for: host)
        var status = stat()
        let exists = stat(Self.caddyFile, &status) == 0
        var lines: [String] = []
        if exists { lines.append("The old file is \(try SetupFiles.keepOld(Self.caddyFile)).") }
        try SetupFiles.replace(Self.caddyFile, with: Array(own.utf8), like: exists ? status : nil)
        for unit in [Self.gateway, "caddy.service"] {
            if let failure = await failure(of: ["restart", unit]) { return .failed(failure) }
        }
        return .done(
            lines + [
                "The page is at https://\(host). Each device must trust Caddy's root certificate first:",
                "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt",
            ])
    }

    private func connect(_ broker: SetupBroker, isTried: Bool) async throws -> SetupResult {
        let step = BrokerStep(broker: broker, files: files)
        if isTried { try await step.tryOut() }
        let lines = try step.write()
        for words in [["daemon-reload"], ["restart", Self.gateway], ["reload-or-restart", Self.service]] {
            // The file is written, so that another answer would not help.
            if let failure = await failure(of: words) { return .done(lines + ["\(failure)."]) }
        }
        return .done(
            lines + ["The panel is at \(broker.address). The guide's page on MQTT lists what it publishes and accepts."]
        )
    }

    // MARK: The running panel

    /// The replies of a method; the problem in words.
    private func ask<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false,
        within patience: Duration? = PanelClient.patience,
        soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in }
    ) async throws(PanelProblem) -> [Method.Reply] {
        let result = await withCheckedContinuation { continuation in
            calls.ask(method, parameters, more: more, within: patience, soFar: soFar) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }

    private func listPeople() async -> SetupResult {
        do throws(PanelProblem) {
            let lock = try await ask(PanelInterface.Status.self, NoParameters()).first?.lock
            let people = try await ask(PanelInterface.People.self, NoParameters(), more: true).compactMap(\.person)
            return .people(
                owners: people.filter { $0.role == Role.owner.rawValue }.map(\.name), minimumDigits: lock?.minimumDigits
            )
        } catch {
            return .failed(error.description)
        }
    }

    private func enrol(_ name: String, _ pin: String) async -> SetupResult {
        do throws(PanelProblem) {
            let lock = try await ask(PanelInterface.Status.self, NoParameters()).first?.lock
            if let refusal = NewPIN.refusal(of: pin, minimum: lock?.minimumDigits) {
                return .failed(refusal.description)
            }
            let owner = ListedPerson(name: name, role: Role.owner.rawValue, limits: nil)
            _ = try await ask(PanelInterface.AddPerson.self, .init(person: owner, pin: pin))
            return .done(["\(name) may unlock the panel, as owner."])
        } catch {
            return .failed(error.description)
        }
    }

    private func testLights(_ say: @escaping @PanelActor (String) -> Void) async -> SetupResult {
        do throws(PanelProblem) {
            let replies = try await ask(PanelInterface.TestLights.self, .init(seconds: 1), more: true, within: nil) {
                say("\($0.meaning ?? ""): \($0.words ?? "")")
            }
            if let reason = replies.last?.words { return .failed("the test has ended early: \(reason)") }
            return .done([])
        } catch {
            return .failed(error.description)
        }
    }
}
