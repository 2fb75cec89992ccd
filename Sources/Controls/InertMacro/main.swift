#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Expands `#Preview` and `@AppIntent(schema:)` to nothing, as the compiler asks: a panel has neither Xcode nor Siri.
//
// swift-syntax would be the usual way, and would take minutes of each build of an extension. An expansion to nothing needs no
// syntax: two replies, each behind its length as a little-endian number of 8 bytes (lib/AST/PluginRegistry.cpp and
// lib/ASTGen/Sources/MacroEvaluation in the compiler's sources).

/// Reads this number of bytes; `nil` at the end of the input.
func readBytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
        let part = bytes.withUnsafeMutableBytes { buffer in
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            return read(STDIN_FILENO, rest.baseAddress, rest.count)
        }
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return nil }
        filled += part
    }
    return bytes
}

/// - Returns: Whether the compiler still reads.
func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
        let part = bytes.withUnsafeBytes { buffer in
            let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
            return write(STDOUT_FILENO, rest.baseAddress, rest.count)
        }
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return false }
        written += part
    }
    return true
}

/// The reply to a message of the compiler, which begins with the name of its only key.
func reply(to message: [UInt8]) -> String {
    message.starts(with: #"{"getCapability""#.utf8)
        ? #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
        : #"{"expandMacroResult":{"expandedSource":"","diagnostics":[]}}"#
}

while let header = readBytes(8) {
    let length = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard let count = Int(exactly: length), let message = readBytes(count) else { break }
    let answer = Array(reply(to: message).utf8)
    let prefix = (0..<8).map { UInt8(truncatingIfNeeded: answer.count >> (8 * $0)) }
    guard write(prefix + answer) else { break }
}
