import ControlModel
import EventLoop
import Glibc
import LocalAPI
import MQTT
import MonotonicTime

/// The extension `gateway`, by which the core reads and performs the controls that live behind a broker's topics.
///
/// ```
///   core ─ Snapshot, Perform, PushTokensChanged ─▶ TopicExtension ─ follow, publish ─▶ BrokerClient
///        ◀─ Reload, Report ─────────────────────── TopicControls ◀─ messages ───────── BrokerClient
/// ```
@PanelActor
final class TopicExtension {
    /// The access to the socket: the core's user shares the group.
    private static let mode: mode_t = 0o660

    /// Each call of the core has a connection of its own.
    private static let limits = {
        var limits = VarlinkLimits()
        limits.connections = 160
        limits.connectionsPerUser = 144
        limits.connectionsPerProcess = 128
        return limits
    }()

    /// A request to the core.
    private enum Wish: Hashable {
        case reload, report
    }

    private let hostPath: String
    private var controls = TopicControls(absence: "the panel's file names no broker; add mqtt:")
    private weak var client: BrokerClient?
    private var server: VarlinkServer?
    private var waiting: [TopicControls.Request: VarlinkCall<PerformReply>] = [:]
    private var timer: PanelTimer?
    private var problem: String?
    /// The requests to the core that are still to be made.
    private var wishes: Set<Wish> = []
    private var asking: VarlinkClient?

    /// Creates an extension that does not listen yet.
    ///
    /// - Parameter hostPath: The path of the core's socket for its extensions.
    init(hostPath: String) {
        self.hostPath = hostPath
        timer = EventLoop.panel.makeTimer { [weak self] in self?.endRequests() }
    }

    /// Listens on a socket of the service manager, or at a path.
    func listen(_ socket: ExtensionSocket, version: String) throws(VarlinkServerError) {
        let server = VarlinkServer(
            product: "Holdfast", version: version, interfaces: [interface], limits: Self.limits)
        switch socket {
        case .descriptor(let descriptor): try server.listen(descriptor: descriptor)
        case .path(let path): try server.listen(path: path, mode: Self.mode)
        }
        self.server = server
    }

    /// Ends the calls and the socket.
    func stop() {
        server?.stop()
        timer?.cancel()
        asking?.close()
        (server, asking, wishes) = (nil, nil, [])
    }

    // MARK: The broker

    /// Reads and publishes by this client.
    func use(_ client: BrokerClient) {
        self.client = client
        follow()
    }

    /// Takes a change of the broker's state.
    func changed(to state: BrokerClient.State) {
        switch state {
        case .connected:
            controls.connected()
            reload()
        case .away(let problem):
            if controls.disconnected("\(problem)") { reload() }
            endRequests()
        case .connecting, .stopped: break
        }
    }

    /// Takes a message.
    ///
    /// - Returns: Whether its topic is that of a control.
    func take(_ message: MQTTMessage) -> Bool {
        guard let isNews = controls.take(message) else { return false }
        endRequests()
        if isNews { reload() }
        return true
    }

    /// Has the core show what keeps the broker from serving the panel; `nil` for nothing.
    func report(_ problem: String?) {
        self.problem = problem
        ask(.report)
    }

    /// Has the core ask for all values.
    private func reload() { ask(.reload) }

    /// Sends a request to the core, after the one that is under way. Equal requests that wait are sent once.
    private func ask(_ wish: Wish) {
        wishes.insert(wish)
        askNext()
    }

    private func askNext() {
        guard asking == nil, let wish = wishes.popFirst() else { return }
        let client = VarlinkClient(path: hostPath)
        asking = client
        // A core that is away asks for the values when it comes, and describes the extension, which reports then.
        switch wish {
        case .reload: HostRequest.reload(kind: nil).call(over: client) { [weak self] _ in self?.answered(client) }
        case .report:
            client.call(HostInterface.Report.self, .init(problem: problem)) { [weak self] _ in self?.answered(client) }
        }
    }

    private func answered(_ client: VarlinkClient) {
        client.close()
        guard asking === client else { return }
        asking = nil
        askNext()
    }

    // MARK: The panel

    private var interface: VarlinkInterface {
        VarlinkInterface(
            name: ExtensionInterface.name, description: HoldfastInterfaces.extension,
            methods: [
                .method(ExtensionInterface.Describe.self, streams: true) { [weak self] _, call in
                    call.stream(partsOf: Self.description)
                    self?.ask(.report)
                },
                .method(ExtensionInterface.Snapshot.self) { [weak self] request, call in self?.snapshot(request, call)
                },
                .method(ExtensionInterface.Perform.self) { [weak self] request, call in self?.perform(request, call) },
                .method(ExtensionInterface.Suggest.self) { _, call in call.reply(.init(choices: [])) },
                .method(ExtensionInterface.PushTokensChanged.self) { [weak self] parameters, call in
                    self?.controls.place(parameters.placements)
                    self?.follow()
                    call.reply(NoParameters())
                },
            ])
    }

    private static let description = ExtensionDescription(
        displayName: "MQTT",
        controls: [
            DescribedControl(
                kind: TopicControls.toggleKind, displayName: "Topic", wantsPushTokens: true,
                preview: TopicControls.evaluation(isOn: false)),
            DescribedControl(
                kind: TopicControls.valueKind, displayName: "Value of a Topic", wantsPushTokens: true,
                preview: TopicControls.evaluation(text: "–")),
        ])

    private func follow() { client?.follow(controls.topics) }

    private func snapshot(_ request: SnapshotRequest, _ call: VarlinkCall<ExtensionInterface.Snapshot.Reply>) {
        guard let source = TopicControls.source(request.kind, request.configuration) else {
            return call.fail(.noSuchControl(kind: request.kind))
        }
        controls.follow(source)
        follow()
        do throws(TopicControls.Problem) {
            call.reply(.init(evaluation: try controls.evaluation(of: source)))
        } catch {
            call.fail(.valueFailed(reason: "\(error)"))
        }
    }

    private func perform(_ request: PerformRequest, _ call: VarlinkCall<PerformReply>) {
        guard let kind = request.kind, let source = TopicControls.source(kind, request.configuration) else {
            return call.fail(.noSuchIntent(intent: request.intent))
        }
        do throws(TopicControls.Problem) {
            // A value is read again by performing it.
            guard let isOn = request.isOn,
                let begun = try controls.request(isOn, of: source, now: EventLoop.panel.now)
            else { return reply(to: call, source, nil) }
            waiting[begun.request] = call
            client?.publish(begun.message)
            endRequests()
        } catch {
            reply(to: call, source, error)
        }
    }

    private func endRequests() {
        for (request, problem) in controls.ended(at: EventLoop.panel.now) {
            if let call = waiting.removeValue(forKey: request) { reply(to: call, request.source, problem) }
        }
        if let deadline = controls.deadline { timer?.arm(at: deadline) } else { timer?.cancel() }
    }

    private func reply(
        to call: VarlinkCall<PerformReply>, _ source: TopicControls.Source, _ problem: TopicControls.Problem?
    ) {
        var reply = PerformReply(failure: problem.map { "\($0)" })
        do throws(TopicControls.Problem) {
            reply.evaluation = try controls.evaluation(of: source)
        } catch {
            reply.valueFailure = "\(error)"
        }
        call.reply(reply)
    }
}

/// The socket of the gateway's extension.
public enum ExtensionSocket: Sendable, Hashable {
    /// A socket of the service manager (`sd_listen_fds(3)`).
    case descriptor(Int32)
    /// A path at which the gateway makes the socket.
    case path(String)
}
