import EventLoop
import LocalAPI
import MonotonicTime

/// A call to an extension with a time limit. One that `begin` did not make stands for a call that was not sent.
@PanelActor
final class LimitedCall: ExtensionCall {
    private var call: (any ExtensionCall)?
    private var timer: PanelTimer?

    /// Starts the call, and completes with a failure if the limit passes first.
    ///
    /// - Parameters:
    ///   - late: the reason of that failure, for a limit in words.
    ///   - onTimeout: called after that failure.
    static func begin<Value: Sendable>(
        limit: Duration?, scheduler: any Scheduler, late: (String) -> String = { "no answer within \($0)" },
        onTimeout: (@PanelActor () -> Void)? = nil,
        completion: @escaping ExtensionCompletion<Value>,
        ask: (@escaping ExtensionCompletion<Value>) -> (any ExtensionCall)?
    ) -> LimitedCall {
        let limited = LimitedCall()
        if let limit {
            let reason = late(limit.text)
            limited.timer = scheduler.makeTimer {
                limited.cancel()
                completion(.failure(.refused(reason: reason)))
                onTimeout?()
            }
            limited.timer?.arm(at: scheduler.now.advanced(by: limit))
        }
        limited.call = ask { result in
            limited.timer?.cancel()
            limited.timer = nil
            limited.call = nil
            completion(result)
        }
        return limited
    }

    func cancel() {
        call?.cancel()
        call = nil
        timer?.cancel()
        timer = nil
    }
}
