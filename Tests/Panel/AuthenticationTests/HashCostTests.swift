import Testing

@testable import Authentication

@Suite("What a check costs")
struct HashCostTests {
    /// A machine that does a pass over a MiB in so many microseconds.
    private func tuned(_ microseconds: Int, memory: Int = .max) -> (cost: HashCost, measured: Int) {
        var count = 0
        let cost = HashCost.tuned { cost in
            count += 1
            return cost.memory > memory ? nil : .microseconds(microseconds * cost.operations * (cost.memory >> 20))
        }
        return (cost, count)
    }

    private func cost(_ operations: Int, _ mebibytes: Int) -> HashCost? {
        HashCost(operations: operations, memory: mebibytes << 20)
    }

    @Test("it grows to what stays within 250 ms: memory first, to 64 MiB, then passes")
    func tuning() {
        #expect(tuned(10_000).cost == .least, "too slow for the least")
        #expect(tuned(6_000).cost == .least)
        #expect(tuned(3_000).cost == cost(2, 38))
        #expect(tuned(1_900).cost == cost(2, 64))
        #expect(tuned(1_000).cost == cost(3, 64))
        #expect(tuned(500).cost == cost(7, 64))
        #expect(tuned(0).cost == cost(32, 64))
        #expect(tuned(0).measured < 40)
    }

    @Test("without memory for more it stays at what there is")
    func memory() {
        #expect(tuned(100, memory: 40 << 20).cost == cost(2, 38))
        #expect(tuned(100, memory: 0).cost == .least)
    }

    @Test("below the least there is none, but the cheapest, and none beyond any use")
    func limits() {
        #expect(HashCost(operations: 2, memory: 19 << 20) == .least)
        #expect(HashCost(operations: 1, memory: 19 << 20) == nil)
        #expect(HashCost(operations: 2, memory: (19 << 20) - 1) == nil)
        #expect(HashCost(operations: 1, memory: 8_192) == .cheapest)
        #expect(HashCost(operations: 2, memory: 8_192) == nil)
        #expect(HashCost(operations: 1_001, memory: 19 << 20) == nil)
        #expect(HashCost(operations: 2, memory: .max) == nil && HashCost(operations: .min, memory: .min) == nil)
    }

    @Test("a real one is measured")
    func measured() throws {
        let duration = try #require(HashCost.least.measured())
        print("2 passes over 19 MiB: \(duration)")
        #expect(duration > .milliseconds(1))
    }
}
