import MonotonicTime

/// Armed timers in the order of their deadlines; at the same deadline, in the order of arming.
///
/// A binary heap whose entries store their index. Arming again and cancelling thus take O(log n) and leave no stale
/// entries. A button's timers are armed again at every press, for years.
@PanelActor
final class TimerQueue {
    private var heap: [PanelTimer] = []
    private var armings: UInt64 = 0

    nonisolated init() {}

    var isEmpty: Bool { heap.isEmpty }

    /// The earliest deadline, or `nil` where nothing is armed.
    var nextDeadline: MonotonicInstant? { heap.first?.deadline }

    /// Whether a timer is due at `now`.
    func isDue(at now: MonotonicInstant) -> Bool { nextDeadline.map { $0 <= now } ?? false }

    func insert(_ timer: PanelTimer, deadline: MonotonicInstant) {
        if timer.heapIndex != nil { remove(timer) }
        armings += 1
        timer.order = armings
        timer.deadline = deadline
        timer.heapIndex = heap.count
        heap.append(timer)
        siftUp(from: heap.count - 1)
    }

    func remove(_ timer: PanelTimer) {
        timer.deadline = nil
        takeOut(timer)
    }

    /// Removes the earliest timer, if it is due at `now`.
    func popDue(at now: MonotonicInstant) -> PanelTimer? {
        guard let first = heap.first, let deadline = first.deadline, deadline <= now else { return nil }
        remove(first)
        return first
    }

    /// Removes all timers that are due at `now`, in their order. The caller passes each to `expire`. Timers that are
    /// armed meanwhile, even for the past, delay neither the loop nor the timers of this batch.
    func takeDue(at now: MonotonicInstant, into due: inout [PanelTimer]) {
        while let first = heap.first, let deadline = first.deadline, deadline <= now {
            takeOut(first)
            due.append(first)
        }
    }

    /// Disarms a timer that `takeDue` returned.
    ///
    /// - Returns: whether it must fire; `false` if it has been cancelled or armed again since.
    func expire(_ timer: PanelTimer) -> Bool {
        guard timer.heapIndex == nil, timer.deadline != nil else { return false }
        timer.deadline = nil
        return true
    }

    private func takeOut(_ timer: PanelTimer) {
        guard let index = timer.heapIndex else { return }
        timer.heapIndex = nil
        let last = heap.removeLast()
        guard index < heap.count else { return }
        place(last, at: index)
        siftDown(from: index)
        siftUp(from: index)
    }

    private func place(_ timer: PanelTimer, at index: Int) {
        heap[index] = timer
        timer.heapIndex = index
    }

    private func isBefore(_ left: PanelTimer, _ right: PanelTimer) -> Bool {
        guard let leftDeadline = left.deadline, let rightDeadline = right.deadline else { return false }
        return leftDeadline == rightDeadline ? left.order < right.order : leftDeadline < rightDeadline
    }

    private func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard isBefore(heap[index], heap[parent]) else { return }
            swap(index, parent)
            index = parent
        }
    }

    private func siftDown(from start: Int) {
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

    private func swap(_ left: Int, _ right: Int) {
        let timer = heap[left]
        place(heap[right], at: left)
        place(timer, at: right)
    }
}
