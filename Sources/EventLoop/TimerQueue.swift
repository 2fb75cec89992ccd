import MonotonicTime

/// Armed timers in the order of their deadlines; at one deadline, in the order in which they were armed.
///
/// A binary heap whose entries know their place, so that arming again and cancelling cost O(log n) and leave nothing
/// behind: a button's timers are armed anew with every press, for years.
@PanelActor
struct TimerQueue {
    private var heap: [PanelTimer] = []
    /// How many armings there have been.
    private(set) var armings: UInt64 = 0

    nonisolated init() {}

    var isEmpty: Bool { heap.isEmpty }

    /// The earliest deadline, or `nil` where nothing is armed.
    var nextDeadline: MonotonicInstant? { heap.first?.deadline }

    mutating func insert(_ timer: PanelTimer, deadline: MonotonicInstant) {
        if timer.heapIndex != nil { remove(timer) }
        armings += 1
        timer.order = armings
        timer.deadline = deadline
        timer.heapIndex = heap.count
        heap.append(timer)
        siftUp(from: heap.count - 1)
    }

    mutating func remove(_ timer: PanelTimer) {
        guard let index = timer.heapIndex else { return }
        timer.heapIndex = nil
        timer.deadline = nil
        let last = heap.removeLast()
        guard index < heap.count else { return }
        place(last, at: index)
        siftDown(from: index)
        siftUp(from: index)
    }

    /// Takes the earliest timer out, if it is due at `now` and was armed no later than the arming `limit`: a timer that
    /// arms itself for the past must not hold the loop.
    mutating func popDue(at now: MonotonicInstant, armedUpTo limit: UInt64 = .max) -> PanelTimer? {
        guard let first = heap.first, let deadline = first.deadline, deadline <= now, first.order <= limit else {
            return nil
        }
        remove(first)
        return first
    }

    private mutating func place(_ timer: PanelTimer, at index: Int) {
        heap[index] = timer
        timer.heapIndex = index
    }

    private func isBefore(_ left: PanelTimer, _ right: PanelTimer) -> Bool {
        guard let leftDeadline = left.deadline, let rightDeadline = right.deadline else { return false }
        return leftDeadline == rightDeadline ? left.order < right.order : leftDeadline < rightDeadline
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard isBefore(heap[index], heap[parent]) else { return }
            swap(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            let left = 2 * index + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && isBefore(heap[right], heap[left]) ? right : left
            guard isBefore(heap[child], heap[index]) else { return }
            swap(index, child)
            index = child
        }
    }

    private mutating func swap(_ left: Int, _ right: Int) {
        let timer = heap[left]
        place(heap[right], at: left)
        place(timer, at: right)
    }
}
