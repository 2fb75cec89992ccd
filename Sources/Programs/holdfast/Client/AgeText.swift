/// How long something has been so, for people, who do not count the seconds of a day.
enum AgeText {
    /// The time in its largest whole unit: `12 s`, `3 min`, `5 h`, `2 d`.
    static func of(_ seconds: Double) -> String {
        let whole = Int(clamping: Int64(seconds.isFinite ? max(0, min(seconds, 1e12)) : 0))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3_600: "\(whole / 60) min"
        case ..<86_400: "\(whole / 3_600) h"
        default: "\(whole / 86_400) d"
        }
    }
}
