import Controls
import EventLoop
import Foundation
import Glibc
import LocalAPI
import MonotonicTime
import Testing

@testable import Actions

/// Values of commands and files.
@Suite(.timeLimit(.minutes(1)))
struct ValueTests {
    private let bench: Bench

    init() async throws {
        bench = try await Bench()
    }

    private func title(_ configuration: [String: IntentValue]) async throws -> String {
        try await bench.snapshot("value", configuration).control.title
    }

    private func reason(_ configuration: [String: IntentValue]) async -> String? {
        do {
            _ = try await bench.snapshot("value", configuration)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a value is the first line that is not blank, trimmed")
    func firstLine() async throws {
        #expect(try await title(["command": .script("echo; echo '  21.5 °C\t'; echo more")]) == "21.5 °C")
        let file = try bench.folder.write("\n 42\nmore\n", to: "value")
        #expect(try await title(["file": .string(file)]) == "42")
        // The output of a value's command is not logged, because it would repeat at every interval.
        #expect(bench.journal.all.isEmpty)
    }

    @Test("a value that cannot be read is a failure with the reason")
    func failures() async throws {
        #expect(await reason(["command": .script("echo 'no sensor' >&2; exit 2")]) == "exit status 2: no sensor")
        #expect(await reason(["command": .texts(["true"])]) == "there is nothing to show: no output")
        #expect(await reason(["file": .string("/nowhere")])?.hasPrefix("/nowhere: open: No such file") == true)
        #expect(await reason(["file": .string("/")])?.hasPrefix("/: read: Is a directory") == true)
        #expect(await reason([:]) == "a value needs either 'command' or 'file'")
        let fifo = bench.folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(await reason(["file": .string(fifo)])?.contains("Invalid argument") == true)
    }

    @Test("a value is reloaded when its file is written, replaced, removed or created again")
    func changes() async throws {
        let file = try bench.folder.write("1", to: "value")
        let configuration: [String: IntentValue] = ["file": .string(file)]
        await bench.place("value", [configuration])
        #expect(try await title(configuration) == "1")
        for step in 0..<4 {
            switch step {
            case 0: try Data("2".utf8).write(to: URL(filePath: file))
            case 1:
                let other = try bench.folder.write("3", to: "other")
                #expect(rename(other, file) == 0)
            case 2: #expect(unlink(file) == 0)
            default: _ = try bench.folder.write("4", to: "value")
            }
            #expect(await bench.reloads.next() == ValueControl.kind)
        }
        #expect(try await title(configuration) == "4")
    }

    @Test("a file is waited for although its folders do not exist yet")
    func folders() async throws {
        let path = bench.folder.path + "/a/b/value"
        let configuration: [String: IntentValue] = ["file": .string(path)]
        await bench.place("value", [configuration])
        try FileManager.default.createDirectory(
            atPath: bench.folder.path + "/a/b", withIntermediateDirectories: true)
        _ = try bench.folder.write("here", to: "a/b/value")
        #expect(await bench.reloads.next() == ValueControl.kind)
        // Creating and writing the file may be two notifications.
        let other = try await Bench()
        _ = other
        #expect(try await title(configuration) == "here")
    }

    @Test("a changed value is read again, and other values of its kind are not")
    func others() async throws {
        let counting = "echo x >> \(bench.folder.path)/count; wc -l < \(bench.folder.path)/count"
        let slow: [String: IntentValue] = ["command": .script(counting), "every_ms": .int(3_600_000)]
        let file = try bench.folder.write("quick", to: "value")
        let quick: [String: IntentValue] = ["file": .string(file)]
        await bench.place("value", [slow, quick])
        #expect(try await title(slow) == "1")
        let other = try bench.folder.write("quicker", to: "other")
        #expect(rename(other, file) == 0)
        #expect(await bench.reloads.next() == ValueControl.kind)
        // The panel asks for all values of the kind, and the slow one answers once from memory.
        #expect(try await title(slow) == "1")
        #expect(try await title(quick) == "quicker")
        #expect(try await title(slow) == "2")
    }

    @Test("an interval that no panel uses any more ends, and starts again with the next request")
    func unasked() async throws {
        let configuration: [String: IntentValue] = ["command": .texts(["echo", "x"]), "every_ms": .int(250)]
        await bench.place("value", [configuration])
        for _ in 0..<3 { #expect(await bench.reloads.next() == ValueControl.kind) }
        // Waits longer than an interval by the same clock: another placement's first one.
        let (loop, ended) = (EventLoop.panel, Recorder<Bool>())
        let timer = await Task { @PanelActor in
            let timer = loop.makeTimer { ended.add(true) }
            timer.arm(at: loop.now.advanced(by: .milliseconds(600)))
            return timer
        }.value
        _ = await ended.next()
        _ = timer
        #expect(bench.reloads.all.count == 3)
        #expect(try await title(configuration) == "x")
        #expect(await bench.reloads.next() == ValueControl.kind)
    }

    @Test("C45 a removed placement has no timer and no watch")
    func removed() async throws {
        let file = try bench.folder.write("1", to: "value")
        await bench.place("value", [["file": .string(file)]])
        await bench.place("value", [])
        _ = try bench.folder.write("2", to: "value")
        await Task { @PanelActor in await EventLoop.panel.settle() }.value
        #expect(bench.reloads.all.isEmpty)
    }

    @Test("an interval out of range is refused")
    func range() async throws {
        let evaluation = try await bench.snapshot("value", ["command": .texts(["echo"]), "every_ms": .int(1)])
        #expect(evaluation.intent == nil)
    }
}
