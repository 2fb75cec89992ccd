import LocalAPI
import Testing

@testable import Gateway

@Suite struct HistoryMergeTests {
    private func entries(_ times: [Double], _ who: String) -> [LogEntry] {
        times.map { LogEntry(number: nil, time: $0, isSynchronized: true, who: who, what: "perform", outcome: "done") }
    }

    @Test(
        "performances stand between the entries of the trail by their times, and each list keeps its order",
        arguments: [
            ([], [], ""), ([1, 2], [], "t1 t2"), ([], [1, 2], "p1 p2"), ([2, 4], [1, 3, 5], "p1 t2 p3 t4 p5"),
            ([2], [2], "t2 p2"),
            // The clock was wrong before it was set.
            ([9, 1, 2], [1, 3], "p1 p3 t9 t1 t2"),
        ] as [([Double], [Double], String)])
    func merging(trail: [Double], performances: [Double], expected: String) async {
        let merged = await HistoryRoutes.merged(entries(trail, "t"), entries(performances, "p"))
        #expect(merged.map { "\($0.who)\(Int($0.time))" }.joined(separator: " ") == expected)
    }
}
