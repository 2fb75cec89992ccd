import EventLoop
import Store

/// Reads the audit trail in parts, no faster than somebody takes it, and goes on with what comes if that is wished.
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
        /// So many entries could not be written here.
        case unwritten(Int64)
        /// So many entries went for newer ones before they were read.
        case dropped(Int64)
        /// Nothing now: `ready` tells.
        case wait
        case end
        case failed(StoreError)
    }

    /// Called when there may be more after `.wait`.
    var ready: (@PanelActor () -> Void)?

    /// At most as many entries, of up to 2.5 KiB each, are in memory for one reader.
    private static let portion = 50

    private let store: PanelStore
    private let beginning: AuditBeginning
    private let follows: Bool
    /// The number of the last entry before the part in hand's end; `nil` before it is known where to begin.
    private(set) var last: Int64?
    /// How many entries had gone for newer ones by then.
    private var deleted: Int64
    private var part: ArraySlice<Step> = []
    private(set) var isReading = false
    /// Whether there may be entries after `last`.
    private var mayHaveMore = true
    private var failure: StoreError?

    init(_ store: PanelStore, from beginning: AuditBeginning, follows: Bool) {
        self.store = store
        self.beginning = beginning
        self.follows = follows
        deleted = store.deletedAudit
    }

    /// What comes next.
    func next() -> Step {
        if let step = part.popFirst() { return step }
        if let failure { return .failed(failure) }
        guard mayHaveMore || isReading else { return follows ? .wait : .end }
        readOn()
        return .wait
    }

    /// Entries have been written.
    func written() {
        mayHaveMore = true
        if part.isEmpty && !isReading { ready?() }
    }

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

    /// It is known where to begin.
    func found(_ result: Result<Int64, StoreError>) {
        isReading = false
        switch result {
        case .success(let number): last = number
        case .failure(let error): failure = error
        }
        ready?()
    }

    /// A part has been read.
    func take(_ result: Result<[AuditRecord], StoreError>) {
        isReading = false
        switch result {
        case .success(let records):
            mayHaveMore = mayHaveMore || records.count == Self.portion
            part = steps(records)[...]
        case .failure(let error): failure = error
        }
        ready?()
    }

    private func steps(_ records: [AuditRecord]) -> [Step] {
        var steps: [Step] = []
        for record in records {
            let missing = record.number - 1 - (last ?? 0)
            let unwritten = min(missing, record.unwritten)
            // Entries that had gone before the reading began are not missed.
            let dropped = min(missing - unwritten, store.deletedAudit - deleted)
            if dropped > 0 { steps.append(.dropped(dropped)) }
            if unwritten > 0 { steps.append(.unwritten(unwritten)) }
            steps.append(.record(record))
            last = record.number
            deleted += dropped
        }
        return steps
    }
}
