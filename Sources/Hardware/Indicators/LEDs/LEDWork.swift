import Synchronization

/// What the worker has of an LED: its driver, which nobody else touches while it is at work.
final class LEDWork: Sendable {
    /// What came of a wish, and the triggers that the LED is known to have.
    struct Result: Sendable {
        var outcome: Swift.Result<LEDDriver.Outcome, LEDError>
        var triggers: Set<String>?
    }

    private let driver: Mutex<LEDDriver>

    init(_ driver: LEDDriver) {
        self.driver = Mutex(driver)
    }

    /// Carries out a wish; for the worker.
    func carryOut(_ wish: LEDWish) -> Result {
        driver.withLock { driver in
            let outcome = Swift.Result<LEDDriver.Outcome, LEDError> { () throws(LEDError) in try driver.carryOut(wish) }
            return Result(outcome: outcome, triggers: driver.triggers)
        }
    }
}
