import Glibc
import ProgramSupport

/// Reads a secret: from a terminal without echo, else from a line of standard input.
enum SecretInput {
    /// Why there is no secret. The text is the secret's name.
    enum Problem: Error, CustomStringConvertible {
        case missing(String)
        case tooLong(String)
        /// The secret was typed twice, and the inputs are not the same.
        case differs

        var description: String {
            switch self {
            case .missing(let what): "\(what) is missing: type it, or give it in a line of standard input"
            case .tooLong(let what): "\(what) is longer than \(SecretInput.limit) bytes: give a shorter one"
            case .differs: "the two differ; nothing was changed"
            }
        }
    }

    /// The longest secret that is read, in bytes.
    private static let limit = 1_024

    /// Asks once for the secret.
    ///
    /// - Parameter prompt: The name of the secret, shown at a terminal.
    /// - Throws: `Problem`.
    static func read(_ prompt: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line(prompt) }
        // The prompt follows, because keys that were typed before are dropped.
        let settings = TerminalSettings(turningOff: ECHO, action: TCSAFLUSH)
        // Prompts go to standard error, apart from the command's output.
        ask("\(prompt): ")
        defer {
            settings?.restore()
            ask("\n")
        }
        return try line(prompt)
    }

    /// Asks for a new secret: twice at a terminal.
    ///
    /// - Parameter check: Throws if the panel would refuse the secret, before the user types the secret again.
    /// - Throws: `Problem`, and what `check` throws.
    static func readNew(_ prompt: String, check: (String) throws -> Void = { _ in }) throws -> String {
        let first = try read(prompt)
        guard isatty(STDIN_FILENO) == 1 else { return first }
        try check(first)
        guard try read("\(prompt) again") == first else { throw Problem.differs }
        return first
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
            guard bytes.count <= limit + 1 else { throw Problem.tooLong(prompt) }
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        // A secret is not cut: another program would not cut it, and the two would differ.
        guard bytes.count <= limit else { throw Problem.tooLong(prompt) }
        guard !bytes.isEmpty else { throw Problem.missing(prompt) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
