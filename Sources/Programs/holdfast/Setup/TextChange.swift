/// The difference of two texts for people.
enum TextChange {
    /// The new lines behind `+`, the old ones that go behind `-`. Lines that stay are left out.
    static func lines(from old: [UInt8], to new: [UInt8]) -> [String] {
        func split(_ bytes: [UInt8]) -> [Substring] {
            String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: true) { $0.isNewline }
        }
        return split(new).difference(from: split(old)).map { change in
            switch change {
            case .remove(offset: _, let line, associatedWith: _): "- \(line)"
            case .insert(offset: _, let line, associatedWith: _): "+ \(line)"
            }
        }
    }
}
