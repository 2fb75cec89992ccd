import Foundation
import Glibc
import Testing

/// The completions that the program generates for shells.
struct CompletionTests {
    /// The script for bash, generated once.
    private static let script = Result { try Command.run("--generate-completion-script", "bash").output }

    /// Runs bash's completion of the last word with the script; the output is the suggestions.
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
        "the shell completes the panel's names, and completes none without a panel",
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
            // The suggestions also contain options.
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
        let none = try shells.2.waitForEnd()
        #expect(offered(none) == [])
        #expect(none.errors == "")
    }

    @Test("completion does not wait for a panel that hangs")
    func completionOfHungPanel() throws {
        let folder = try TemporaryFolder()
        // This socket listens and accepts no calls.
        let socket = try NotifySocket(in: folder, type: SOCK_STREAM)
        let start = ContinuousClock.now
        let outcome = try complete(["holdfast", "perform", ""], socket: socket.path).waitForEnd()
        #expect(ContinuousClock.now - start < .seconds(9))
        #expect(outcome.errors == "")
    }
}
