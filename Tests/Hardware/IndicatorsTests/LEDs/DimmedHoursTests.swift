import Foundation
import Indicators
import Testing

struct DimmedHoursTests {
    private static let berlin = TimeZone(identifier: "Europe/Berlin")
    /// Monday 2024-01-01 at 00:00 UTC.
    private static let newYear: Int64 = 1_704_067_200

    private let night = DimmedHours(begin: 22 * 60, end: 7 * 60, factor: 0.25)

    private func utc(_ seconds: Int64) -> Int { 0 }

    private func berlin(_ seconds: Int64) -> Int {
        Self.berlin?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) ?? 0
    }

    private func moment(_ text: String) throws -> Int64 {
        Int64(try #require(ISO8601DateFormatter().date(from: text)).timeIntervalSince1970)
    }

    @Test("dimmed hours may cross midnight, begin in their first second, and end before their last")
    func wrapping() {
        for (minute, factor) in [(0, 0.25), (419, 0.25), (420, 1), (1319, 1), (1320, 0.25), (1439, 0.25)] {
            #expect(night.factor(at: Self.newYear + Int64(minute) * 60, in: utc) == factor, "minute \(minute)")
        }
        #expect(night.factor(at: Self.newYear + 7 * 3600 - 1, in: utc) == 0.25)
        let noon = DimmedHours(begin: 720, end: 780, factor: 0.5)
        #expect(noon.factor(at: Self.newYear + 12 * 3600, in: utc) == 0.5)
        #expect(noon.factor(at: Self.newYear + 13 * 3600, in: utc) == 1)
        #expect(noon.factor(at: Self.newYear, in: utc) == 1)
    }

    @Test("dimmed hours change twice a day, before 1970 too", arguments: [1_704_067_200, -864_000])
    func changes(first: Int64) throws {
        var times: [Int64] = []
        var now = first
        for _ in 0..<4 {
            now = try #require(night.nextChange(after: now, in: utc))
            times.append((now - first) / 3600)
        }
        #expect(times == [7, 22, 31, 46])
    }

    @Test("dimmed hours without a length never begin or change")
    func none() {
        let none = DimmedHours(begin: 60, end: 60, factor: 0.5)
        #expect(none.factor(at: Self.newYear + 3600, in: utc) == 1)
        #expect(none.nextChange(after: Self.newYear, in: utc) == nil)
    }

    @Test(
        "dimmed hours follow local time, also over changes of summer time",
        arguments: [
            // An ordinary evening, in winter and in summer.
            (22 * 60, 7 * 60, "2024-01-10T12:00:00Z", "2024-01-10T21:00:00Z"),
            (22 * 60, 7 * 60, "2024-07-10T12:00:00Z", "2024-07-10T20:00:00Z"),
            // Spring: clocks go from 2 to 3, and seven comes an hour sooner. Autumn: from 3 to 2, an hour later.
            (22 * 60, 7 * 60, "2024-03-30T22:00:00Z", "2024-03-31T05:00:00Z"),
            (22 * 60, 7 * 60, "2024-10-26T22:00:00Z", "2024-10-27T06:00:00Z"),
            // A skipped time counts as reached when the clock passes it; skipped hours come the next night.
            (2 * 60 + 30, 7 * 60, "2024-03-30T22:00:00Z", "2024-03-31T01:00:00Z"),
            (22 * 60, 2 * 60 + 30, "2024-03-30T22:00:00Z", "2024-03-31T01:00:00Z"),
            (2 * 60 + 10, 2 * 60 + 50, "2024-03-30T22:00:00Z", "2024-04-01T00:10:00Z"),
            // A time that comes twice counts the first time.
            (2 * 60 + 30, 7 * 60, "2024-10-26T22:00:00Z", "2024-10-27T00:30:00Z"),
        ])
    func zone(begin: Int, end: Int, now: String, next: String) throws {
        let hours = DimmedHours(begin: begin, end: end, factor: 0.5)
        #expect(hours.nextChange(after: try moment(now), in: berlin) == (try moment(next)))
    }

    @Test("the next change of dimmed hours is the one that a search in steps of five minutes finds in a year")
    func exhaustive() throws {
        let hours = DimmedHours(begin: 2 * 60 + 15, end: 2 * 60 + 45, factor: 0.5)
        let first = try moment("2024-01-01T00:00:00Z")
        var seen: [Int64] = []
        var last = hours.factor(at: first, in: berlin)
        for step in 1...(366 * 288) {
            let now = first + Int64(step) * 300
            let factor = hours.factor(at: now, in: berlin)
            if factor != last { seen.append(now) }
            last = factor
        }
        var told: [Int64] = []
        var now = first
        while let next = hours.nextChange(after: now, in: berlin), next <= first + 366 * 86_400 {
            told.append(next)
            now = next
        }
        #expect(told == seen)
        // The hours are skipped on one day and come twice on another.
        #expect(seen.count == 2 * 366)
    }
}
