import EventLoop
import Glibc

extension WallClock {
    /// The current local time: `14:03:12`.
    package static var text: String { text(of: time(nil), "%H:%M:%S") }

    /// A time in seconds since 1970 as local time: `2026-05-01 14:03:12`.
    package static func text(of seconds: Double) -> String {
        text(of: time_t(max(-Self.longest, min(seconds, Self.longest)).rounded(.down)), "%Y-%m-%d %H:%M:%S")
    }

    /// The end of the year 9999, in seconds since 1970.
    private static let longest = 253_402_300_799.0

    private static func text(of seconds: time_t, _ format: String) -> String {
        var (seconds, parts) = (seconds, tm())
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
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
