extension ValueType where Value == String {
    /// The path of a device file. Below `/dev` alone: what a slip of the hand names elsewhere would be written over.
    static let device = ValueType(form: .device) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.hasPrefix("/dev/"), parts.count > 2, parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else { return slot.refuse(.malformedDevice(key: slot.key, text)) }
        return text
    }
}
