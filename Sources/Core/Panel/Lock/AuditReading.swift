import EventLoop
import Store

/// Reads the audit trail in parts, no faster than the reader takes entries, and on request follows new entries.
///
/// ```
///   next() ── a part in hand: its entries, one by one
///        └─── none: the next is read beside the loop ── ready() ── next() …
///                └── there is none: the end; or, following, until entries have been written ── ready()
/// ```
@PanelActor
final class AuditReading {
    enum Step: Sendable, Equatable {
        case record(AuditRecord)
        /// This number of entries could not be written here.
        case unwritten(Int64)
        /// This number of entries was deleted to make room for newer ones before the reader got there.
        case dropped(Int64)
        /// Nothing for now: `ready` is called later.
        case wait
        case end
        case failed(StoreError)
    }

    /// Called after `.wait`, when `next()` may return more.
    var ready: (@PanelActor () -> Void)?

    /// The most entries in memory for one reader; an entry is up to 2.5 KiB.
    private static let portion = 50

    private let store: PanelStore
    private let beginning: AuditBeginning
    private let follows: Bool
    /// Whether the outcome of this entry is still to come, and will replace the entry. A reader gets the outcome alone.
    private let isAwaiting: @PanelActor (_ number: Int64) -> Bool
    /// The number of the last entry that is read into `part`; `nil` until the position of the beginning is known.
    private(set) var last: Int64?
    /// The store's count of deleted entries at `last`.
    private var deleted: Int64
    /// The numbers after `last` of entries that other entries have replaced during the reading. They are no gaps.
    private var replaced: Set<Int64> = []
    private var part: ArraySlice<Step> = []
    private(set) var isReading = false
    /// Whether there may be entries after `last`.
    private var mayHaveMore = true
    private var failure: StoreError?

    init(
        _ store: PanelStore, from beginning: AuditBeginning, follows: Bool,
        isAwaiting: @escaping @PanelActor (_ number: Int64) -> Bool
    ) {
        self.store = store
        self.isAwaiting = isAwaiting
        self.beginning = beginning
        self.follows = follows
        deleted = store.deletedAudit
    }

    /// Returns the next step; `.wait` if a part has to be read first.
    func next() -> Step {
        if let step = part.popFirst() { return step }
        if let failure { return .failed(failure) }
        guard mayHaveMore || isReading else { return follows ? .wait : .end }
        readOn()
        return .wait
    }

    /// Continues the reading: entries have been written.
    func written() {
        mayHaveMore = true
        if part.isEmpty && !isReading { ready?() }
    }

    /// Other entries replace these.
    func replaced(_ numbers: [Int64]) { replaced.formUnion(numbers.filter { $0 > last ?? 0 }) }

    private func readOn() {
        guard !isReading else { return }
        isReading = true
        guard let last else {
            store.findAudit(beginning) { [weak self] in self?.found($0) }
            return
        }
        mayHaveMore = false
        store.readAudit(after: last, limit: Self.portion) { [weak self] in self?.take($0) }
    }

    /// Receives the position of the beginning.
    func found(_ result: Result<Int64, StoreError>) {
        end(result) { last = $0 }
    }

    /// Receives a part.
    func take(_ result: Result<[AuditRecord], StoreError>) {
        end(result) { records in
            mayHaveMore = mayHaveMore || records.count == Self.portion
            part = steps(records)[...]
        }
    }

    private func end<Value>(_ result: Result<Value, StoreError>, take: (Value) -> Void) {
        isReading = false
        switch result {
        case .success(let value): take(value)
        case .failure(let error): failure = error
        }
        ready?()
    }

    private func steps(_ records: [AuditRecord]) -> [Step] {
        var steps: [Step] = []
        for record in records {
            let known = replaced.filter { $0 < record.number }
            replaced.subtract(known)
            replaced.remove(record.number)
            let missing = record.number - 1 - (last ?? 0) - Int64(known.count)
            let unwritten = min(missing, record.unwritten)
            // Entries deleted before the reading began are not reported.
            let dropped = min(missing - unwritten, store.deletedAudit - deleted)
            if dropped > 0 { steps.append(.dropped(dropped)) }
            if unwritten > 0 { steps.append(.unwritten(unwritten)) }
            if !isAwaiting(record.number) { steps.append(.record(record)) }
            last = record.number
            deleted += dropped
        }
        return steps
    }
}
