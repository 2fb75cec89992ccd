import EventLoop
import LocalAPI

/// A panel's socket `host`, which records its calls.
@PanelActor
final class TestHost: HostService {
    private var server: VarlinkServer?
    private var awaited: [@PanelActor () -> Void] = []
    private(set) var asked: [String] = []
    var placements: [PlacedControl] = []
    /// The people's answer to a confirmation; `nil` means no answer.
    var confirms: Bool?

    init(path: String) throws {
        let server = VarlinkServer(
            product: "test", version: "1", interfaces: [HostInterface.interface(over: self)])
        try server.listen(path: path, mode: 0o600)
        self.server = server
    }

    func stop() {
        server?.stop()
        server = nil
    }

    func reload(kind: String?, for caller: HostCaller) -> Bool {
        note("reload \(kind ?? "all")")
        return kind != "org.example.other"
    }

    func update(kind: String, to values: [PlacedValue], for caller: HostCaller) -> Bool { true }

    func currentControls(for caller: HostCaller) -> [PlacedControl] { placements }

    func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        note("confirm \(dialog ?? "")")
        if let confirms { completion(confirms) }
        return Question(host: self)
    }

    func progress(of performance: String, _ completed: Double) {}

    func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
        note("show \(activity.title)")
        return true
    }

    func endActivity(id: String, for caller: HostCaller) {
        note("end")
    }

    func report(_ problem: String?, of name: String, for caller: HostCaller) {
        note("report")
    }

    /// Waits for this number of requests.
    func requests(_ count: Int) async {
        while asked.count < count {
            await withCheckedContinuation { continuation in awaited.append { continuation.resume() } }
        }
    }

    private func note(_ request: String) {
        asked.append(request)
        let bodies = awaited
        awaited = []
        for body in bodies { body() }
    }

    @PanelActor
    private final class Question: ExtensionCall {
        private let host: TestHost

        init(host: TestHost) {
            self.host = host
        }

        func cancel() {
            host.note("taken back")
        }
    }
}
