/// Small numbers as dates and times write them.
enum DecimalText {
    /// A number of up to six digits and nothing else.
    static func number(_ text: some Collection<UInt8>) -> Int? {
        guard (1...6).contains(text.count) else { return nil }
        var number = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// With a leading zero below ten.
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
