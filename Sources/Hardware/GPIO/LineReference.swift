/// What a panel's file calls a line: its name, or its place on a chip.
public enum LineReference: Sendable, Hashable {
    /// The line's name as the kernel has it: `GPIO17`.
    case name(String)

    /// `CHIP:OFFSET`; the chip by its label, name (`gpiochip0`) or path, which may contain colons themselves.
    case place(chip: String, offset: Int)

    /// Reads `CHIP:OFFSET` where the last colon has a chip before it and nothing but decimal digits after it; all else
    /// is a name.
    public init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
            self = .name(text)
            return
        }
        let digits = text[text.index(after: colon)...]
        // `Int` alone would also take a sign.
        if digits.allSatisfy({ ("0"..."9").contains($0) }), let offset = Int(digits) {
            self = .place(chip: String(text[..<colon]), offset: offset)
        } else {
            self = .name(text)
        }
    }
}
