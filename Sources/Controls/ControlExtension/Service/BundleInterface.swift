import CPreferences
import Controls
import EventLoop
import LocalAPI

/// The interface `io.holdfast.Extension` of a bundle. Each call is a task on the main actor, which is cancelled when
/// its client disconnects.
@PanelActor
struct BundleInterface {
    let service: BundleService
    let queue: CallQueue

    var varlink: VarlinkInterface {
        VarlinkInterface(
            name: ExtensionInterface.name, description: HoldfastInterfaces.extension,
            methods: [
                describe,
                method(ExtensionInterface.Snapshot.self) { service, request throws(ExtensionCallError) in
                    .init(evaluation: try await service.snapshot(request))
                },
                method(ExtensionInterface.Perform.self) { service, request throws(ExtensionCallError) in
                    // The process may have been stopped, or the call may have waited for the main actor.
                    if let reason = request.requestedAt?.refusal(at: .now) { return PerformReply(failure: reason) }
                    guard !Task.isCancelled else { return PerformReply(failure: "the panel has given up the request") }
                    return try await service.perform(request)
                },
                method(ExtensionInterface.Suggest.self) { service, request throws(ExtensionCallError) in
                    .init(choices: try await service.suggest(request))
                },
                method(ExtensionInterface.PushTokensChanged.self) { service, parameters in
                    await service.pushTokensChanged(parameters.placements)
                    return NoParameters()
                },
            ])
    }

    private var describe: VarlinkMethod {
        let (service, queue) = (service, queue)
        return .method(ExtensionInterface.Describe.self, streams: true) { parameters, call in
            call.ended = queue.run {
                let description = await service.describe(in: parameters.domain)
                await call.stream(partsOf: description)
            }
        }
    }

    private func method<Method: ExtensionInterface.Method>(
        _ method: Method.Type,
        _ body:
            @escaping @MainActor @Sendable (BundleService, Method.Parameters) async throws(ExtensionCallError) ->
            Method.Reply
    ) -> VarlinkMethod {
        let (service, queue) = (service, queue)
        return .method(method) { parameters, call in
            call.ended = queue.run {
                do throws(ExtensionCallError) {
                    let reply = try await body(service, parameters)
                    // Before the answer: what a person sees is also kept.
                    holdfast_write_preferences()
                    await call.reply(reply)
                } catch {
                    holdfast_write_preferences()
                    await call.fail(error)
                }
            }
        }
    }
}
