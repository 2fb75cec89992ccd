import EventLoop
import Foundation
import Testing

@testable import LocalAPI

@Suite("Varlink on the wire", .timeLimit(.minutes(5)))
@PanelActor
struct WireTests {
    /// A message, the server's answer, and whether the connection stays open.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var sent: [UInt8]
        var answers: [String]
        var lives = true

        init(_ name: String, _ sent: String, _ answers: [String], lives: Bool = true) {
            self.init(name, Array(sent.utf8), answers, lives: lives)
        }

        init(_ name: String, _ sent: [UInt8], _ answers: [String], lives: Bool = true) {
            (self.name, self.sent, self.answers, self.lives) = (name, sent, answers, lives)
        }

        var testDescription: String { name }

        static func invalid(_ parameter: String) -> String {
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(parameter)"}}"#
        }

        static let fine = #"{"parameters":{}}"#
    }

    nonisolated static let cases: [Case] = calls + parameters + kinds + malformed

    nonisolated static let calls: [Case] = [
        Case("a call", #"{"method":"test.example.Echo","parameters":{"text":"a"}}"#, [#"{"parameters":{"text":"a"}}"#]),
        Case("white space", " {\n\"method\" :\t\"test.example.Fine\" } ", [Case.fine]),
        Case(
            "unknown members are left alone",
            #"{"x":[{}],"method":"test.example.Echo","parameters":{"y":null,"text":"a","z":{"text":1}}}"#,
            [#"{"parameters":{"text":"a"}}"#]),
        Case(
            "text of all sorts, NUL among it",
            #"{"method":"test.example.Echo","parameters":{"text":"\u0000/\"\\\ud83d\ude00é"}}"#,
            [#"{"parameters":{"text":"\u0000/\"\\😀é"}}"#]),
        Case("no parameters, none wanted", #"{"method":"test.example.Fine"}"#, [Case.fine]),
        Case("null for parameters", #"{"method":"test.example.Fine","parameters":null}"#, [Case.fine]),
        Case("null for flags", #"{"method":"test.example.Fine","more":null,"oneway":null}"#, [Case.fine]),
        Case(
            "an error with its parameters", #"{"method":"test.example.Fail"}"#,
            [#"{"error":"test.example.Bad","parameters":{"code":7,"reason":"out of paper"}}"#]),
        Case(
            "no such method", #"{"method":"test.example.Nothing","parameters":[]}"#,
            [#"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"test.example.Nothing"}}"#]),
        Case(
            "no such interface", #"{"method":"test.nothing.Echo"}"#,
            [#"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"test.nothing"}}"#]),
        Case(
            "an interface's name for a method's", #"{"method":"test.example"}"#,
            [#"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"test"}}"#]),
        Case(
            "what the service is", #"{"method":"org.varlink.service.GetInfo"}"#,
            [
                #"{"parameters":{"interfaces":["org.varlink.service","test.example"],"product":"Sample","#
                    + #""url":"","vendor":"Holdfast","version":"1"}}"#
            ]),
        Case(
            "no description of it",
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
            [#"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#]),
    ]

    nonisolated static let parameters: [Case] = [
        Case("no parameters", #"{"method":"test.example.Echo"}"#, [Case.invalid("text")]),
        Case("a missing one", #"{"method":"test.example.Echo","parameters":{"number":1}}"#, [Case.invalid("text")]),
        Case("null for one", #"{"method":"test.example.Echo","parameters":{"text":null}}"#, [Case.invalid("text")]),
        Case("a wrong type", #"{"method":"test.example.Echo","parameters":{"text":1}}"#, [Case.invalid("text")]),
        Case(
            "a wrong type of an optional one", #"{"method":"test.example.Echo","parameters":{"text":"","number":"1"}}"#,
            [Case.invalid("number")]),
        Case(
            "a number that does not fit", #"{"method":"test.example.Echo","parameters":{"text":"","number":1e99}}"#,
            [Case.invalid("parameters")]),
        Case(
            "a wrong type deep within",
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":{"a":1}}}"#,
            [Case.invalid("interface")]),
    ]

    nonisolated static let kinds: [Case] = [
        Case("oneway", #"{"method":"test.example.Echo","parameters":{"text":"a"},"oneway":true}"#, []),
        Case("oneway, an error", #"{"method":"test.example.Fail","oneway":true}"#, []),
        Case("oneway, no such method", #"{"method":"test.nothing.X","oneway":true}"#, []),
        Case("oneway, a wrong parameter", #"{"method":"test.example.Echo","oneway":true}"#, []),
        Case(
            "oneway, a stream",
            #"{"method":"test.example.Count","parameters":{"number":3},"more":true,"oneway":true}"#, []),
        Case("more, but there is one reply", #"{"method":"test.example.Fine","more":true}"#, [Case.fine]),
        Case(
            "a stream", #"{"method":"test.example.Count","parameters":{"number":3},"more":true}"#,
            [
                #"{"continues":true,"parameters":{"number":1}}"#, #"{"continues":true,"parameters":{"number":2}}"#,
                #"{"parameters":{"number":3}}"#,
            ]),
        Case("an empty one", #"{"method":"test.example.Count","parameters":{"number":0},"more":true}"#, [Case.fine]),
        Case(
            "a stream without more", #"{"method":"test.example.Count","parameters":{"number":3}}"#,
            [#"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#]),
        Case("an upgrade", #"{"method":"test.example.Fine","upgrade":true}"#, [Case.invalid("upgrade")]),
    ]

    nonisolated static let malformed: [Case] = [
        Case("no method", #"{"parameters":{}}"#, [Case.invalid("method")], lives: false),
        Case("an empty object", "{}", [Case.invalid("method")], lives: false),
        Case("a method that is a number", #"{"method":1}"#, [Case.invalid("method")], lives: false),
        Case("a method without a dot", #"{"method":"Echo"}"#, [Case.invalid("method")], lives: false),
        Case("a method of no interface", #"{"method":".Echo"}"#, [Case.invalid("method")], lives: false),
        Case("an empty method", #"{"method":""}"#, [Case.invalid("method")], lives: false),
        Case(
            "parameters that are an array", #"{"method":"test.example.Echo","parameters":[]}"#,
            [Case.invalid("parameters")], lives: false),
        Case(
            "parameters that are a text", #"{"method":"test.example.Fine","parameters":""}"#,
            [Case.invalid("parameters")], lives: false),
        Case(
            "more that is a number", #"{"method":"test.example.Fine","more":1}"#, [Case.invalid("more")], lives: false),
        Case(
            "oneway that is a text", #"{"method":"test.example.Fine","oneway":"true"}"#,
            [Case.invalid("oneway")], lives: false),
        Case(
            "upgrade that is an object", #"{"method":"test.example.Fine","upgrade":{}}"#,
            [Case.invalid("upgrade")], lives: false),
        Case("nothing", "", [], lives: false),
        Case("NUL after NUL", [UInt8](repeating: 0, count: 1_000), [], lives: false),
        Case("no JSON", "GET / HTTP/1.1\r\n\r\n", [], lives: false),
        Case("half an object", #"{"method":"#, [], lives: false),
        Case("an object and more", #"{"method":"test.example.Fine"}{}"#, [], lives: false),
        Case("an array", #"[{"method":"test.example.Fine"}]"#, [], lives: false),
        Case("a text", #""test.example.Fine""#, [], lives: false),
        Case("null", "null", [], lives: false),
        Case(
            "text that is not UTF-8",
            Array(#"{"method":"test.example.Fine","x":""#.utf8) + [0xc3, 0x28] + Array(#""}"#.utf8),
            [], lives: false),
        Case("bytes that are not text", (0..<4_000).map { UInt8(truncatingIfNeeded: $0 % 255 + 1) }, [], lives: false),
        Case("arrays 5,000 deep", String(repeating: "[", count: 5_000), [], lives: false),
        Case(
            "objects 25 deep",
            #"{"method":"test.example.Fine","x":"# + String(repeating: #"{"a":"#, count: 24) + "1"
                + String(repeating: "}", count: 25), [], lives: false),
        Case(
            "20,000 numbers",
            #"{"method":"test.example.Fine","x":["# + String(repeating: "1,", count: 20_000) + "1]}", [], lives: false),
    ]

    @Test("each message gets the protocol's answer, and an invalid one ends the connection", arguments: cases)
    func answers(_ sample: Case) async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        peer.send(sample.sent + [0])
        await EventLoop.panel.settle()
        #expect(peer.heard() == sample.answers)
        #expect(peer.isOver == !sample.lives)
        if sample.lives {
            #expect(await peer.answer(to: #"{"method":"test.example.Fine"}"#) == [Case.fine])
        }
        peer.hangUp()
        await EventLoop.panel.settle()
        #expect(service.server.connectionCount == 0)
    }

    @Test("each message that arrives bytewise gets the same answer", arguments: cases.filter { $0.sent.count < 300 })
    func byteByByte(_ sample: Case) async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        for byte in sample.sent {
            peer.send([byte])
            await EventLoop.panel.settle()
            #expect(peer.heard() == [])
        }
        peer.send([0])
        await EventLoop.panel.settle()
        #expect(peer.heard() == sample.answers)
        #expect(peer.isOver == !sample.lives)
    }

    @Test("messages sent together are answered in order, up to the first invalid one")
    func pipelined() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        let living = Self.cases.filter(\.lives)
        for _ in 0..<3 { for sample in living { peer.send(sample.sent + [0]) } }
        let broken = try #require(Self.malformed.first)
        for sample in [broken, broken] { peer.send(sample.sent + [0]) }
        await EventLoop.panel.settle()
        let answers = living.flatMap(\.answers)
        #expect(peer.heard() == answers + answers + answers + broken.answers)
        #expect(peer.isOver)
    }

    @Test("a message may have at most 65,536 bytes")
    func length() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let frame = #"{"method":"test.example.Echo","parameters":{"text":""}}"#
        for (excess, isTaken) in [(0, true), (1, false), (40_000, false)] {
            let peer = try service.connect()
            defer { peer.hangUp() }
            let text = String(repeating: "x", count: 65_536 - frame.utf8.count + excess)
            // The message is sent in parts: the last one only if the earlier parts were not already too long.
            let message = Array(frame.replacing(#""text":"""#, with: #""text":"\#(text)""#).utf8) + [0]
            for part in stride(from: 0, to: message.count, by: 20_000) {
                peer.send(message[part..<min(part + 20_000, message.count)])
                await EventLoop.panel.settle()
            }
            #expect(peer.heard().map(\.utf8.count) == (isTaken ? [text.utf8.count + 26] : []))
            #expect(peer.isOver == !isTaken)
        }
    }

    @Test("the interfaces' texts in the code equal those in the files")
    func descriptions() async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let peer = try service.connect()
        defer { peer.hangUp() }
        let answers = await peer.answer(
            to: #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"test.example"}}"#)
        let expected = try JSONSerialization.jsonObject(with: Data(try #require(answers.first).utf8)) as? NSDictionary
        #expect(expected == ["parameters": ["description": SampleService.text]])
        for (text, name) in [
            (HoldfastInterfaces.panel, "io.holdfast.Panel"), (HoldfastInterfaces.extension, "io.holdfast.Extension"),
            (HoldfastInterfaces.host, "io.holdfast.Host"), (HoldfastInterfaces.service, "org.varlink.service"),
        ] {
            #expect(text.contains("\ninterface \(name)\n"))
        }
    }
}
