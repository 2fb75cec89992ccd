/// Finds the intended word for a mistyped one.
public enum NearestWord {
    /// The word nearest to `word`, in any letter case; the earlier of two equally near ones. The result is `nil` where
    /// typing slips do not explain the difference.
    public static func to(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        var best: (word: String, distance: Int)?
        for candidate in words {
            let others = Array(candidate.lowercased().unicodeScalars)
            let length = max(letters.count, others.count)
            // One slip in up to five letters, two in up to eight, three in more. A word without a common letter never
            // counts.
            let allowed = min(length - 1, max(1, min(3, length / 3)), (best?.distance ?? .max) - 1)
            guard abs(letters.count - others.count) <= allowed else { continue }
            if let distance = distance(letters, others, atMost: allowed) { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The restricted Damerau-Levenshtein distance: the number of letters to insert, remove, replace or swap with their
    /// neighbour, no letter twice. `nil` where the distance is more than `limit`.
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
            // A row's minimum is never less than that of the row before.
            if current.allSatisfy({ $0 > limit }) { return nil }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
