import ControlModel
import EventLoop
import Foundation
import Glibc
import MonotonicTime
import Testing

@testable import LocalAPI

@Suite("Extensions over their sockets", .timeLimit(.minutes(5)))
@PanelActor
struct RemoteExtensionTests {
    private static let described = """
        {"parameters":{"displayName":"Garage","controls":[{"kind":"a.b.c"}],"notes":["one"]}}
        """

    /// The answer to `describe`, once it has come.
    private final class Answer {
        var result: Result<ExtensionDescription, ExtensionFailure>?
    }

    /// A started extension, and the connection on which it was asked for its description.
    private func asked() async throws -> (script: ExtensionScript, peer: RawPeer, answer: Answer) {
        let (script, answer) = (try ExtensionScript(), Answer())
        try script.listen()
        script.remote.start()
        _ = script.remote.describe(in: "org.example") { answer.result = $0 }
        return (script, try await script.accept().peer, answer)
    }

    private func describe(_ script: ExtensionScript) async throws -> (
        RawPeer, Result<ExtensionDescription, ExtensionFailure>?
    ) {
        var result: Result<ExtensionDescription, ExtensionFailure>?
        _ = script.remote.describe(in: "org.example") { result = $0 }
        let (peer, asked) = try await script.accept()
        #expect(
            asked == #"{"method":"io.holdfast.Extension.Describe","more":true,"parameters":{"domain":"org.example"}}"#)
        peer.say(Self.described)
        await EventLoop.panel.settle()
        return (peer, result)
    }

    @Test("E1 a running extension appears at the start")
    func there() async throws {
        let script = try ExtensionScript()
        try script.listen()
        script.remote.start()
        #expect(script.log == [], "never inside the call")
        await EventLoop.panel.settle()
        #expect(script.log == ["appeared"])
        script.stop()
    }

    @Test("E2 an extension that starts later appears then, and again each time its socket is replaced")
    func comes() async throws {
        let script = try ExtensionScript()
        script.remote.start()
        await EventLoop.panel.settle()
        #expect(script.log == [])
        try Data().write(to: URL(filePath: script.folder("other")))
        try script.listen()
        await EventLoop.panel.settle()
        #expect(script.log == ["appeared"])
        // The successor replaces the socket by a rename.
        let other = script.folder("new")
        let successor = try LocalSocket.listen(path: other, mode: 0o600).descriptor
        rename(other, script.path)
        await EventLoop.panel.settle()
        #expect(script.log == ["appeared", "appeared"])
        unlink(script.path)
        await EventLoop.panel.settle()
        #expect(script.log.count == 2)
        script.stop()
        close(successor)
    }

    @Test("E2 a socket that does not listen yet appears once it does, and a dead one never does")
    func listensLater() async throws {
        let script = try ExtensionScript()
        let dead = try LocalSocket.listen(path: script.path, mode: 0o600).descriptor
        close(dead)
        script.remote.start()
        await EventLoop.panel.settle()
        #expect(script.log == [])
        // The socket is bound now and listens 20 ms later.
        unlink(script.path)
        let late = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: script.path.utf8) }
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(late, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        await pause(.milliseconds(20))
        #expect(script.log == [])
        listen(late, 5)
        await script.wait(for: 1)
        #expect(script.log == ["appeared"])
        script.stop()
        close(late)
    }

    @Test("E1 a description comes in several replies on one connection, whose end is the extension's end")
    func describing() async throws {
        let (script, peer, answer) = try await asked()
        defer { script.stop() }
        peer.say(
            #"{"continues":true,"parameters":{"displayName":"Garage","controls":[{"kind":"a.b.c"}],"notes":["1"]}}"#)
        await EventLoop.panel.settle()
        #expect(answer.result == nil)
        peer.say(#"{"parameters":{"controls":[{"kind":"a.b.d","displayName":"Door"}],"notes":["2"]}}"#)
        await EventLoop.panel.settle()
        let description = try #require(try answer.result?.get())
        #expect(description.displayName == "Garage" && description.notes == ["1", "2"])
        #expect(description.controls.map(\.displayName) == ["a.b.c", "Door"])
        #expect(!peer.isOver && peer.heard() == [] && !peer.isOver)
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(script.log == ["appeared", "vanished"])
    }

    @Test("C3 a program whose interface knows no domain is asked again without one")
    func older() async throws {
        let (script, peer, answer) = try await asked()
        defer { script.stop() }
        peer.say(#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"domain"}}"#)
        await EventLoop.panel.settle()
        #expect(peer.heard() == [#"{"method":"io.holdfast.Extension.Describe","more":true,"parameters":{}}"#])
        peer.say(Self.described)
        await EventLoop.panel.settle()
        #expect(try answer.result?.get().displayName == "Garage")
    }

    @Test("E1 a description without a name gets the socket's name")
    func unnamed() async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        var result: Result<ExtensionDescription, ExtensionFailure>?
        _ = script.remote.describe(in: "org.example") { result = $0 }
        try await script.accept().peer.say(#"{"parameters":{"controls":[]}}"#)
        await EventLoop.panel.settle()
        #expect(try result?.get() == ExtensionDescription(displayName: "extension", controls: []))
    }

    @Test("E1 questions use separate simultaneous connections, and each answer reaches its question")
    func questions() async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        var values: [String] = []
        var calls: [any ExtensionCall] = []
        for number in 0..<3 {
            calls.append(
                script.remote.perform(PerformRequest(performance: "p\(number)", kind: nil, intent: "I")) {
                    values.append("\(number) \((try? $0.get())?.failure ?? "-")")
                })
        }
        calls.append(
            script.remote.snapshot(SnapshotRequest(kind: "a.b")) { values.append((try? $0.get())?.control.kind ?? "-") }
        )
        calls.append(
            script.remote.suggest(SuggestRequest(parameter: "p")) {
                values.append("\((try? $0.get())?.map(\.title) ?? [])")
            })
        var peers: [RawPeer] = []
        for _ in 0..<5 {
            let (peer, asked) = try await script.accept()
            peers.append(peer)
            switch asked {
            case #"{"method":"io.holdfast.Extension.Snapshot","parameters":{"configuration":{},"kind":"a.b"}}"#:
                peer.say(#"{"parameters":{"evaluation":{"control":{"kind":"a.b"}}}}"#)
            case #"{"method":"io.holdfast.Extension.Suggest","parameters":{"parameter":"p"}}"#:
                peer.say(#"{"parameters":{"choices":[{"value":1,"title":"One"}]}}"#)
            case #"{"method":"io.holdfast.Extension.Perform","parameters":{"answers":{},"configuration":{},"#
                + #""intent":"I","performance":"p1","values":{}}}"#:
                peer.say(#"{"parameters":{"failure":"jammed","evaluation":null}}"#)
            default:
                #expect(asked.contains("Perform"))
            }
        }
        await EventLoop.panel.settle()
        #expect(values.sorted() == ["1 jammed", #"["One"]"#, "a.b"])
        calls[0].cancel()
        calls[0].cancel()
        calls[1].cancel()
        await EventLoop.panel.settle()
        for peer in peers { _ = peer.heard() }
        #expect(peers.count(where: \.isOver) == 4, "all but the one that is outstanding")
        script.remote.stop()
        await EventLoop.panel.settle()
        #expect(values.count == 3)
        for peer in peers { peer.hangUp() }
    }

    @Test("E2 an invalid answer fails the question with the reason", arguments: Nonsense.cases)
    func failures(_ sample: Nonsense) async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        var results: [Result<ControlEvaluation, ExtensionFailure>] = []
        _ = script.remote.snapshot(SnapshotRequest(kind: "a")) { results.append($0) }
        let (peer, _) = try await script.accept()
        if let said = sample.said { peer.send(said.utf8) }
        if sample.failure == .lost { peer.hangUp() }
        await EventLoop.panel.settle()
        #expect(results == [.failure(sample.failure)])
        #expect(sample.failure == .lost || peer.heard() == [] && peer.isOver, "nothing more is asked over it")
        peer.hangUp()
    }

    @Test("E1 an extension of another version is reported as such")
    func otherVersion() async throws {
        let script = try ExtensionScript()
        try script.listen()
        script.remote.start()
        await script.wait(for: 1)
        var result: Result<ExtensionDescription, ExtensionFailure>?
        _ = script.remote.describe(in: "org.example") { result = $0 }
        let (peer, _) = try await script.accept()
        peer.say(
            """
            {"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"io.holdfast.Extension"}}
            """)
        await EventLoop.panel.settle()
        #expect(
            result
                == .failure(
                    .refused(
                        reason: "speaks another version of io.holdfast.Extension than this panel: "
                            + "there is no interface io.holdfast.Extension")))
        script.stop()
    }

    @Test(
        "E2 the interface's own errors become text with the extension's name",
        arguments: [
            (
                #"{"error":"io.holdfast.Extension.NoSuchControl","parameters":{"kind":"a.b"}}"#,
                "the extension 'extension' has no control 'a.b'"
            ),
            (
                #"{"error":"io.holdfast.Extension.NoSuchIntent","parameters":{"intent":"Ring"}}"#,
                "the extension 'extension' has no intent 'Ring', or not with this parameter"
            ),
            (#"{"error":"io.holdfast.Extension.ValueFailed","parameters":{"reason":"no power"}}"#, "no power"),
        ])
    func refusals(said: String, reason: String) async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        #expect(script.remote.address == script.path)
        var results: [Result<ControlEvaluation, ExtensionFailure>] = []
        _ = script.remote.snapshot(SnapshotRequest(kind: "a.b")) { results.append($0) }
        let (peer, _) = try await script.accept()
        peer.say(said)
        await EventLoop.panel.settle()
        #expect(results == [.failure(.refused(reason: reason))])
        peer.hangUp()
    }

    @Test("E2 a question to an absent extension counts as not asked")
    func absent() async throws {
        let script = try ExtensionScript()
        var results: [Result<ControlEvaluation, ExtensionFailure>] = []
        _ = script.remote.snapshot(SnapshotRequest(kind: "a")) { results.append($0) }
        #expect(results == [], "never inside the call")
        await EventLoop.panel.settle()
        #expect(results == [.failure(.absent(reason: "nothing listens on \(script.path)"))])
        let long = RemoteExtension(path: String(repeating: "x", count: 200))
        long.start()
        _ = long.snapshot(SnapshotRequest(kind: "a")) { results.append($0) }
        await EventLoop.panel.settle()
        #expect(results.count == 2)
        // The request is larger than a message may be.
        try script.listen()
        let huge = String(repeating: "x", count: 70_000)
        _ = script.remote.snapshot(SnapshotRequest(kind: huge)) { results.append($0) }
        await EventLoop.panel.settle()
        #expect(results.last == .failure(.absent(reason: "what is to be said is longer than a message may be")))
        script.stop()
    }

    @Test("E2 a description of more than 4,096 controls is refused", arguments: [(4_096, true), (4_097, false)])
    func manyControls(count: Int, isTaken: Bool) async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        var result: Result<ExtensionDescription, ExtensionFailure>?
        _ = script.remote.describe(in: "org.example") { result = $0 }
        let (peer, _) = try await script.accept()
        var left = count
        while left > 0 {
            let portion = min(left, 512)
            left -= portion
            let controls = (0..<portion).map { #"{"kind":"a.b\#(left + $0)"}"# }.joined(separator: ",")
            peer.say(#"{"continues":\#(left > 0),"parameters":{"controls":[\#(controls)]}}"#)
            await EventLoop.panel.settle()
        }
        if isTaken {
            #expect(try result?.get().controls.count == count)
        } else {
            #expect(result == .failure(.invalid(problem: "it has more than 4096 controls")))
            #expect(peer.heard() == [] && peer.isOver)
        }
        peer.hangUp()
    }

    @Test("E2 an endless description is refused")
    func endless() async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        var result: Result<ExtensionDescription, ExtensionFailure>?
        _ = script.remote.describe(in: "org.example") { result = $0 }
        let (peer, _) = try await script.accept()
        let note = String(repeating: "x", count: 60_000)
        var count = 0
        while result == nil && count < 1_000 {
            peer.say(#"{"continues":true,"parameters":{"controls":[],"notes":["\#(note)"]}}"#)
            count += 1
            await EventLoop.panel.settle()
        }
        #expect(result == .failure(.invalid(problem: "its description is longer than 8388608 bytes")))
        #expect(count == 140)
        peer.hangUp()
    }

    @Test("C45 push tokens are sent in order on the description's connection, without waiting for answers")
    func pushTokens() async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        script.remote.pushTokensChanged([])
        await EventLoop.panel.settle()
        #expect(throws: LocalSocket.Failure.self) { try LocalSocket.accept(-1) }
        let (peer, _) = try await describe(script)
        for token in ["one", "two"] {
            script.remote.pushTokensChanged([PlacedControl(kind: "a.b", pushToken: token)])
        }
        await EventLoop.panel.settle()
        #expect(
            peer.heard()
                == ["one", "two"].map {
                    #"{"method":"io.holdfast.Extension.PushTokensChanged","oneway":true,"parameters":"#
                        + #"{"placements":[{"configuration":{},"kind":"a.b","pushToken":"\#($0)"}]}}"#
                })
        // The extension vanishes while it is being notified.
        script.remote.pushTokensChanged([])
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(script.log == ["vanished"])
    }

    @Test("E2 an extension that is described again vanishes once, when the newer connection ends")
    func describedTwice() async throws {
        let script = try ExtensionScript()
        defer { script.stop() }
        try script.listen()
        let (first, _) = try await describe(script)
        let (second, result) = try await describe(script)
        #expect(try result?.get().controls.count == 1)
        #expect(first.heard() == [] && first.isOver)
        first.hangUp()
        await EventLoop.panel.settle()
        #expect(script.log == [])
        second.say("what nobody asked for")
        await EventLoop.panel.settle()
        #expect(script.log == ["vanished"])
        second.hangUp()
    }
}
