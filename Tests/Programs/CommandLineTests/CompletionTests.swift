import Foundation
import Glibc
import Testing

/// The completions that the program generates for shells.
struct CompletionTests {
    /// The script that the program generates for bash; once for all.
    private static let script = Result { try Command.run("--generate-completion-script", "bash").output }

    /// Has bash complete the last word by the script; what it offers is its output.
    private func complete(_ words: [String], socket: String) throws -> Command {
        let commands = """
            eval "$COMPLETION"
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            _holdfast holdfast "${@: -1}" "${@: -2:1}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let folder = URL(filePath: Command.program).deletingLastPathComponent().path
        return try Command(
            ["-c", commands, "bash"] + words,
            environment: [
                "HOLDFAST_SOCKET": socket, "PATH": "\(folder):/usr/bin:/bin", "COMPLETION": try Self.script.get(),
            ], program: "/bin/bash")
    }

    @Test(
        "the shell completes names that the panel has, and is told nothing where none answers",
        arguments: [
            (["holdfast", "perform", ""], ["lamp", "org.example.focus.timer", "org.example.focus.bell"]),
            (["holdfast", "show", "la"], ["lamp"]), (["holdfast", "set", ""], ["lamp"]),
            (["holdfast", "perform", "--intent", "St"], ["StartTimer", "StopTimer"]),
            (["holdfast", "place", ""], ["org.example.focus.timer", "lamp"]),
            (["holdfast", "move", "lights.lamp", "lock"], ["lock_screen.1", "lock_screen.2"]),
            (["holdfast", "remove", "lights"], ["lights.lamp"]),
            (
                ["holdfast", "reload", "org.example."],
                [
                    "org.example.focus.bell", "org.example.focus.timer", "org.example.lamp",
                ]
            ),
        ])
    func completion(words: [String], names: [String]) async throws {
        let panel = try await FakePanel()
        func offered(_ outcome: Command.Outcome) -> Set<String> {
            // Options are offered besides.
            Set(outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
                .filter { !$0.isEmpty && !$0.hasPrefix("-") }
        }
        let other = [words[0], words[1], "--socket", panel.path] + words.dropFirst(2)
        let shells = (
            try complete(words, socket: panel.path), try complete(other, socket: "/nowhere"),
            try complete(words, socket: "/nowhere")
        )
        #expect(offered(try shells.0.waitForEnd()) == Set(names))
        #expect(offered(try shells.1.waitForEnd()) == Set(names))
        let nobody = try shells.2.waitForEnd()
        #expect(offered(nobody) == [])
        #expect(nobody.errors == "")
    }

    @Test("completion does not wait for a panel that hangs")
    func completionOfHungPanel() throws {
        let folder = try TemporaryFolder()
        // It listens, and takes no calls.
        let socket = try NotifySocket(in: folder, type: SOCK_STREAM)
        let start = ContinuousClock.now
        let outcome = try complete(["holdfast", "perform", ""], socket: socket.path).waitForEnd()
        #expect(ContinuousClock.now - start < .seconds(9))
        #expect(outcome.errors == "")
    }
}
