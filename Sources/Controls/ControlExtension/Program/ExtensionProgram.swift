import CEventLoop
import CPreferences
import Commands
import Controls
import EventLoop
import FoundationEssentials
import Glibc
import LocalAPI

extension WidgetBundle {
    /// Runs the bundle as an extension: `@main struct MyControls: WidgetBundle` is a whole program.
    ///
    /// The extension listens on the socket that systemd passes, else on `extensions/NAME` beside the panel's socket.
    /// `--help` lists the options; SIGTERM and SIGINT end the process. Bodies and providers run on the main actor,
    /// unless they declare otherwise.
    @MainActor
    public static func main() async {
        await ExtensionProgram.run(Self.self, named: String(describing: Self.self))
    }
}

extension ControlWidget {
    /// Runs the control as a program, an extension with this control alone: `@main struct Lamp: ControlWidget { … }`.
    ///
    /// `--help` lists the options; SIGTERM and SIGINT end the process.
    @MainActor
    public static func main() async {
        await ExtensionProgram.run(LoneControl<Self>.self, named: String(describing: Self.self))
    }
}

struct LoneControl<Control: ControlWidget>: WidgetBundle {
    var body: some Widget { Control() }
}

/// A bundle as a program: an extension, which serves a panel over a socket.
///
/// An idle extension wakes once a second, in a thread of libdispatch's (`_dispatch_workq_monitor_pools`) that runs from the
/// first `async` function without an actor on. Only hooks of Swift's runtime, which are no part of the language, give such
/// functions other threads (`swift_task_enqueueGlobal_hook`).
enum ExtensionProgram {
    /// Runs the bundle until a signal ends it. On failure, the process exits with the reason on standard error.
    ///
    /// - Parameter type: The name of the author's type, from which the default names are derived.
    @MainActor
    static func run<Bundle: WidgetBundle>(_ bundle: Bundle.Type, named type: String) async {
        // Must precede any output of the author's code.
        holdfast_print_by_lines()
        let options: ExtensionOptions
        do throws(ExtensionProgramError) {
            options = try ExtensionOptions(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.filled,
                type: type)
        } catch {
            fail(ExtensionOptions.programName, error)
        }
        let context = ExtensionContext(
            options: options,
            capturing: options.task == .serve
                ? CapturingProgram(name: options.name, displayName: options.displayName) : nil)
        ExtensionContext.setProcess(context)
        if options.task == .help { return write(options.help(program: ExtensionOptions.programName)) }
        let resolved = ResolvedBundle(Bundle(), name: options.displayName, shortcuts: ShortcutProviders.all)
        let service = BundleService(resolved, context: context)
        if options.task == .describe { return write(describing(await service.describe(in: nil))) }
        do throws(ExtensionProgramError) {
            if options.task == .capture { return try await CapturingProcess.run(service) }
            for note in service.notes + service.refusals { StandardError.note("\(options.name): note: \(note)") }
            let socket = try ListeningSocket(environment: options.environment, path: options.socket)
            try await serve(service, name: options.name, socket: socket)
        } catch {
            fail(options.name, error)
        }
    }

    private static func serve(
        _ service: BundleService, name: String, socket: ListeningSocket
    ) async throws(ExtensionProgramError) {
        let reason: ExtensionProgramError? = await withCheckedContinuation { continuation in
            Task { @PanelActor in
                let server = ExtensionServer(service, name: name, socket: socket) {
                    continuation.resume(returning: $0)
                }
                do throws(ExtensionProgramError) {
                    try server.start()
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        // The author's own tasks may have set some.
        holdfast_write_preferences()
        if let reason { throw reason }
    }

    private static func describing(_ description: ExtensionDescription) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(description), as: UTF8.self)
        } catch {
            // An example is a default that is no finite number.
            fail(ExtensionOptions.programName, .undescribable("\(error)"))
        }
    }

    private static func write(_ text: String) {
        _ = SystemFile.write(Array("\(text)\n".utf8), to: STDOUT_FILENO)
    }

    private static func fail(_ name: String, _ error: ExtensionProgramError) -> Never {
        StandardError.note("\(name): error: \(error)")
        exit(error.exitCode)
    }
}

/// The reason why an extension does not run.
package enum ExtensionProgramError: Error, Sendable, CustomStringConvertible {
    case unknownOption(String)
    /// An option has no value.
    case missingValue(option: String)
    /// The name is no valid name of an extension.
    case invalidName(String)
    /// The service manager passed `count` descriptors, not one listening socket.
    case invalidDescriptors(count: Int)
    /// Another process already serves the extension's socket.
    case runsAlready(name: String, socket: String)
    /// The folder of the socket cannot be created.
    case folder(path: String, code: Int32)
    /// Listening on the socket failed.
    case socket(path: String, VarlinkServerError)
    /// This number of cancelled calls have not ended. The process exits, so that the service manager restarts it.
    case tooManyStuckCalls(Int)
    /// The description of the controls has no JSON form.
    case undescribable(String)
    /// The capturing process has no valid intent, or cannot write its reply.
    case capture(String)
    /// The event loop cannot watch signals.
    case signals(String)

    /// The exit code of the process. For errors of the command line, it follows `sysexits.h`.
    var exitCode: Int32 {
        switch self {
        case .unknownOption, .missingValue, .invalidName: 64
        case .capture, .invalidDescriptors, .runsAlready, .folder, .socket, .tooManyStuckCalls, .undescribable,
            .signals:
            1
        }
    }

    /// The reason in one line.
    package var description: String {
        switch self {
        case .unknownOption(let option): "there is no option '\(option)'; see --help"
        case .missingValue(let option): "'\(option)' needs a value; see --help"
        case .invalidName(let name):
            """
            an extension cannot be called '\(name)': its name is a letter, then letters, digits, '-' and '_', at most 64; \
            give another with --name
            """
        case .invalidDescriptors(let count):
            "the service manager gave \(count) descriptors; an extension takes one, a listening UNIX socket"
        case .runsAlready(let name, let socket):
            "twice the same extension: another process serves '\(name)' at \(socket)"
        case .folder(let path, let code): "\(path): mkdir: \(SystemCall.message(code))"
        case .socket(let path, let error): "\(path): \(error)"
        case .tooManyStuckCalls(let count):
            "\(count) calls that the panel gave up have not ended: the extension ends, to be started again"
        case .undescribable(let problem): "the controls have no JSON form: \(problem)"
        case .capture(let problem): "there is nothing to capture: \(problem)"
        case .signals(let problem): "signals: \(problem)"
        }
    }
}
