import EventLoop
import Glibc
import LocalAPI
import SimulatedGPIO
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// Unauthorized and malformed calls of `io.holdfast.Board`.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct BoardPeerTests {
    private static let methods: [(name: String, sound: String, malformed: [String])] = [
        ("Press", #"{"button":"action","seconds":0.1}"#, [#"{}"#, #"{"button":1}"#, #"{"button":"a","seconds":"1"}"#]),
        ("Release", #"{"button":"action"}"#, ["{}", #"{"button":null}"#]),
        ("Stick", #"{"button":"action"}"#, ["{}", #"{"button":[]}"#]),
        ("Unstick", #"{"button":"action"}"#, ["{}", #"{"button":{}}"#]),
        (
            "Chatter", #"{"button":"action","seconds":1,"every":1}"#,
            ["{}", #"{"button":"a","seconds":1}"#, #"{"button":"a","seconds":true,"every":1}"#]
        ),
        ("Sense", #"{"line":"GPIO24","isActive":true}"#, ["{}", #"{"line":"GPIO24","isActive":1}"#]),
        ("Keys", #"{"text":"1"}"#, ["{}", #"{"text":1}"#, #"{"text":"1","keypad":1}"#]),
        ("Drop", #"{"line":"GPIO17","count":1}"#, ["{}", #"{"line":"GPIO17","count":1.5}"#]),
        ("Unplug", "{}", [#"{"chip":1}"#]), ("Replug", "{}", [#"{"chip":["a"]}"#]),
        ("Levels", "{}", [#"{"follow":"yes"}"#]),
    ]

    /// Sends a raw call and returns the first answer.
    private func ask(_ bench: BoardPanel, _ name: String, _ parameters: String) async throws -> String {
        let peer = try BarePeer(path: bench.path)
        peer.say(#"{"method":"io.holdfast.Board.\#(name)","more":true,"parameters":\#(parameters)}"#)
        await bench.advance(.milliseconds(500))
        return peer.heard()
    }

    @Test("a peer who is no administrator is denied every method, without an effect")
    func strangers() async throws {
        let bench = try BoardPanel()
        bench.service.administrators = [geteuid() + 1]
        for method in Self.methods {
            let answer = try await ask(bench, method.name, method.sound)
            #expect(answer.contains("org.varlink.service.PermissionDenied"), "\(method.name): \(answer)")
        }
        #expect(try !bench.board.isActive("GPIO17") && !bench.board.isActive("GPIO24"))
        await bench.stop()
    }

    @Test("malformed parameters of every method are answered with InvalidParameter, without an effect")
    func malformed() async throws {
        let bench = try BoardPanel()
        for method in Self.methods {
            for parameters in method.malformed {
                let answer = try await ask(bench, method.name, parameters)
                #expect(
                    answer.contains("org.varlink.service.InvalidParameter"), "\(method.name) \(parameters): \(answer)")
            }
        }
        #expect(try !bench.board.isActive("GPIO17") && !bench.board.isActive("GPIO24"))
        await bench.stop()
    }

    @Test("foreign and oversized names are answered with an error that fits; a message over 64 KiB ends the connection")
    func oversized() async throws {
        let bench = try BoardPanel()
        let controls = String(repeating: #"\u0001"#, count: 10_000)
        for name in ["nobody", String(repeating: "x", count: 60_000), controls, "../../etc", #"\ud83d\ude00"#] {
            for method in Self.methods where method.sound.contains(":") && method.name != "Keys" {
                let parameters = method.sound.replacing(/"(action|GPIO\d+)"/, with: "\"\(name)\"")
                let answer = try await ask(bench, method.name, parameters)
                #expect(answer.contains("io.holdfast.Board.NoSuchPart"), "\(method.name): \(answer.prefix(200))")
                #expect(answer.utf8.count < 2_000)
            }
            for (method, member) in [("Unplug", "chip"), ("Replug", "chip"), ("Keys", "keypad")] {
                let answer = try await ask(bench, method, #"{"text":"1","\#(member)":"\#(name)"}"#)
                #expect(answer.contains("io.holdfast.Board.NoSuchPart"), "\(method): \(answer.prefix(200))")
            }
        }
        for method in Self.methods {
            let answer = try await ask(bench, method.name, #"{"a":"\#(String(repeating: "x", count: 70_000))"}"#)
            #expect(answer == "", "\(method.name)")
        }
        await bench.stop()
    }
}
