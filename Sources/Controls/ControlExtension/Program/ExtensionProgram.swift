import CEventLoop
import Controls
import EventLoop
import FoundationEssentials
import Glibc
import LocalAPI

/// A bundle as a program: an extension, which answers a panel over a socket.
enum ExtensionProgram {
    /// Runs the bundle until it is told to end. Where it cannot, the process ends with the reason on standard error.
    @MainActor
    static func run<Bundle: WidgetBundle>(_ bundle: Bundle.Type) async {
        // Before the author's code prints anything.
        holdfast_print_by_lines()
        let options: ExtensionOptions
        do throws(ExtensionProgramError) {
            options = try ExtensionOptions(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: .process,
                type: String(describing: bundle))
        } catch {
            fail(ExtensionOptions.programName, error)
        }
        let context = ExtensionContext(
            options: options,
            capturing: options.task == .serve
                ? CapturingProgram(name: options.name, displayName: options.displayName) : nil)
        ExtensionContext.setProcess(context)
        if options.task == .help { return write(options.help(program: ExtensionOptions.programName)) }
        let service: BundleService
        do throws(InvalidBundle) {
            service = BundleService(try ResolvedBundle(Bundle(), name: options.displayName), context: context)
        } catch {
            for problem in error.problems { StandardError.note("\(options.name): error: \(problem)") }
            exit(1)
        }
        if options.task == .describe { return write(describing(await service.describe())) }
        do throws(ExtensionProgramError) {
            if options.task == .capture { return try await CapturingProcess.run(service) }
            for note in service.notes { StandardError.note("\(options.name): note: \(note)") }
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
        if let reason { throw reason }
    }

    private static func describing(_ description: ExtensionDescription) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(ExtensionInterface.Describe.Reply(description)), as: UTF8.self)
        } catch {
            // Such as a default that is no finite number.
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
