/// The form of a counter's file: two slots, of which only the one without the last number is ever written. A write that
/// is cut off leaves the other.
///
/// ```
///      0        8        16         24            4096                          4120
///      ├ "HFcount1" ─ number ─ checksum ┤ (unused)  ├ "HFcount1" ─ number ─ checksum ┤
/// ```
/// Numbers are little-endian; the checksum is FNV-1a over the 16 bytes before it. It tells damage, not forgery: whoever
/// may write the file may write any number.
struct CounterSlots {
    /// One page of the disk apart: flash loses whole ones.
    static let distance = 4_096
    static let slotSize = 24
    /// What there is to read.
    static let fileSize = distance + slotSize
    private static let mark = Array("HFcount1".utf8)

    private var values: [Int64?]

    /// The slots of a file, of which there may be less than both.
    init(_ bytes: [UInt8]) {
        values = [0, Self.distance].map { Self.decode(bytes.dropFirst($0).prefix(Self.slotSize)) }
    }

    /// The number; `nil` where both slots are damaged.
    var value: Int64? { values.compactMap(\.self).max() }

    /// What to write, and where, for the number to be `value`.
    func change(to value: Int64) -> (bytes: [UInt8], offset: Int) {
        let isFirst = (values[0] ?? -1) <= (values[1] ?? -1)
        return (Self.encode(value), isFirst ? 0 : Self.distance)
    }

    private static func encode(_ value: Int64) -> [UInt8] {
        let content = mark + bytes(UInt64(bitPattern: value))
        return content + bytes(checksum(content))
    }

    private static func decode(_ slot: ArraySlice<UInt8>) -> Int64? {
        let slot = Array(slot)
        guard slot.count == slotSize, slot.starts(with: mark) else { return nil }
        let number = slot[8..<16].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let value = Int64(bitPattern: number)
        return StoreLimit.foundSerials.contains(value) && slot == encode(value) ? value : nil
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
