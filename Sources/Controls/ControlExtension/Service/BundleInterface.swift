import Controls
import EventLoop
import LocalAPI

/// The interface `io.holdfast.Extension` of a bundle. Each call is a task on the main actor, which is cancelled when
/// its client disconnects.
@PanelActor
struct BundleInterface {
    private let service: BundleService
    private let queue: CallQueue

    init(service: BundleService, queue: CallQueue) {
        self.service = service
        self.queue = queue
    }

    var varlink: VarlinkInterface {
        VarlinkInterface(
            name: ExtensionInterface.name, description: HoldfastInterfaces.extension,
            methods: [describe, snapshot, perform, suggest, pushTokensChanged])
    }

    private var describe: VarlinkMethod {
        let (service, queue) = (service, queue)
        return .method(ExtensionInterface.Describe.self, streams: true) { _, call in
            let running = queue.run {
                let description = await service.describe()
                await call.stream(partsOf: description)
            }
            call.ended = { running.giveUp() }
        }
    }

    private var snapshot: VarlinkMethod {
        method(ExtensionInterface.Snapshot.self) { service, request throws(ExtensionCallError) in
            .init(evaluation: try await service.snapshot(request))
        }
    }

    private var perform: VarlinkMethod {
        method(ExtensionInterface.Perform.self) { service, request throws(ExtensionCallError) in
            try await service.perform(request)
        }
    }

    private var suggest: VarlinkMethod {
        method(ExtensionInterface.Suggest.self) { service, request throws(ExtensionCallError) in
            .init(choices: try await service.suggest(request))
        }
    }

    private var pushTokensChanged: VarlinkMethod {
        method(ExtensionInterface.PushTokensChanged.self) { service, parameters in
            await service.pushTokensChanged(parameters.placements)
            return NoParameters()
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
            let running = queue.run {
                do throws(ExtensionCallError) {
                    await call.reply(try await body(service, parameters))
                } catch {
                    await call.fail(error)
                }
            }
            call.ended = { running.giveUp() }
        }
    }
}

extension ExtensionInterface.Describe.Reply {
    /// The whole description in one reply.
    init(_ description: ExtensionDescription) {
        self.init(
            displayName: description.displayName, controls: description.controls, notes: description.notes)
    }

    /// One of several replies that form the description. Each has one control, because the size of a message is
    /// limited.
    init(_ description: ExtensionDescription, part: Int) {
        self.init(controls: Array(description.controls.dropFirst(part).prefix(1)))
        if part == 0 { (displayName, notes) = (description.displayName, description.notes) }
    }
}

extension VarlinkCall<ExtensionInterface.Describe.Reply> {
    fileprivate func stream(partsOf description: ExtensionDescription) {
        var part = 0
        stream {
            // At least one reply: an extension without controls also has a name.
            guard part < max(1, description.controls.count) else { return nil }
            defer { part += 1 }
            return ExtensionInterface.Describe.Reply(description, part: part)
        }
    }
}

extension VarlinkCall {
    fileprivate func fail(_ error: ExtensionCallError) {
        switch error {
        case .noSuchControl(let kind): fail(ExtensionInterface.NoSuchControl(kind: kind))
        case .noSuchIntent(let intent): fail(ExtensionInterface.NoSuchIntent(intent: intent))
        case .valueFailed(let reason): fail(ExtensionInterface.ValueFailed(reason: reason))
        }
    }
}

/// The errors of `io.holdfast.Extension`: the reason why a call of the panel failed.
package enum ExtensionCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bundle has no control of this kind.
    case noSuchControl(kind: String)
    /// The bundle has no intent with this name, or the intent has no such parameter.
    case noSuchIntent(intent: String)
    /// The control's provider failed.
    case valueFailed(reason: String)

    /// The reason as a text.
    package var description: String {
        switch self {
        case .noSuchControl(let kind): "it has no control \(kind)"
        case .noSuchIntent(let intent): "it has no intent '\(intent)', or not with this parameter"
        case .valueFailed(let reason): reason
        }
    }
}
