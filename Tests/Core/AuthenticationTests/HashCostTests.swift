import Testing

@testable import Authentication

@Suite("The cost of a PIN check")
struct HashCostTests {
    /// Simulates a machine that needs `microseconds` for one pass over 1 MiB.
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

    @Test("the hash cost grows to what fits in 250 ms: first memory, up to 64 MiB, then passes")
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

    @Test("the hash cost uses no more memory than the machine has")
    func memory() {
        #expect(tuned(100, memory: 40 << 20).cost == cost(2, 38))
        #expect(tuned(100, memory: 0).cost == .least)
    }

    @Test("a hash cost below the minimum, except the cheapest, or beyond the maximum is refused")
    func limits() {
        #expect(HashCost(operations: 2, memory: 19 << 20) == .least)
        #expect(HashCost(operations: 1, memory: 19 << 20) == nil)
        #expect(HashCost(operations: 2, memory: (19 << 20) - 1) == nil)
        #expect(HashCost(operations: 1, memory: 8_192) == .cheapest)
        #expect(HashCost(operations: 2, memory: 8_192) == nil)
        #expect(cost(32, 64) != nil && cost(33, 19) == nil && cost(2, 65) == nil)
        #expect(HashCost(operations: 2, memory: (64 << 20) + 1) == nil)
        #expect(HashCost(operations: 2, memory: .max) == nil && HashCost(operations: .min, memory: .min) == nil)
    }

    @Test("measuring the minimum hash cost runs the real hash")
    func measured() throws {
        let duration = try #require(HashCost.least.measured())
        print("2 passes over 19 MiB: \(duration)")
        #expect(duration > .milliseconds(1))
    }
}
