import Testing

@testable import LocalAPI

@Suite("The age of a request")
struct RequestTimeTests {
    @Test(
        "a request counts until it is over 5 s old, and while it is at most 1 s ahead of the clock",
        arguments: [
            (age: 0, isInTime: true), (5_000, true), (5_001, false), (40_000, false), (-1_000, true), (-1_001, false),
            (Int64.max / 2, false), (-(Int64.max / 2), false),
        ])
    func limits(age: Int64, isInTime: Bool) {
        let now = RequestTime(milliseconds: 1_000_000)
        let request = RequestTime(milliseconds: 1_000_000 - age)
        #expect((request.refusal(at: now) == nil) == isInTime)
    }

    @Test("the extreme values of a client are refused", arguments: [Int64.min, .max])
    func extremes(milliseconds: Int64) {
        #expect(RequestTime(milliseconds: milliseconds).refusal(at: .now) != nil)
    }

    @Test("the reason of a refusal tells the age, and what to do")
    func words() {
        let request = RequestTime(milliseconds: 0)
        #expect(
            request.refusal(at: RequestTime(milliseconds: 40_700))
                == "the request came 40s late, and only counts for 5s: repeat it")
        #expect(
            RequestTime(milliseconds: 90_000).refusal(at: request)
                == "the request's time is 90s ahead of the panel's clock")
    }
}
