import Controls
import Synchronization

/// What code runs for: an extension's name, its state, and its way to the panel.
package struct ExtensionContext: Sendable {
    /// The context of code that an in-process host runs; without one, the process's.
    @TaskLocal package static var hosted: ExtensionContext?

    /// The extension's name, which is that of its socket and of its state's folder.
    package let name: String
    /// What people call it.
    package let displayName: String
    package let link: HostLink
    package let container: SharedContainer
    /// What performs intents that capture; `nil`: they are performed where they are asked for.
    package let capturing: CapturingProgram?
    /// The bundle whose code it is, where the process has one.
    let bundle = HeldBundle()

    /// A context of its parts.
    package init(
        name: String, displayName: String, link: HostLink, container: SharedContainer,
        capturing: CapturingProgram? = nil
    ) {
        self.name = name
        self.displayName = displayName
        self.link = link
        self.container = container
        self.capturing = capturing
    }

    /// The context of the code that asks.
    package static var current: ExtensionContext { hosted ?? process.withLock { $0 } }

    /// Sets the context of the whole process, once its name is known.
    static func setProcess(_ context: ExtensionContext) {
        process.withLock { $0 = context }
    }

    /// At first what the environment says: a program beside an extension has nothing else.
    private static let process = Mutex(ExtensionContext(options: ExtensionOptions(environment: .process)))
}

extension ExtensionContext {
    init(options: ExtensionOptions, capturing: CapturingProgram? = nil) {
        self.init(
            name: options.name, displayName: options.displayName,
            link: HostLink(
                options.task == .capture ? NoConnection() : SocketConnection(path: options.hostSocket)),
            container: SharedContainer(
                path: SharedContainer.path(ofExtension: options.name, environment: options.environment)),
            capturing: capturing)
    }
}

/// A bundle, once it has been read: before, its code may already ask for the context.
package final class HeldBundle: Sendable {
    private let bundle = Mutex<ResolvedBundle?>(nil)

    func set(_ bundle: ResolvedBundle) {
        self.bundle.withLock { $0 = bundle }
    }

    /// A placement with its configuration's entities, where there is somebody to ask for them.
    func resolved(_ placement: ControlInfo) async -> ControlInfo {
        guard let bundle = bundle.withLock({ $0 }) else { return placement }
        return await bundle.resolved(placement)
    }
}
