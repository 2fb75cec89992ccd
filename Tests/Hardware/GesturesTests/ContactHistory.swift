import Gestures
import MonotonicTime
import TestSupport

/// The movements of a contact, and the edges of them that the kernel lost.
struct ContactHistory {
    struct Edge {
        let time: Int64
        let isActive: Bool
        let isLost: Bool
    }

    /// A press without its bounce, in nanoseconds.
    struct Press {
        let start: Int64
        let end: Int64
    }

    static let millisecond: Int64 = 1_000_000

    let bound: GestureSet
    private(set) var edges: [Edge] = []
    private(set) var presses: [Press] = []

    /// A time after every threshold that the last edge starts.
    var end: Int64 { (edges.last?.time ?? 0) + 130_000 * Self.millisecond }

    /// Presses, gaps and bounce of a sound contact: all bounce is shorter than the window, all else is longer.
    init(sound random: inout SplitMix64) {
        bound = GestureSet(rawValue: UInt8(random.next() % 8))
        var time: Int64 = 0
        for _ in 0...random.number(in: 0...3) {
            time += Self.soundGap(&random)
            let start = time
            addSound(true, at: time, &random)
            time += Self.soundDuration(&random)
            addSound(false, at: time, &random)
            presses.append(Press(start: start, end: time))
        }
    }

    /// Arbitrary movements: glitches, bounce beyond the window, thresholds met to the nanosecond. With `isLossy`, one
    /// edge of eight is lost.
    init(wild random: inout SplitMix64, isLossy: Bool) {
        bound = GestureSet(rawValue: UInt8(random.next() % 8))
        var time: Int64 = 0
        for _ in 0...random.number(in: 0...3) {
            time += Self.wildTime(&random)
            addWild(true, at: &time, &random, isLossy: isLossy)
            time += Self.wildTime(&random)
            addWild(false, at: &time, &random, isLossy: isLossy)
        }
    }

    /// Whether the contact was closed just before `time`.
    func isClosed(before time: Int64) -> Bool {
        edges.last { $0.time < time }?.isActive ?? false
    }

    /// The longest time for which the contact was open between `start` and `end`.
    func longestOpening(from start: Int64, to end: Int64) -> Int64 {
        var openSince: Int64?
        var longest: Int64 = 0
        for edge in edges where edge.time >= start && edge.time < end {
            if let since = openSince { longest = max(longest, edge.time - since) }
            openSince = edge.isActive ? nil : edge.time
        }
        return openSince.map { max(longest, end - $0) } ?? longest
    }

    private static func soundGap(_ random: inout SplitMix64) -> Int64 {
        switch random.next() % 4 {
        case 0: 300 * millisecond + random.number(in: -1...1)
        case 1: random.number(in: 300 * millisecond...2_000 * millisecond)
        default: random.number(in: 6 * millisecond...300 * millisecond)
        }
    }

    private static func soundDuration(_ random: inout SplitMix64) -> Int64 {
        switch random.next() % 8 {
        case 0: 500 * millisecond + random.number(in: -1...1)
        case 1: 3_000 * millisecond + random.number(in: -1...1)
        case 2: random.number(in: 500 * millisecond...3_000 * millisecond)
        case 3: random.number(in: 3_000 * millisecond...59_000 * millisecond)
        default: random.number(in: 6 * millisecond...500 * millisecond)
        }
    }

    private static func wildTime(_ random: inout SplitMix64) -> Int64 {
        switch random.next() % 16 {
        case 0: random.number(in: 0...millisecond)
        case 1: 5 * millisecond + random.number(in: -1...1)
        case 2: random.number(in: 0...10 * millisecond)
        case 3: 300 * millisecond + random.number(in: -1...1)
        case 4: 500 * millisecond + random.number(in: -1...1)
        case 5: 1_000 * millisecond + random.number(in: -1...1)
        case 6: 3_000 * millisecond + random.number(in: -1...1)
        case 7: 60_000 * millisecond + random.number(in: -1...1)
        case 8: random.number(in: 0...70_000 * millisecond)
        case 9, 10: random.number(in: 400 * millisecond...4_000 * millisecond)
        default: random.number(in: 0...400 * millisecond)
        }
    }

    private mutating func addSound(_ isActive: Bool, at time: Int64, _ random: inout SplitMix64) {
        edges.append(Edge(time: time, isActive: isActive, isLost: false))
        var bounce = time
        while random.once(in: 2) {
            let end = bounce + 2 * random.number(in: 1...Self.millisecond)
            guard end < time + 5 * Self.millisecond else { return }
            edges.append(Edge(time: (bounce + end) / 2, isActive: !isActive, isLost: false))
            edges.append(Edge(time: end, isActive: isActive, isLost: false))
            bounce = end
        }
    }

    private mutating func addWild(
        _ isActive: Bool, at time: inout Int64, _ random: inout SplitMix64, isLossy: Bool
    ) {
        var level = isActive
        let count = random.once(in: 2) ? 1 : 1 + 2 * random.number(in: 0...3)
        for index in 0..<count {
            if index > 0 { time += random.number(in: 0...3 * Self.millisecond) }
            edges.append(Edge(time: time, isActive: level, isLost: isLossy && random.once(in: 8)))
            level.toggle()
        }
    }
}
