import Authentication
import Glibc
import MonotonicTime

/// The time from which on the user wants to see entries.
enum LogBeginning: Equatable {
    /// A duration before now.
    case back(Duration)
    /// At a time, in seconds since 1970.
    case at(Int)

    /// Reads `2h`, `3 d`, `90 min`, `2026-05-01`, `2026-05-01 18:00` or `2026-05-01T18:00:30`, in local time; `nil`
    /// for other texts.
    init?(_ text: String) {
        if let duration = Self.duration(text) {
            self = .back(duration)
        } else if let time = Self.time(text) {
            self = .at(time)
        } else {
            return nil
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: " ")
        guard (1...2).contains(parts.count) else { return nil }
        let joined = parts.joined()
        // Ages are printed with `min`, so the unit can be typed, too.
        return Duration(text: joined.hasSuffix("min") ? String(joined.dropLast(2)) : joined)
    }

    private static func time(_ text: String) -> Int? {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let day = parts.first.flatMap({ LocalDate(text: $0) }) else { return nil }
        var moment = tm()
        (moment.tm_year, moment.tm_mon, moment.tm_mday) = (
            Int32(day.year - 1_900), Int32(day.month - 1), Int32(day.day)
        )
        if parts.count > 1 {
            let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { part in
                part.count == 2 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int32(part) : nil
            }
            guard (2...3).contains(numbers.count), let hour = numbers[0], hour < 24, let minute = numbers[1],
                minute < 60,
                let second = numbers.count > 2 ? numbers[2] : 0, second < 60
            else { return nil }
            (moment.tm_hour, moment.tm_min, moment.tm_sec) = (hour, minute, second)
        }
        // mktime(3) finds out from the time zone whether it is summer time.
        moment.tm_isdst = -1
        let time = mktime(&moment)
        return time >= 0 ? time : nil
    }
}
