import Controls
import ExtensionTestSupport
import Foundation
import Glibc
import LocalAPI
import Testing

@testable import Actions

/// Captures into the extension's own state.
@Suite(.timeLimit(.minutes(1)))
struct CaptureTests {
    private let bench: Bench

    init() async throws {
        bench = try await Bench()
    }

    private var folder: String { bench.folder.path + "/state/captures" }

    private func capture(_ script: String, keep: Int = 100) async throws -> String? {
        try await bench.perform(
            "capture",
            ["arguments": .texts(["sh", "-c", script, "sh", "{file}"]), "keep": .int(keep)]
        ).failure
    }

    @Test("C30 a capture is a new file that only its user can read")
    func captures() async throws {
        #expect(try await capture("echo picture > \"$1\"") == nil)
        #expect(try await capture("echo picture > \"$1.jpg\"") == nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 2)
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        for file in files { #expect(stat("\(folder)/\(file)", &status) == 0 && status.st_mode & 0o777 == 0o600) }
    }

    @Test("C30 a capture runs without network, and other commands have it")
    func network() async throws {
        let probe = SpawnedProgram.built("NetworkProbe")
        #expect(try await capture("\(probe) inet inet6 netlink unix > \"$1\"") == nil)
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        #expect(
            try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                == "inet: EAFNOSUPPORT\ninet6: EAFNOSUPPORT\nnetlink: EAFNOSUPPORT\nunix: done\n")
        #expect(try await bench.failure([probe, "inet"]) == nil)
        #expect(bench.journal.all.last == "\(probe): inet: done")
    }

    @Test("C30 the reason of a failed capture does not reveal the captures' folder")
    func failure() async throws {
        #expect(try await capture("echo \"$1.jpg: no camera\" >&2; exit 1") == "exit status 1: {file}.jpg: no camera")
    }

    @Test("a capture whose command makes no file fails")
    func nothing() async throws {
        #expect(try await capture("true") == "the command succeeded, but there is no file")
        #expect(try await capture(": > \"$1\"") == "the command succeeded, but there is no file")
        #expect(try await capture("echo 'no camera' >&2; exit 1") == "exit status 1: no camera")
        #expect(try await capture("echo half > \"$1.jpg\"; exit 1") == "exit status 1")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("the output of a command that was given up is limited like any other")
    func late() async throws {
        for _ in 0..<8 {
            let failure = try await bench.perform(
                "capture",
                [
                    "arguments": .texts([
                        "sh", "-c", "trap 'sleep 0.3; echo half > \"$1\"; exit' TERM; sleep 60 & wait", "sh", "{file}",
                    ]),
                    "keep": .int(1), "timeout_ms": .int(200),
                ]
            ).failure
            #expect(failure == "took over 200 ms")
        }
        // The files of the last two commands may have arrived, or may still arrive.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count <= 3)
    }

    @Test("the oldest captures are removed")
    func bounded() async throws {
        for _ in 0..<4 { #expect(try await capture("echo picture > \"$1\"", keep: 2) == nil) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
}
