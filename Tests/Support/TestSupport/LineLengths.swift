/// The lengths of a text's lines, for tests that check a position in each of thousands of texts. This target is
/// optimized.
public struct LineLengths {
    /// The lengths in Unicode scalars, without the line ends CR, LF or both. Invalid UTF-8 counts as its replacement.
    public let scalars: [Int]

    /// The lengths of the lines in `bytes`, of which there is at least one.
    public init(of bytes: [UInt8]) {
        var lengths: [Int] = []
        var length = 0
        var previous: Unicode.Scalar = " "
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch (previous, scalar) {
            case ("\r", "\n"): break
            case (_, "\n"), (_, "\r"):
                lengths.append(length)
                length = 0
            default: length += 1
            }
            previous = scalar
        }
        scalars = lengths + [length]
    }
}
