/// How long the lines of a text are, for tests that look a place up in each of thousands of texts: this target is optimised.
public struct LineLengths {
    /// Lengths in Unicode scalars, without the line ends, which are CR, LF, or both; what is no UTF-8 counts as it is repaired.
    public let scalars: [Int]

    /// Of the text in `bytes`, which has one line at least.
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
