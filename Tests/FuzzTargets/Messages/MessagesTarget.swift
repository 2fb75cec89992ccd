import EventLoop

/// Bytes on sockets, from any sender.
///
/// ```
///   'C' portion bytes…     calls to a panel; each ends with NUL
///   'E' portion bytes…     an extension's answers to a panel's calls, message by message;
///   'A' portion what bytes…   a panel's answer to a client; `what` is the client's call
/// ```
/// The number `portion` is the size of the portions in which the bytes are sent; a space means one portion.
@PanelActor
enum MessagesTarget {
    static func check(_ bytes: [UInt8]) async throws {
        var input = FuzzInput(bytes)
        let kind = input.byte()
        let portion = input.byte()
        let size = portion == UInt8(ascii: " ") || portion == 0 ? Int.max : Int(portion)
        switch kind {
        case UInt8(ascii: "E"):
            try await ExtensionConversation(size: size).hold(input.rest())
        case UInt8(ascii: "A"):
            try await AnswerKind.all[Int(input.byte()) % AnswerKind.all.count].hear(input.rest(), size: size)
        default:
            try await CallConversation(size: size).hold(input.rest())
        }
    }
}

extension Array<UInt8> {
    /// The bytes in portions of `size`.
    func portions(of size: Int) -> [ArraySlice<UInt8>] {
        // Sending 64 KB byte by byte would take seconds.
        let size = Swift.max(size, count / 64)
        guard size < count else { return [self[...]] }
        return stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }

    /// The messages, each without its NUL; the last one may lack it.
    var messages: [ArraySlice<UInt8>] { split(separator: 0, omittingEmptySubsequences: false) }
}
