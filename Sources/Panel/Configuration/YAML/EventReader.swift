import CYAML

/// libyaml's parser over bytes that outlive it.
struct EventReader: ~Copyable {
    private let parser: OpaquePointer

    /// - Returns: `nil` where there is no memory.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        // libyaml takes no NULL, which an empty buffer's address may be.
        let empty: StaticString = ""
        guard let parser = holdfast_yaml_parser_create(bytes.baseAddress ?? empty.utf8Start, bytes.count) else {
            return nil
        }
        self.parser = parser
    }

    deinit {
        holdfast_yaml_parser_destroy(parser)
    }

    /// The next event, whose text is valid until the next call; `nil` on an error, after which only `error` is asked.
    func next() -> holdfast_yaml_event? {
        var event = holdfast_yaml_event()
        return holdfast_yaml_parser_next(parser, &event) ? event : nil
    }

    /// The error that made `next` answer `nil`.
    var error: holdfast_yaml_error { holdfast_yaml_parser_error(parser) }
}

extension holdfast_yaml_event {
    /// The text of a scalar.
    var scalar: Scalar {
        Scalar(
            text: String(decoding: UnsafeBufferPointer(start: text, count: text_length), as: UTF8.self),
            isPlain: is_plain)
    }
}
