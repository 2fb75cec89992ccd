import MonotonicTime
import Testing

@testable import Gestures

@Suite("Debouncer")
struct DebouncerTests {
    private static func at(_ microseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: microseconds * 1000)
    }

    private static func change(_ isActive: Bool, _ microseconds: Int64) -> Debouncer.Change {
        Debouncer.Change(isActive: isActive, time: at(microseconds))
    }

    private var debouncer = Debouncer(window: .milliseconds(5), isActive: false)

    @Test("the first edge counts at once, at its own time")
    mutating func firstEdge() {
        #expect(debouncer.handle(isActive: true, at: Self.at(70)) == Self.change(true, 70))
        #expect(debouncer.isActive)
        #expect(debouncer.deadline == Self.at(5070))
    }

    @Test("edges within the window are ignored, and the same level at its end is no change")
    mutating func bounce() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        #expect(debouncer.handle(isActive: false, at: Self.at(100)) == nil)
        #expect(debouncer.handle(isActive: true, at: Self.at(4999)) == nil)
        #expect(debouncer.elapse(to: Self.at(4999)) == nil)
        #expect(debouncer.deadline == Self.at(5000))
        #expect(debouncer.elapse(to: Self.at(5000)) == nil)
        #expect(debouncer.deadline == nil)
        #expect(debouncer.isActive)
    }

    @Test("another level at the window's end is a change, at the time of the last raw edge")
    mutating func glitch() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        #expect(debouncer.handle(isActive: false, at: Self.at(100)) == nil)
        #expect(debouncer.handle(isActive: true, at: Self.at(200)) == nil)
        #expect(debouncer.handle(isActive: false, at: Self.at(300)) == nil)
        #expect(debouncer.elapse(to: Self.at(9000)) == Self.change(false, 300))
        #expect(debouncer.deadline == Self.at(5300), "a change opens a window from its own time")
        #expect(debouncer.elapse(to: Self.at(9000)) == nil)
        #expect(debouncer.deadline == nil)
    }

    @Test("an edge exactly at the window's end is outside the window")
    mutating func boundary() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        #expect(debouncer.handle(isActive: false, at: Self.at(5000)) == Self.change(false, 5000))
    }

    @Test("an edge before an overdue reconciliation loses neither change")
    mutating func overdue() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        _ = debouncer.handle(isActive: false, at: Self.at(300))
        #expect(debouncer.handle(isActive: true, at: Self.at(90_000)) == Self.change(false, 300))
        #expect(debouncer.elapse(to: Self.at(90_000)) == Self.change(true, 90_000))
        #expect(debouncer.isActive)
    }

    @Test("a repeated level is no change and opens no window")
    mutating func repeated() {
        #expect(debouncer.handle(isActive: false, at: Self.at(0)) == nil)
        #expect(debouncer.deadline == nil)
    }

    @Test("a resynchronized level counts at once and opens a window, changed or not", arguments: [false, true])
    func resynchronised(isActive: Bool) {
        var debouncer = Debouncer(window: .milliseconds(5), isActive: true)
        #expect(debouncer.resynchronise(isActive: isActive, at: Self.at(0)) == (isActive ? nil : Self.change(false, 0)))
        #expect(debouncer.handle(isActive: !isActive, at: Self.at(1000)) == nil)
        #expect(debouncer.elapse(to: Self.at(5000)) == Self.change(!isActive, 1000))
    }

    @Test("a level resynchronized within a window counts as bounce")
    mutating func resynchronisedWithinWindow() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        #expect(debouncer.resynchronise(isActive: false, at: Self.at(1000)) == nil)
        #expect(debouncer.elapse(to: Self.at(5000)) == Self.change(false, 1000))
    }

    @Test("a time stamp earlier than the one before counts as that one")
    mutating func backwards() {
        _ = debouncer.handle(isActive: true, at: Self.at(0))
        _ = debouncer.handle(isActive: false, at: Self.at(2000))
        _ = debouncer.handle(isActive: true, at: Self.at(1000))
        _ = debouncer.handle(isActive: false, at: Self.at(1500))
        #expect(debouncer.elapse(to: Self.at(5000)) == Self.change(false, 2000))
    }

    @Test("a window of zero or less passes every edge on", arguments: [Duration.zero, .seconds(-1)])
    func noWindow(window: Duration) {
        var debouncer = Debouncer(window: window, isActive: false)
        for index in 0..<4 {
            let isActive = index.isMultiple(of: 2)
            #expect(debouncer.handle(isActive: isActive, at: Self.at(7)) == Self.change(isActive, 7))
        }
    }
}
