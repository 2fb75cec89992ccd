import EventLoop
import TestSupport
import Testing

@testable import Authentication

@Suite("Checking a PIN")
@PanelActor
struct PINCheckTests {
    private let key = DeviceKey.random()
    private let salt = (0..<16).map { UInt8($0) }

    private func check(_ digits: String, _ people: [EnrolledPerson], recent: RecentWrong = RecentWrong()) -> PINCheck {
        PINCheck(
            pin: pin(digits), key: key, salt: salt, cost: .cheapest, slots: SlotTable(people), recent: recent)
    }

    /// Makes people with the PINs 500,000, 500,001 and so on.
    private func people(_ count: Int) throws -> [EnrolledPerson] {
        try (0..<count).map { number in
            var check = check("\(500_000 + number)", [])
            check.newIdentity = Int64(number + 1)
            let tag = try #require(check.run()?.enrolled)
            return EnrolledPerson(
                person: try Person(id: Int64(number + 1), name: "p\(number)", role: .member), tag: tag)
        }
    }

    @Test("each PIN matches its own person, and any other PIN matches none")
    func found() throws {
        let people = try people(64)
        for number in 0..<64 { #expect(check("\(500_000 + number)", people).run()?.slot == number) }
        for digits in ["499999", "500064", "50000", "5000000", "500000500000", "5000005000001", "", "0"] {
            let finding = try #require(check(digits, people).run())
            #expect(finding.slot == nil && finding.repeated == nil, "\(digits)")
        }
    }

    @Test("no PIN matches with another device key, salt or cost")
    func bound() throws {
        let people = try people(2)
        var changed = PINCheck(
            pin: pin("500000"), key: .random(), salt: salt, cost: .cheapest, slots: SlotTable(people),
            recent: RecentWrong())
        #expect(try #require(changed.run()).slot == nil)
        changed = PINCheck(
            pin: pin("500000"), key: key, salt: Array(salt.reversed()), cost: .cheapest, slots: SlotTable(people),
            recent: RecentWrong())
        #expect(try #require(changed.run()).slot == nil)
        changed = PINCheck(
            pin: pin("500000"), key: key, salt: salt, cost: .least, slots: SlotTable(people), recent: RecentWrong()
        )
        #expect(try #require(changed.run()).slot == nil)
        // A tag is bound to its person: two people whose tags are exchanged both fail.
        var swapped = people
        swapped[0] = EnrolledPerson(person: people[0].person, tag: people[1].tag)
        #expect(try #require(check("500001", [swapped[0]]).run()).slot == nil)
    }

    @Test("right, wrong, repeated and overlong PINs run the same steps with one Argon2id, for no person or 64")
    func traces() throws {
        let everybody = try people(64)
        var recent = RecentWrong()
        for number in 0..<5 {
            let finding = try #require(check("70000\(number)", everybody, recent: recent).run())
            recent.remember(finding.recent, known: finding.repeated, at: .zero)
        }
        let cases: [(String, String, [EnrolledPerson])] = [
            ("right, the first of 64", "500000", everybody), ("right, the last of 64", "500063", everybody),
            ("right, the only one", "500000", Array(everybody.prefix(1))), ("wrong", "499999", everybody),
            ("wrong, with nobody", "500000", []), ("repeated", "700003", everybody),
            ("too short", "5", everybody), ("50 digits", String(repeating: "5", count: 50), everybody),
        ]
        var traces: [[PrimitiveTrace.Step]] = []
        for (name, digits, people) in cases {
            let trace = PrimitiveTrace()
            _ = check(digits, people, recent: recent).run(Primitives(trace: trace))
            print("\(name): \(trace.steps.count) steps")
            traces.append(trace.steps)
        }
        #expect(traces.allSatisfy { $0 == traces[0] })
        let first = traces[0]
        #expect(first.count { if case .argon2id = $0 { true } else { false } } == 1)
        #expect(first.count { if case .compare = $0 { true } else { false } } == 64 + 5)

        #expect(first.count { if case .mac = $0 { true } else { false } } == 64 + 2)
        #expect(first.count { if case .choose = $0 { true } else { false } } == 2)
    }

    @Test("the choice among results returns the first zero result, at any position")
    func choice() {
        let primitives = Primitives()
        for place in 0..<64 {
            var results = [Int32](repeating: -1, count: 64)
            results[place] = 0
            #expect(primitives.firstZero(of: results) == Int32(place))
            results[63] = 0
            #expect(primitives.firstZero(of: results) == Int32(place))
        }
        #expect(primitives.firstZero(of: [Int32](repeating: -1, count: 64)) == -1)
        #expect(primitives.firstZero(of: [1, .min, .max, 0]) == 3)
        #expect(primitives.firstZero(of: []) == -1)
    }

    @Test("each of the last five wrong PINs is recognized as a repeat for five minutes after it was counted")
    func repeats() throws {
        var recent = RecentWrong()
        func attempt(_ digits: String, at now: BoottimeInstant) throws -> Bool {
            let finding = try #require(check(digits, [], recent: recent).run())
            if recent.isFree(finding.repeated, at: now) { return true }
            recent.remember(finding.recent, known: finding.repeated, at: now)
            return false
        }
        #expect(try !attempt("271828", at: .zero))
        #expect(try attempt("271828", at: .seconds(1)))
        #expect(try attempt("271828", at: .seconds(299)))
        // A repeat does not extend the five minutes.
        #expect(try !attempt("271828", at: .seconds(300)))
        #expect(try attempt("271828", at: .seconds(301)))
        for number in 0..<4 { #expect(try !attempt("31415\(number)", at: .seconds(302))) }
        #expect(try attempt("271828", at: .seconds(303)))
        #expect(try !attempt("314154", at: .seconds(304)))
        #expect(try !attempt("271828", at: .seconds(305)))
        #expect(try attempt("314154", at: .seconds(306)))
    }
}
