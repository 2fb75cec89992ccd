import TestSupport
import Testing

@testable import Authentication

@Suite("Validity")
struct ValidityTests {
    private func refusal(_ text: String, _ moment: LocalMoment) throws -> ValidityRefusal? {
        try #require(Validity(text: text)).refusal(at: moment)
    }

    @Test("a validity's dates include their first and last day")
    func dates() throws {
        let text = "from=2026-05-01 until=2026-05-31"
        #expect(try refusal(text, .at(2026, 4, 30, .thursday, 23, 59)) == .notYet)
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 0, 0)) == nil)
        #expect(try refusal(text, .at(2026, 5, 31, .sunday, 23, 59)) == nil)

        #expect(try refusal(text, .at(2026, 6, 1, .monday, 0, 0)) == .over)
        #expect(try refusal(text, .at(2027, 5, 10, .monday, 0, 0)) == .over)
        #expect(try refusal(text, .at(2025, 5, 10, .saturday, 0, 0)) == .notYet)
    }

    @Test("a validity's hours include the first minute and exclude the end")
    func hours() throws {
        let text = "hours=09:00-17:30"
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 8, 59)) == .otherHour)
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 9, 0)) == nil)

        #expect(try refusal(text, .at(2026, 5, 1, .friday, 17, 29)) == nil)
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 17, 30)) == .otherHour)
        #expect(try refusal("hours=00:00-24:00", .at(2026, 5, 1, .friday, 23, 59)) == nil)
    }

    @Test("hours that cross midnight belong to the day on which they begin")
    func overMidnight() throws {
        let text = "from=2026-05-01 until=2026-05-01 days=fri hours=22:00-06:00"
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 5, 59)) == .notYet)
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 21, 59)) == .otherHour)
        #expect(try refusal(text, .at(2026, 5, 1, .friday, 22, 0)) == nil)

        #expect(try refusal(text, .at(2026, 5, 2, .saturday, 5, 59)) == nil)
        #expect(try refusal(text, .at(2026, 5, 2, .saturday, 6, 0)) == .over)
        #expect(try refusal(text, .at(2026, 5, 2, .saturday, 22, 0)) == .over)

        #expect(try refusal("days=sun hours=22:00-06:00", .at(2026, 3, 2, .monday, 1, 0)) == nil)
        #expect(try refusal("days=mon hours=22:00-06:00", .at(2026, 3, 2, .monday, 1, 0)) == .otherDay)
    }

    @Test("a validity limits the days of the week and the number of uses")
    func others() throws {
        #expect(try refusal("days=sat,sun", .usual) == .otherDay)
        #expect(try refusal("days=mon,fri", .usual) == nil)
        #expect(try refusal("uses=1", .usual) == nil)
        #expect(try refusal("uses=0", .usual) == .usedUp)
        #expect(try refusal("", .usual) == nil)
    }

    @Test("while the clock is not set, limits of time refuse with that reason, and a limit of uses does not")
    func unsynchronised() throws {
        let moment = LocalMoment.at(2026, 5, 1, .friday, 12, 0, isSynchronized: false)
        for text in ["from=2026-01-01", "until=2026-12-31", "days=fri", "hours=00:00-24:00", "hours=11:00-13:00"] {
            #expect(try refusal(text, moment) == .clockNotSet, "\(text)")
        }
        #expect(try refusal("uses=2", moment) == nil)
        #expect(try refusal("", moment) == nil)
    }

    @Test("the day before is right across months, years and leap days")
    func previous() throws {
        for (day, before) in [
            ("2026-05-02", "2026-05-01"), ("2026-05-01", "2026-04-30"), ("2026-01-01", "2025-12-31"),
            ("2024-03-01", "2024-02-29"), ("2026-03-01", "2026-02-28"), ("2000-03-01", "2000-02-29"),
            ("2100-03-01", "2100-02-28"), ("1970-01-01", "1970-01-01"),
        ] {
            #expect(try #require(LocalDate(text: day)).previous.text == before)
        }
        #expect(Weekday.monday.previous == .sunday && Weekday.sunday.previous == .saturday)
    }

    @Test(
        "malformed text of a validity is refused",
        arguments: [
            "from", "from=", "from=2026-5-1", "from=2026-02-30", "from=2026-13-01", "from=1969-12-31", "from=x",
            "from=2026-05-01 from=2026-05-01", "until=2026-04-30 from=2026-05-01", "hours=9:00-17:00", "hours=09:00",
            "hours=09:00-09:00", "hours=24:00-09:00", "hours=09:60-10:00", "hours=09:00-24:01",
            "hours=09:00-10:00-11:00",
            "days=", "days=mon,mon", "days=Mon", "days=mon,", "days=mon-", "days=-mon", "days=mon-tue-wed",
            "days=mon-wed,tue", "days=mon-fry", "uses=", "uses=-1", "uses=1000001", "uses=1e3", "uses=٣",
            "use=1", "from=２０２６-05-01",
        ])
    func malformed(text: String) {
        #expect(Validity(text: text) == nil)
    }

    @Test(
        "days parse as single names and as ranges, also across the end of the week",
        arguments: [
            ("mon-fri", "mon,tue,wed,thu,fri"), ("fri-mon", "mon,fri,sat,sun"),
            ("sun-sat", "mon,tue,wed,thu,fri,sat,sun"), ("tue-tue", "tue"), ("sat,mon-tue", "mon,tue,sat"),
            ("mon-tue,thu-fri", "mon,tue,thu,fri"),
        ])
    func ranges(text: String, days: String) {
        #expect(Validity(text: "days=\(text)")?.text == "days=\(days)")
    }

    @Test("a new guest needs at least one use, and a stored guest may have none left")
    func newUses() throws {
        #expect(Validity(text: "uses=0")?.usesLeft == 0)
        #expect(throws: ValidityTextError.malformed(.uses, value: "0")) { try Validity(ofNew: "uses=0") }
        #expect(try Validity(ofNew: "uses=1").usesLeft == 1)
        #expect(try Validity(ofNew: "") == .always)
    }

    @Test("every form of a validity parses from its own text")
    func roundTrip() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<2_000 {
            var validity = Validity()
            func date() -> LocalDate? {
                LocalDate(
                    year: Int(random.number(in: 1970...9999)), month: Int(random.number(in: 1...12)),
                    day: Int(random.number(in: 1...28)))
            }
            if random.once(in: 2) { validity.from = date() }
            if random.once(in: 2) { validity.until = date() }
            if let from = validity.from, let until = validity.until, until < from {
                (validity.from, validity.until) = (until, from)
            }
            for day in Weekday.allCases where random.once(in: 3) { validity.weekdays.insert(day) }
            if random.once(in: 2) {
                validity.hours = DailyHours(
                    start: Int(random.number(in: 0...1_439)), end: Int(random.number(in: 0...1_440)))
            }
            if random.once(in: 2) { validity.usesLeft = Int(random.number(in: 0...1_000_000)) }
            #expect(Validity(text: validity.text) == validity, "\(validity.text)")
        }
    }
}
