/// Finds what a mistyped word was meant to be.
public enum NearestWord {
    /// The word nearest to `word` in letters of any case, the earlier one of two, if it is near enough that a slip of
    /// the hand explains the difference.
    public static func to(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        var best: (word: String, distance: Int)?
        for candidate in words {
            let others = Array(candidate.lowercased().unicodeScalars)
            let length = max(letters.count, others.count)
            // One slip in up to five letters, two in up to eight, three in more; never a word that shares no letter.
            let allowed = min(length - 1, max(1, min(3, length / 3)), (best?.distance ?? .max) - 1)
            guard abs(letters.count - others.count) <= allowed else { continue }
            if let distance = distance(letters, others, atMost: allowed) { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The Damerau-Levenshtein distance in its restricted form: how many letters must be inserted, removed, replaced or
    /// swapped with their neighbour, no letter twice; `nil` where that is more than `limit`.
    private static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter], atMost limit: Int) -> Int? {
        if limit == 0 { return left == right ? 0 : nil }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var least = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforePrevious[column - 1] + 1)
                }
                current.append(least)
            }
            // No row's least is less than that of the row before.
            if current.allSatisfy({ $0 > limit }) { return nil }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
