import CEventLoop
import Glibc

/// The time of day, for people. No decision depends on it.
package enum WallClock {
    /// Seconds since 1970, in whole milliseconds.
    package static var now: Double { Double(holdfast_realtime_milliseconds()) / 1_000 }

    /// The current local time: `14:03:12`.
    package static var text: String { clock(parts(of: time(nil))) }

    /// A time in seconds since 1970 as local time: `2026-05-01 14:03:12`.
    package static func text(of seconds: Double) -> String {
        let parts = parts(of: time_t(max(-Self.longest, min(seconds, Self.longest)).rounded(.down)))
        let day = "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(day) \(clock(parts))"
    }

    /// The end of the year 9999, in seconds since 1970.
    private static let longest = 253_402_300_799.0

    private static func parts(of seconds: time_t) -> tm {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func clock(_ parts: tm) -> String {
        [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// An age or a remaining time in one unit: people do not count the seconds of a day.
package enum AgeText {
    /// The time in its largest whole unit: `12 s`, `3 min`, `5 h`, `2 d`.
    package static func of(_ seconds: Double) -> String {
        let whole = Int(clamping: Int64(seconds.isFinite ? max(0, min(seconds, 1e12)) : 0))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3_600: "\(whole / 60) min"
        case ..<86_400: "\(whole / 3_600) h"
        default: "\(whole / 86_400) d"
        }
    }
}
