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
///        ◀─ Update, Reload, Report ─────────────── TopicControls ◀─ messages ───────── BrokerClient
/// ```
@PanelActor
final class TopicExtension {
    /// The access to the socket: the core's user shares the group.
    private static let mode: mode_t = 0o660

    private enum CoreRequest: Hashable {
        /// Show the control as it is now.
        case show(TopicControls.Source)
        /// Show what keeps the broker from serving the panel.
        case report
    }

    /// The most values in one request, each with at most 2 KiB.
    private static let mostValues = 16
    /// The shortest time between two requests to the core, and the time until one is repeated that the core has not taken.
    private static let pause = Duration.milliseconds(50), repetition = Duration.seconds(1)

    private var controls = TopicControls(absence: "the panel's file names no broker; add mqtt:")
    private weak var client: BrokerClient?
    private var name = ""
    private var server: VarlinkServer?
    /// Called when the core was sent the state of another panel's toggle.
    var onSharedUpdate: (@PanelActor () -> Void)?
    private var waiting: [TopicControls.Request: VarlinkCall<PerformReply>] = [:]
    private var timer: PanelTimer?
    private var problem: String?
    /// The requests to the core that are still to be made, each once, the oldest first.
    private var requests: [CoreRequest] = []
    private let core: VarlinkClient
    /// The time of the next request at the earliest.
    private var nextAsk = MonotonicInstant.zero
    /// Runs while a request has to wait.
    private var pause: PanelTimer?

    /// Creates an extension that does not listen yet.
    ///
    /// - Parameter hostPath: The path of the core's socket for its extensions.
    init(hostPath: String) {
        core = VarlinkClient(path: hostPath, usesWorker: false)
        timer = EventLoop.panel.makeTimer { [weak self] in self?.endRequests() }
        pause = EventLoop.panel.makeTimer { [weak self] in self?.askNext() }
        core.closed = { [weak self] in
            guard let self else { return }
            repeatLater(controls.placed.map { .show($0) } + [.report])
        }
    }

    /// Listens on a socket of the service manager, or at a path.
    func listen(_ socket: ExtensionSocket, version: String) throws(VarlinkServerError) {
        let server = VarlinkServer(
            product: "Holdfast", version: version, interfaces: [interface], limits: .ofExtension)
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
        pause?.cancel()
        core.close()
        (server, requests) = (nil, [])
    }

    // MARK: The broker

    /// Reads and publishes by this client.
    func use(_ client: BrokerClient, of broker: BrokerSettings) {
        (self.client, name) = (client, broker.client)
        show(controls.disconnected("\(broker.address): not connected yet"))
        endRequests()
        follow()
    }

    /// Says why nothing speaks to the broker.
    func fail(_ reason: String) {
        show(controls.disconnected(reason))
        report(reason)
    }

    /// Takes a change of the broker's state.
    func changed(to state: BrokerClient.State) {
        switch state {
        case .connected: show(controls.connected(as: name))
        case .away(let problem):
            show(controls.disconnected("\(problem)"))
            endRequests()
        case .connecting, .stopped: break
        }
    }

    /// Takes a message.
    ///
    /// - Returns: Whether its topic is that of a control.
    func take(_ message: MQTTMessage) -> Bool {
        guard let changed = controls.take(message) else { return false }
        // The first state of a shared toggle names a further topic.
        follow()
        endRequests()
        show(changed)
        return true
    }

    /// Has the core show what keeps the broker from serving the panel; `nil` for nothing.
    func report(_ problem: String?) {
        self.problem = problem
        ask(.report)
    }

    /// Has the core show these controls as they are now.
    private func show(_ sources: Set<TopicControls.Source>) {
        for source in sources { ask(.show(source)) }
    }

    /// Sends a request to the core, one at a time with a pause between two. Equal requests that wait are sent once.
    private func ask(_ request: CoreRequest) {
        if !requests.contains(request) { requests.append(request) }
        guard pause?.deadline == nil else { return }
        if EventLoop.panel.now < nextAsk { pause?.arm(at: nextAsk) } else { askNext() }
    }

    private func askNext() {
        guard !requests.isEmpty else { return }
        nextAsk = EventLoop.panel.now.advanced(by: Self.pause)
        // At rest no timer runs, which would wake the gateway for nothing.
        defer { if !requests.isEmpty, pause?.deadline == nil { pause?.arm(at: nextAsk) } }
        switch requests.removeFirst() {
        case .report:
            send(HostInterface.Report.self, .init(extension: "gateway", problem: problem), for: [.report])
        case .show(let source):
            let alike =
                [source]
                + requests.compactMap { request in
                    if case .show(let other) = request, other.kind == source.kind { other } else { nil }
                }
            let values = alike.compactMap { controls.values(of: $0) }
            guard values.count == alike.count else {
                // The core asks for all values of the kind, and gets the reasons of those that are missing.
                requests.removeAll { alike.map(CoreRequest.show).contains($0) }
                return send(HostInterface.Reload.self, .init(kind: source.kind), for: [.show(source)])
            }
            let sent = alike.prefix(Self.mostValues).map(CoreRequest.show)
            requests.removeAll { sent.contains($0) }
            let parameters = HostInterface.Update.Parameters(
                kind: source.kind, values: values.prefix(sent.count).flatMap(\.self))
            send(HostInterface.Update.self, parameters, for: sent)
            if source.form == .shared { onSharedUpdate?() }
        }
    }

    /// Sends a request without a reply, which would cost both programs more than the request.
    private func send<Method: HostInterface.Method>(
        _ method: Method.Type, _ parameters: Method.Parameters, for asked: [CoreRequest]
    ) {
        core.call(method, parameters, oneway: true) { [weak self] result in
            switch result {
            // A core that is away asks for the values when it comes, and describes the extension, which reports then.
            case .success, .failure(.refused), .failure(.unreachable(path: _, code: ENOENT)),
                .failure(.unreachable(path: _, code: ECONNREFUSED)):
                break
            case .failure: self?.repeatLater(asked)
            }
        }
    }

    /// Makes requests again that the core may not have read. The core bounds the connections of a user, and closes idle
    /// ones.
    private func repeatLater(_ lost: [CoreRequest]) {
        requests += lost.filter { !requests.contains($0) }
        pause?.arm(at: EventLoop.panel.now.advanced(by: Self.repetition))
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
                preview: TopicControls.evaluation(TopicControls.toggleKind, isOn: false)),
            DescribedControl(
                kind: TopicControls.sharedKind, displayName: "Toggle of Another Panel", wantsPushTokens: true,
                preview: TopicControls.evaluation(TopicControls.sharedKind, isOn: false)),
            DescribedControl(
                kind: TopicControls.valueKind, displayName: "Value of a Topic", wantsPushTokens: true,
                preview: TopicControls.evaluation(text: "–")),
        ])

    private func follow() { client?.follow(controls.topics) }

    private func snapshot(_ request: SnapshotRequest, _ call: VarlinkCall<ExtensionInterface.Snapshot.Reply>) {
        guard let source = TopicControls.source(request.kind, request.configuration) else {
            return call.fail(.noSuchControl(kind: request.kind))
        }
        controls.follow(source, placedAs: request.configuration)
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
        // The process may have been stopped: a device behind the broker must not act late.
        if let reason = request.requestedAt?.refusal(at: .now) { return call.reply(PerformReply(failure: reason)) }
        do throws(TopicControls.Problem) {
            // A value is read again by performing it.
            guard let isOn = request.isOn,
                let begun = try controls.request(isOn, of: source, clock: WallClock.now, now: EventLoop.panel.now)
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
