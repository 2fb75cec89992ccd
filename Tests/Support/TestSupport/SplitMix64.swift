/// A generator whose sequence is the same on every machine (Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator whose whole sequence `seed` determines.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number in `range`. The slight bias does not matter here.
    public mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// True once in `n` calls on average.
    public mutating func once(in n: UInt64) -> Bool {
        next() % n == 0
    }
}
