import EventLoop
import MonotonicTime
import Synchronization

/// An LED of the kernel's class, driven by a worker. The kernel itself plays endless rhythms.
///
/// ```
///   show, play ──▶ request (the latest) ─▶ worker: LEDDriver ─┬─ done
///        ▲                                                    ├─ failed ─ changed
///        │                                                    ├─ unplayable ─ givenUp
///        └──────────── rights, or the limit ─── waiting ◀─────┴─ lacksRights
/// ```
@PanelActor
final class KernelLED: LEDDevice {
    let maxBrightness: Int
    let hasColors: Bool
    var changed: (@PanelActor (LEDError?) -> Void)?

    private let folder: LEDFolder
    private let identity: LEDFolder.Identity?
    /// The worker's part of the LED.
    private let driver: Mutex<LEDDriver>
    /// The triggers of the LED; `nil` until the worker has read them.
    private var triggers: Set<String>?
    private let worker: Worker
    private let access: TriggerAccess
    /// The next request for the worker.
    private var command: LEDCommand?
    private var givenUp: (@PanelActor () -> Void)?
    private var isAtWork = false
    /// The error of the last request; `nil` after a success.
    private var failure: LEDError?

    init(_ driver: LEDDriver, worker: Worker, scheduler: any Scheduler) {
        folder = driver.folder
        identity = driver.identity
        maxBrightness = driver.maxBrightness
        hasColors = driver.channels != nil
        self.driver = Mutex(driver)
        self.worker = worker
        access = TriggerAccess(scheduler: scheduler)
        access.denied = { [weak self] in self?.giveUp() }
    }

    var isPresent: Bool { identity != nil && folder.identity == identity }

    func show(brightness: Int, color: LEDMixture) {
        begin(.steady(brightness: brightness, color))
    }

    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool {
        let isPlayable = triggers.map { LEDDriver.way(of: steps, among: $0) != nil } ?? true
        guard access.isPossible, isPlayable else { return false }
        begin(.rhythm(steps, color), givenUp: givenUp)
        return true
    }

    func release() {
        access.endWait()
        changed = nil
        (command, givenUp) = (nil, nil)
        // Queued behind the worker's present job without a turn of the loop, since the process may be about to end.
        worker.perform {
            self.carryOut(.released)
        } then: { _ in
        }
    }

    private func begin(_ command: LEDCommand, givenUp: (@PanelActor () -> Void)? = nil) {
        access.endWait()
        self.command = command
        self.givenUp = givenUp
        carryOutNext()
    }

    private func carryOutNext() {
        guard !isAtWork, let command else { return }
        self.command = nil
        isAtWork = true
        worker.perform {
            self.carryOut(command)
        } then: { outcome, triggers in
            self.triggers = triggers
            self.isAtWork = false
            self.note(outcome, of: command)
            self.carryOutNext()
        }
    }

    /// Carries out a request, on the worker's thread.
    ///
    /// - Returns: The result, and the triggers that the LED is known to have.
    private nonisolated func carryOut(
        _ command: LEDCommand
    ) -> (outcome: Result<LEDDriver.Outcome, LEDError>, triggers: Set<String>?) {
        driver.withLock { driver in
            (Result { () throws(LEDError) in try driver.carryOut(command) }, driver.triggers)
        }
    }

    private func note(_ outcome: Result<LEDDriver.Outcome, LEDError>, of command: LEDCommand) {
        let isLatest = self.command == nil
        switch (outcome, command) {
        case (.success(.done), _):
            if isLatest { access.endWait() }
            tell(nil)
        case (.success(.unplayable), _): if isLatest { giveUp() }
        case (.success(.lacksRights), .rhythm(let steps, _)): if isLatest { wait(for: steps) }
        case (.success(.lacksRights), _): if access.mustTryAgain { tryAgain() }
        case (.failure(let error), _):
            if isLatest { access.endWait() }
            tell(error)
        }
    }

    private func tell(_ error: LEDError?) {
        guard error != failure else { return }
        failure = error
        changed?(error)
    }

    /// Reports that the LED cannot play the rhythm after all.
    private func giveUp() {
        let givenUp = givenUp
        self.givenUp = nil
        givenUp?()
    }

    // MARK: Rights

    private func wait(for steps: [LEDStep]) {
        access.wait(for: steps)
        // Access may have come before this wait began.
        tryAgain()
    }

    /// udev has touched its stamp: access may have come, for these attributes or for the next time.
    func rightsMayHaveCome() {
        access.mayHaveCome()
        tryAgain()
    }

    private func tryAgain() {
        guard let steps = access.stepsToTry(isAtWork: isAtWork) else { return }
        command = .steps(steps)
        carryOutNext()
    }
}

/// The wait of a kernel LED for write access to the attributes of a trigger.
///
/// A trigger's own attributes appear with the trigger. They belong to root until udev gives them to the panel's group.
@PanelActor
private final class TriggerAccess {
    /// Whether the LED may try a trigger: `false` after a wait without success, until udev touches its stamp.
    private(set) var isPossible = true
    /// Access may have come while the worker was busy.
    private(set) var mustTryAgain = false
    /// Called when the wait has lasted too long. No udev rule seems to grant the access.
    var denied: (@PanelActor () -> Void)?
    /// The steps that wait for access.
    private var awaited: [LEDStep]?
    private var limit: PanelTimer?
    private let scheduler: any Scheduler

    /// The longest wait, on a busy machine.
    private static let patience = Duration.seconds(5)

    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    func wait(for steps: [LEDStep]) {
        awaited = steps
        limit = scheduler.makeTimer { [weak self] in self?.deny() }
        limit?.arm(at: scheduler.now.advanced(by: Self.patience))
    }

    func mayHaveCome() {
        isPossible = true
    }

    /// The steps to try again now; `nil` if no steps wait, or while the worker is busy.
    func stepsToTry(isAtWork: Bool) -> [LEDStep]? {
        guard let awaited else { return nil }
        mustTryAgain = isAtWork
        return isAtWork ? nil : awaited
    }

    func endWait() {
        limit?.cancel()
        (awaited, limit, mustTryAgain) = (nil, nil, false)
    }

    private func deny() {
        endWait()
        isPossible = false
        denied?()
    }
}
