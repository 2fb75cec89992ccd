import Glibc

/// Reads a secret: from a terminal without echo, else from a line of standard input.
package enum SecretInput {
    /// No secret was given.
    package struct Missing: Error, CustomStringConvertible {
        let what: String
        package var description: String { "\(what) is missing: type it, or give it in a line of standard input" }
    }

    /// The secret is longer than this program reads.
    package struct TooLong: Error, CustomStringConvertible {
        let what: String
        package var description: String { "\(what) is longer than \(SecretInput.limit) bytes: give a shorter one" }
    }

    /// The longest secret that is read, in bytes.
    private static let limit = 1_024

    /// Asks once for the secret.
    ///
    /// - Parameter prompt: The name of the secret, shown at a terminal.
    /// - Throws: `Missing` if the input is empty, `TooLong`.
    package static func read(_ prompt: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line(prompt) }
        // Prompts go to standard error, apart from the command's output.
        ask("\(prompt): ")
        var settings = termios()
        let isSet = tcgetattr(STDIN_FILENO, &settings) == 0
        let saved = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        if isSet { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        defer {
            var saved = saved
            if isSet { tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
            ask("\n")
        }
        return try line(prompt)
    }

    /// Asks for a new secret: twice at a terminal.
    ///
    /// - Throws: `Differs` if the two inputs are not the same, `Missing`, `TooLong`.
    package static func readNew(_ prompt: String) throws -> String {
        let first = try read(prompt)
        guard isatty(STDIN_FILENO) == 1 else { return first }
        guard try read("\(prompt) again") == first else { throw Differs() }
        return first
    }

    /// The secret was typed twice, and the inputs are not the same.
    package struct Differs: Error, CustomStringConvertible {
        package var description: String { "the two differ; nothing was changed" }
    }

    private static func ask(_ text: String) {
        _ = write(STDERR_FILENO, text, text.utf8.count)
    }

    private static func line(_ prompt: String) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
            // One byte more may be the line's carriage return.
            guard bytes.count <= limit + 1 else { throw TooLong(what: prompt) }
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        // A secret is not cut: another program would not cut it, and the two would differ.
        guard bytes.count <= limit else { throw TooLong(what: prompt) }
        guard !bytes.isEmpty else { throw Missing(what: prompt) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
