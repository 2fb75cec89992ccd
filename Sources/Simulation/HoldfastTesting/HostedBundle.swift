import ControlExtension
import Controls
import EventLoop
import LocalAPI
import PanelScripts
import SimulatedPanel

/// A bundle hosted in the panel's own process, in virtual time. It behaves like its program behind a socket.
///
/// Bodies, providers and intents run as tasks, as they do in the program. Panel time stands still until these tasks
/// have ended, except tasks that wait for people's answers. Then all ended tasks are answered in the order of their
/// calls. The same script therefore gives the same transcript, on any threads.
///
/// Panel time does not wait for an author's own task that goes on with work. Static properties of the bundle survive
/// its crashes, although those of a process would not.
@PanelActor
public final class HostedBundle: ExtensionService, OutstandingWork, ScriptedExtension, HostedExtension {
    private enum Process {
        /// Not requested yet: it starts with the panel.
        case unborn
        /// Starting. The number tells this start from later ones.
        case starting(Int)
        case running(BundleService)
        /// Accepts calls, and answers none.
        case hanging
        case crashed
    }

    public var appeared: (@PanelActor () -> Void)?
    public var vanished: (@PanelActor () -> Void)?
    /// The panel's services for the bundle; `nil` while no panel runs.
    public var host: (any HostService)?

    private let make: @MainActor @Sendable (ExtensionContext) -> BundleService
    private let name: String
    private let displayName: String
    private let state: TemporaryFolder
    private var connection: HostedConnection?
    private var process = Process.unborn
    private var births = 0
    /// Whether a panel looks for the bundle.
    private var isLinked = false
    /// Whether the bundle has answered the panel's `describe`.
    private var hasDescribed = false
    private var calls: [ObjectIdentifier: HostedCall] = [:]
    private var asked = 0
    private var idle: [@PanelActor () -> Void] = []

    /// Creates a bundle that has not started yet.
    ///
    /// - Parameters:
    ///   - name: The extension's name in the panel's file.
    /// - Throws: `HarnessError` if the folder for its state cannot be created. The folder is empty at first, and is
    ///   deleted with this object.
    public init<Bundle: WidgetBundle>(_ bundle: Bundle.Type, name: String) async throws {
        self.name = name
        displayName = ExtensionOptions(environment: [:], type: "\(bundle)").displayName
        state = try TemporaryFolder()
        let displayName = displayName
        make = { context in
            // The bundle's initialiser and bodies are its author's code as well.
            let bundle = ExtensionContext.$hosted.withValue(context) {
                ResolvedBundle(
                    Bundle(), name: displayName, shortcuts: ShortcutProviders.all(inModuleOf: Bundle.self))
            }
            // The limit of a preview is real time, and panel time waits for the preview.
            return BundleService(bundle, context: context, previewLimit: .seconds(300))
        }
    }

    private func makeContext() -> ExtensionContext {
        let connection = HostedConnection(
            name: name, host: { [weak self] in self?.host }, changed: { [weak self] in self?.deliver() })
        self.connection = connection
        return ExtensionContext(
            name: name, displayName: displayName, link: HostLink(connection),
            container: SharedContainer(path: state.path))
    }

    // MARK: Starting and ending

    public func start() {
        isLinked = true
        hasDescribed = false
        switch process {
        case .unborn: begin()
        // A hanging bundle appears too. Its first call shows that it hangs.
        case .running, .hanging: appear()
        case .starting, .crashed: break
        }
    }

    public func stop() {
        isLinked = false
        for call in calls.values { call.cancel() }
        host = nil
    }

    public func starts() {
        switch process {
        case .starting, .running: return
        case .hanging: crashes()
        case .unborn, .crashed: break
        }
        begin()
    }

    public func crashes() {
        if case .crashed = process { return }
        process = .crashed
        let lost = calls.values.sorted { $0.number < $1.number }
        calls = [:]
        for call in lost { call.fail(.lost) }
        let wasKnown = hasDescribed
        hasDescribed = false
        // Never inside a call: a panel learns of a crash by the end of a connection.
        if wasKnown { Task { [self] in if isLinked { vanished?() } } }
        checkIdle()
    }

    public func hangs() {
        guard case .running = process else { return }
        process = .hanging
        for call in calls.values { call.hang() }
        checkIdle()
    }

    private func begin() {
        births += 1
        let birth = births
        process = .starting(birth)
        let (context, make) = (makeContext(), make)
        Task { @MainActor in
            await self.hasStarted(make(context), birth: birth)
        }
    }

    private func hasStarted(_ service: BundleService, birth: Int) {
        guard case .starting(birth) = process else { return }
        process = .running(service)
        appeared?()
        checkIdle()
    }

    private func appear() {
        Task { [self] in
            guard isLinked else { return }
            switch process {
            case .running, .hanging: appeared?()
            case .unborn, .starting, .crashed: break
            }
        }
    }

    // MARK: Outstanding work

    public var hasOutstandingWork: Bool {
        if case .starting = process { return true }
        return isWorking || calls.values.contains { $0.isAnswered }
    }

    private var isWorking: Bool {
        guard let outstanding = connection?.outstanding else { return false }
        let working = calls.values.count { $0.isWorking }
        return outstanding.requests > 0 || working > outstanding.questions
    }

    /// Delivers the answers when no task is working any more.
    private func deliver() {
        while !isWorking, let next = calls.values.filter(\.isAnswered).min(by: { $0.number < $1.number }) {
            next.deliver()
        }
        checkIdle()
    }

    public func whenIdle(_ body: @escaping @PanelActor () -> Void) {
        idle.append(body)
        checkIdle()
    }

    private func checkIdle() {
        guard !idle.isEmpty, !hasOutstandingWork else { return }
        let bodies = idle
        idle = []
        for body in bodies { body() }
    }

    // MARK: Calls

    public func describe(
        in domain: String, _ completion: @escaping ExtensionCompletion<ExtensionDescription>
    ) -> any ExtensionCall {
        ask({ service in await service.describe(in: domain) }) { [weak self] result in
            if case .success = result { self?.hasDescribed = true }
            completion(result)
        }
    }

    public func snapshot(
        _ request: SnapshotRequest, _ completion: @escaping ExtensionCompletion<ControlEvaluation>
    ) -> any ExtensionCall {
        ask({ service throws(ExtensionCallError) in try await service.snapshot(request) }, completion)
    }

    public func perform(
        _ request: PerformRequest, _ completion: @escaping ExtensionCompletion<PerformReply>
    ) -> any ExtensionCall {
        ask({ service throws(ExtensionCallError) in try await service.perform(request) }, completion)
    }

    public func suggest(
        _ request: SuggestRequest, _ completion: @escaping ExtensionCompletion<[IntentChoice]>
    ) -> any ExtensionCall {
        ask({ service throws(ExtensionCallError) in try await service.suggest(request) }, completion)
    }

    public func pushTokensChanged(_ placements: [PlacedControl]) {
        _ = ask({ service in await service.pushTokensChanged(placements) }) { (_: Result<Void, ExtensionFailure>) in }
    }

    private func ask<Value: Sendable>(
        _ body: @escaping @MainActor @Sendable (BundleService) async throws(ExtensionCallError) -> Value,
        _ completion: @escaping ExtensionCompletion<Value>
    ) -> any ExtensionCall {
        asked += 1
        let call = HostedCall(number: asked) { completion(.failure($0)) }
        call.answered = { [weak self] in self?.deliver() }
        call.ended = { [weak self] call in
            self?.calls[ObjectIdentifier(call)] = nil
            self?.checkIdle()
        }
        switch process {
        case .running(let service):
            calls[ObjectIdentifier(call)] = call
            call.begin {
                do throws(ExtensionCallError) {
                    let value = try await body(service)
                    return { completion(.success(value)) }
                } catch {
                    return { completion(.failure(.refused(reason: error.description))) }
                }
            }
        case .hanging:
            calls[ObjectIdentifier(call)] = call
        case .unborn, .starting, .crashed:
            call.fail(.absent(reason: "it does not run"))
        }
        return call
    }
}
