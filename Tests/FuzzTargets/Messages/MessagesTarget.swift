import EventLoop

/// What is said over sockets, by whoever.
///
/// ```
///   'C' portion bytes…     calls to a panel, each ended by NUL
///   'E' portion bytes…     what an extension answers, message by message, to what a panel asks
///   'A' portion what bytes…   what a panel answers to a client; `what` tells what it was asked
/// ```
/// The bytes are sent in portions of that many bytes, or, where it is a space, in one.
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
        // A message of 64 KB byte by byte takes seconds.
        let size = Swift.max(size, count / 64)
        guard size < count else { return [self[...]] }
        return stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }

    /// The messages, each without its NUL; the last one may lack it.
    var messages: [ArraySlice<UInt8>] { split(separator: 0, omittingEmptySubsequences: false) }
}
