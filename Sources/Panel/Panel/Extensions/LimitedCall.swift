import EventLoop
import LocalAPI
import MonotonicTime

/// A question to an extension that is given up after some time.
@PanelActor
final class LimitedCall: ExtensionCall {
    private var call: (any ExtensionCall)?
    private var timer: PanelTimer?

    /// Asks, and answers in time that the extension does not.
    static func begin<Value: Sendable>(
        limit: Duration?, scheduler: any Scheduler,
        completion: @escaping @PanelActor (Result<Value, ExtensionFailure>) -> Void,
        ask: (@escaping @PanelActor (Result<Value, ExtensionFailure>) -> Void) -> any ExtensionCall
    ) -> LimitedCall {
        let limited = LimitedCall()
        limited.call = ask { result in
            limited.timer?.cancel()
            limited.timer = nil
            limited.call = nil
            completion(result)
        }
        guard let limit else { return limited }
        limited.timer = scheduler.makeTimer {
            limited.cancel()
            completion(.failure(.refused(reason: "no answer within \(limit.text)")))
        }
        limited.timer?.arm(at: scheduler.now.advanced(by: limit))
        return limited
    }

    func cancel() {
        call?.cancel()
        call = nil
        timer?.cancel()
        timer = nil
    }
}
