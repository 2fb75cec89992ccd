/// How much there is to decode in a JSON text, told by one look at its bytes.
///
/// What decoding costs is a matter of values and of depth, not of bytes: with `JSONDecoder` on a fast machine a text of
/// 64 KB takes 0.05 ms, 32,000 numbers in it 40 ms, and arrays 480 deep in a text of 1 KB 700 ms.
struct JSONShape: Sendable, Hashable {
    /// Brackets, commas and colons that are not part of a string: at least as many as there are values.
    private(set) var marks = 0
    /// How deep arrays and objects are nested.
    private(set) var depth = 0

    /// The shape of `text`; of what is not JSON, any.
    init(of text: [UInt8]) {
        var level = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                marks += 1
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                level -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                marks += 1
            default:
                break
            }
        }
    }
}
