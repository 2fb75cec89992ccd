import EventLoop
import LocalAPI
import MonotonicTime

/// A call to an extension with a time limit.
@PanelActor
final class LimitedCall: ExtensionCall {
    private var call: (any ExtensionCall)?
    private var timer: PanelTimer?

    /// Starts the call, and completes with a failure if the limit passes first.
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
