import ControlModel
import EventLoop
import Glibc
import Testing

@testable import LocalAPI

@Suite("The host's interface", .timeLimit(.minutes(5)))
@PanelActor
struct HostTests {
    /// A host that records its calls and their callers.
    @PanelActor
    private final class Host: HostService {
        var log: [String] = []
        var answers = true
        var confirmations: [@PanelActor (Bool) -> Void] = []

        @PanelActor
        final class Question: ExtensionCall {
            let host: Host

            init(_ host: Host) {
                self.host = host
            }

            func cancel() { host.log.append("cancelled") }
        }

        func reload(kind: String?, for caller: HostCaller) -> Bool {
            log.append("reload \(kind ?? "all") \(caller)")
            return answers
        }

        func update(kind: String, to values: [PlacedValue], for caller: HostCaller) -> Bool {
            log.append("update \(kind) \(values.map(\.evaluation.control.isOn)) \(caller)")
            return answers
        }

        func currentControls(for caller: HostCaller) -> [PlacedControl] {
            log.append("current \(caller)")
            return [PlacedControl(kind: "a.b")]
        }

        func confirm(
            performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
        ) -> any ExtensionCall {
            log.append("confirm \(performance) \(dialog ?? "-")")
            confirmations.append(completion)
            return Question(self)
        }

        func progress(of performance: String, _ completed: Double) {
            log.append("progress \(performance) \(completed)")
        }

        func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
            log.append("show \(activity.id) \(caller)")
            return answers
        }

        func endActivity(id: String, for caller: HostCaller) {
            log.append("end \(id) \(caller)")
        }

        func report(_ problem: String?, of name: String, for caller: HostCaller) {
            log.append("report \(problem ?? "nothing") of \(name) \(caller)")
        }
    }

    /// A call, its answer if the host accepts, and its answer if the host refuses.
    private static let cases: [(call: String, logged: String, yes: String, no: String)] = [
        (
            #""Reload","parameters":{"kind":"a.b"}"#, "reload a.b USER", #"{"parameters":{}}"#,
            #"{"error":"io.holdfast.Host.NotYours","parameters":{"kind":"a.b"}}"#
        ),
        (
            #""Progress","parameters":{"performance":"p","completed":0.5}"#, "progress p 0.5",
            #"{"parameters":{}}"#, #"{"parameters":{}}"#
        ),
        (
            #""Reload""#, "reload all USER", #"{"parameters":{}}"#,
            #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#
        ),
        (
            #""Update","parameters":{"kind":"a.b","values":[{"evaluation":{"control":{"kind":"a.b","isOn":true}}}]}"#,
            "update a.b [Optional(true)] USER", #"{"parameters":{}}"#,
            #"{"error":"io.holdfast.Host.NotYours","parameters":{"kind":"a.b"}}"#
        ),
        (
            #""CurrentControls""#, "current USER",
            #"{"parameters":{"placements":[{"configuration":{},"kind":"a.b"}]}}"#,
            #"{"parameters":{"placements":[{"configuration":{},"kind":"a.b"}]}}"#
        ),
        (
            #""ShowActivity","parameters":{"activity":{"id":"i","title":"t"}}"#, "show i USER", #"{"parameters":{}}"#,
            #"{"error":"io.holdfast.Host.ActivityRefused","parameters":{"id":"i"}}"#
        ),
        (
            #""EndActivity","parameters":{"id":"i"}"#, "end i USER", #"{"parameters":{}}"#, #"{"parameters":{}}"#
        ),
        (
            #""Report","parameters":{"extension":"e","problem":"away"}"#, "report away of e USER",
            #"{"parameters":{}}"#,
            #"{"parameters":{}}"#
        ),
        (
            #""Report","parameters":{"extension":"e"}"#, "report nothing of e USER", #"{"parameters":{}}"#,
            #"{"parameters":{}}"#
        ),
    ]

    private func serve(_ host: Host) throws -> (TemporaryFolder, VarlinkServer, RawPeer) {
        let folder = try TemporaryFolder()
        let server = VarlinkServer(product: "Holdfast", version: "1", interfaces: [HostInterface.interface(over: host)])
        try server.listen(path: folder("host"), mode: 0o666)
        return (folder, server, try RawPeer(path: folder("host")))
    }

    @Test("C42 C46 C29 each call reaches the host with its caller's user, and a refusal is an error")
    func calls() async throws {
        let host = Host()
        let (folder, server, peer) = try serve(host)
        defer {
            server.stop()
            peer.hangUp()
            _ = folder
        }
        for sample in Self.cases {
            let message = #"{"method":"io.holdfast.Host."# + sample.call.dropFirst() + "}"
            host.answers = true
            #expect(await peer.answer(to: message) == [sample.yes])
            host.answers = false
            #expect(await peer.answer(to: message) == [sample.no])
            let logged = sample.logged.replacing("USER", with: "\(HostCaller.user(getuid()))")
            #expect(host.log == [logged, logged])
            host.log = []
        }
    }

    @Test("C24 a confirmation is answered when people answer, and withdrawn when the caller disconnects")
    func confirming() async throws {
        let host = Host()
        let (folder, server, peer) = try serve(host)
        defer {
            server.stop()
            _ = folder
        }
        let message = #"{"method":"io.holdfast.Host.Confirm","parameters":{"performance":"p","dialog":"Sure?"}}"#
        for answer in [true, false] {
            #expect(await peer.answer(to: message) == [])
            host.confirmations.removeFirst()(answer)
            await EventLoop.panel.settle()
            #expect(peer.heard() == [#"{"parameters":{"confirmed":\#(answer)}}"#])
        }
        #expect(host.log == ["confirm p Sure?", "confirm p Sure?"])
        peer.say(message)
        await EventLoop.panel.settle()
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(host.log.last == "cancelled" && host.log.count == 4)
    }
}
