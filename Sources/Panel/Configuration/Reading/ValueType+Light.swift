/// Names of LEDs of the kernel.
enum LEDName {
    /// `LED_MAX_NAME_SIZE` in the kernel's `include/uapi/linux/uleds.h` is 64, with the NUL: no LED is called longer.
    static let limit = 63
}

extension ValueType where Value == String {
    /// The name of an LED: that of a folder, never a way to another one.
    static let led = ValueType(form: .led) { slot in
        guard let text = slot.text(limit: LEDName.limit) else { return nil }
        let isName = text != "." && text != ".." && !text.utf8.contains(UInt8(ascii: "/"))
        return isName ? text : slot.refuse(.malformedLED(key: slot.key, text))
    }
}

extension ValueType where Value == TimeOfDay {
    /// Hours and minutes. Without quotes it is a number to some readers of YAML, of base 60, but to none here.
    static let timeOfDay = ValueType(form: .timeOfDay) { slot in
        guard let text = slot.text() else { return nil }
        return TimeOfDay(text: text) ?? slot.refuse(.malformedTimeOfDay(key: slot.key, text))
    }
}

extension ValueType where Value == Int {
    /// A whole number of percents within `range`.
    static func percentage(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(form: .percentage(range)) { slot in
            guard case .scalar(let scalar) = slot.node.content, !scalar.text.isEmpty else { return slot.refuseType() }
            let digits = scalar.text.dropLast()
            // `Int` would take a sign, too.
            guard scalar.text.last == "%", digits.utf8.count <= 3,
                digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let percent = Int(digits), range.contains(percent)
            else { return slot.refuse(.malformedPercentage(key: slot.key, scalar.text, range)) }
            return percent
        }
    }
}
