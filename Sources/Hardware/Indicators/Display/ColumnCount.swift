extension Unicode.Scalar {
    /// How many columns of a terminal it takes: none, one, or two.
    var columnCount: Int {
        // Half of what panels say, and in no table.
        if value < 0x300 { return properties.generalCategory == .format ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The middle and the end of a Korean syllable, which its beginning makes room for.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
        // The tone of a hand's skin; the hand is seen in its own.
        if properties.isEmojiModifier { return 0 }
        return isWide ? 2 : 1
    }

    /// A mark that belongs on the character before it, not one that chooses among its looks.
    var isMark: Bool {
        properties.generalCategory == .nonspacingMark && !properties.isVariationSelector
            || (0x1160...0x11FF).contains(value)
    }

    /// Whether people can make out something of it.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The letter that one half of a flag stands for.
    var letterOfFlag: Unicode.Scalar? {
        (0x1F1E6...0x1F1FF).contains(value) ? Unicode.Scalar(value - 0x1F1E6 + 0x41) : nil
    }

    /// East_Asian_Width W and F (EastAsianWidth.txt), in the ranges that matter for text, and what is a picture by
    /// itself (emoji-data.txt, Emoji_Presentation).
    private var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        return Self.wideRanges.contains { $0.contains(value) }
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
