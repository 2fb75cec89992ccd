import EventLoop
import MonotonicTime

/// An LED of the kernel's class, carried out by a worker; what goes on and off for ever is left to the kernel.
///
/// ```
///   show, play ──▶ wish (the latest) ──▶ worker: LEDDriver ──┬─ done
///        ▲                                                   ├─ failed ─ changed
///        │                                                   ├─ unplayable ─ givenUp
///        └──────────── rights, or the limit ─── waiting ◀────┴─ lacksRights
/// ```
@PanelActor
final class KernelLED: LEDDevice {
    let maxBrightness: Int
    let hasColors: Bool
    var changed: (@PanelActor (LEDError?) -> Void)?

    private let folder: LEDFolder
    private let identity: LEDFolder.Identity?
    private let work: LEDWork
    /// The triggers by which it may play; `nil` while they are not known.
    private var triggers: Set<String>?
    private var mayUseTriggers = true
    private let worker: Worker
    private let scheduler: any Scheduler
    /// What is to be done once the worker is free.
    private var wish: LEDWish?
    private var givenUp: (@PanelActor () -> Void)?
    private var isAtWork = false
    /// Why the last wish was not carried out.
    private var failure: LEDError?
    /// The steps that its trigger could not be given yet.
    private var awaited: [LEDStep]?
    /// Rights may have come while the worker was trying.
    private var mustTryAgain = false
    private var limit: PanelTimer?

    /// How long udev may take to give a trigger's attributes away, on a machine that does much else.
    private static let patience = Duration.seconds(5)

    init(_ driver: LEDDriver, worker: Worker, scheduler: any Scheduler) {
        folder = driver.folder
        identity = driver.identity
        maxBrightness = driver.maxBrightness
        hasColors = driver.channels != nil
        work = LEDWork(driver)
        self.worker = worker
        self.scheduler = scheduler
    }

    var isPresent: Bool { identity != nil && folder.identity == identity }

    func show(brightness: Int, color: LEDMixture) {
        begin(.steady(brightness: brightness, color))
    }

    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        guard mayUseTriggers, triggers.map({ LEDDriver.way(of: steps, among: $0) != nil }) ?? true else { return false }
        begin(.rhythm(steps, color), givenUp: givenUp)
        return true
    }

    func release() {
        endWait()
        changed = nil
        (wish, givenUp) = (nil, nil)
        // Behind what is being done, without the loop in between: the process may be about to end.
        worker.perform { [work] in
            work.carryOut(.released)
        } then: { _ in
        }
    }

    private func begin(_ wish: LEDWish, givenUp: (@PanelActor () -> Void)? = nil) {
        endWait()
        self.wish = wish
        self.givenUp = givenUp
        carryOutNext()
    }

    private func carryOutNext() {
        guard !isAtWork, let wish else { return }
        self.wish = nil
        isAtWork = true
        worker.perform { [work] in
            work.carryOut(wish)
        } then: { result in
            self.triggers = result.triggers
            self.isAtWork = false
            self.note(result.outcome, of: wish)
            self.carryOutNext()
        }
    }

    private func note(_ outcome: Result<LEDDriver.Outcome, LEDError>, of wish: LEDWish) {
        let isLatest = self.wish == nil
        switch (outcome, wish) {
        case (.success(.done), _):
            if isLatest { endWait() }
            tell(nil)
        case (.success(.unplayable), _): if isLatest { giveUp() }
        case (.success(.lacksRights), .rhythm(let steps, _)): if isLatest { wait(for: steps) }
        case (.success(.lacksRights), _): if mustTryAgain { tryAgain() }
        case (.failure(let error), _):
            if isLatest { endWait() }
            tell(error)
        }
    }

    private func tell(_ error: LEDError?) {
        guard error != failure else { return }
        failure = error
        changed?(error)
    }

    /// It does not play after all what it was to play.
    private func giveUp() {
        let givenUp = givenUp
        self.givenUp = nil
        givenUp?()
    }

    // MARK: Waiting for rights

    /// A trigger's own attributes come with it, and belong to root until udev has given them to the panel's group.
    private func wait(for steps: [LEDStep]) {
        awaited = steps
        limit = scheduler.makeTimer { [weak self] in self?.giveUpForGood() }
        limit?.arm(at: scheduler.now.advanced(by: Self.patience))
        // They may have come before anybody waited for them.
        tryAgain()
    }

    /// udev has done something: rights may have come, for now or for the next time.
    func rightsMayHaveCome() {
        mayUseTriggers = true
        tryAgain()
    }

    private func tryAgain() {
        guard let awaited else { return }
        mustTryAgain = isAtWork
        guard !isAtWork else { return }
        wish = .steps(awaited)
        carryOutNext()
    }

    /// No rule gives the attributes to the panel, as it seems: they are not asked for again until udev does something.
    private func giveUpForGood() {
        endWait()
        mayUseTriggers = false
        giveUp()
    }

    private func endWait() {
        limit?.cancel()
        (awaited, limit, mustTryAgain) = (nil, nil, false)
    }
}
