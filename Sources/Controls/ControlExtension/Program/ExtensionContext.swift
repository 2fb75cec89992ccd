import Commands
import Controls
import LocalAPI
import Synchronization

/// The extension for which code runs: its name, its state, and its connection to the panel.
package struct ExtensionContext: Sendable {
    /// The context of code that a host runs in its own process; `nil` for the context of the process.
    @TaskLocal package static var hosted: ExtensionContext?

    /// The extension's name, which is also the name of its socket and of its state folder.
    package let name: String
    /// The extension's name for users.
    package let displayName: String
    package let link: HostLink
    package let container: SharedContainer
    /// The program that performs intents that capture; `nil` to perform them in this process.
    package let capturing: CapturingProgram?
    /// The bundle to which the code belongs, once it is evaluated.
    let bundle = HeldBundle()

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

    /// The context of the calling code.
    package static var current: ExtensionContext { hosted ?? process.withLock { $0 } }

    /// Sets the context of the process, after its options are known.
    static func setProcess(_ context: ExtensionContext) {
        process.withLock { $0 = context }
    }

    /// Initially the context from the environment. A program beside an extension keeps this context.
    private static let process = Mutex(
        ExtensionContext(options: ExtensionOptions(environment: ProcessEnvironment.filled)))

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

/// A bundle that is set after its evaluation, because the bundle's code may need the context earlier.
package final class HeldBundle: Sendable {
    private struct Content {
        var bundle: ResolvedBundle
        var kinds: PanelKinds
    }

    private let content = Mutex<Content?>(nil)

    func set(_ bundle: ResolvedBundle, _ kinds: PanelKinds) {
        content.withLock { $0 = Content(bundle: bundle, kinds: kinds) }
    }

    /// A placement by its source's kind, with its configuration's entities loaded, if the process has a bundle; else
    /// the placement unchanged.
    func resolved(_ placement: PlacedControl) async -> ControlInfo {
        guard let content = content.withLock({ $0 }) else { return ControlInfo(placement) }
        return await content.bundle.resolved(ControlInfo(content.kinds.inSource(placement)))
    }
}
