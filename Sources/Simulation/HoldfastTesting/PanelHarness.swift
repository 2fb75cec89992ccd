import Configuration
import Controls
import EventLoop
import LocalAPI
import PanelScripts
import Synchronization

/// Runs panel scripts on a simulated board in virtual time, with bundles hosted in the test's own process. Authors of
/// extensions test with it.
///
/// ```swift
/// @Test func timer() async throws {
///     let harness = PanelHarness(hosting: ["focus": ProductivityTimer.self])
///     let outcome = try await harness.run(script: "timer.panel")
///     #expect(outcome.failures.isEmpty)
///     #expect(try outcome.difference(from: "timer.transcript") == nil)
/// }
/// ```
public struct PanelHarness: Sendable {
    private let panel: String?
    private let bundles: [String: HostedType]
    private let folder: String

    /// Creates a harness for a panel with bundles.
    ///
    /// - Parameters:
    ///   - panel: The panel's file; `nil` for the file that the script names.
    ///   - bundles: The bundles, by their extensions' names in the panel's file. Extensions without a bundle are
    ///     absent.
    ///   - folder: The folder of the files; by default, that of the test's source.
    public init(
        panel: String? = nil, hosting bundles: [String: any WidgetBundle.Type], in folder: String? = nil,
        source: String = #filePath
    ) {
        self.panel = panel
        self.bundles = bundles.mapValues(HostedType.init)
        self.folder = folder ?? source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
    }

    /// Runs a panel script from its beginning to its end.
    ///
    /// Each run has its own bundles and state. Only static properties of bundles survive.
    ///
    /// - Throws: `ScriptError`, `ConfigurationError` or `HarnessError`, for an input that cannot be read or run.
    @PanelActor
    public func run(script: String) async throws -> HarnessOutcome {
        let script = try ScriptFile.read(path(script))
        let panel = try PanelFile.read(path: try self.panel.map(path) ?? script.panelPath())
        let known = panel.extensions.map(\.name)
        var extensions: [String: any ExtensionService] = [:]
        for (name, bundle) in bundles.sorted(by: { $0.key < $1.key }) {
            guard known.contains(name) else { throw HarnessError.unknownExtension(name: name, known: known) }
            extensions[name] = try await HostedBundle(bundle.type, name: name)
        }
        let lines = Lines()
        let world = SimulatedWorld(for: panel)
        let runner = ScriptRunner(script, panel: panel, world: world, extensions: extensions, write: lines.add)
        let outcome = try await runner.run()
        return HarnessOutcome(
            failures: outcome.failures, expectations: outcome.expectations, transcript: lines.text, folder: folder)
    }

    private func path(_ name: String) -> String {
        name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }
}

/// A bundle's type. The conformance may be isolated to the main actor, so the type is used there alone.
private struct HostedType: @unchecked Sendable {
    let type: any WidgetBundle.Type
}

/// The lines of a transcript.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.map { "\($0)\n" }.joined() } }

    @Sendable func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Why a harness cannot run.
public enum HarnessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A bundle is hosted under a name that is no extension's in the panel's file.
    case unknownExtension(name: String, known: [String])
    /// A temporary folder cannot be created.
    case folder(path: String, code: Int32)
    /// No transcript has been stored yet.
    case noTranscript(path: String)
    /// A transcript cannot be read or stored.
    case transcript(path: String, problem: String)

    /// The reason in words.
    public var description: String {
        switch self {
        case .unknownExtension(let name, let known):
            "the panel has no extension '\(name)'; "
                + (known.isEmpty ? "it has none" : "there are: \(known.joined(separator: ", "))")
        case .folder(let path, let code): "\(path): mkdtemp: \(SystemCall.message(code))"
        case .noTranscript(let path): "\(path) does not exist; 'HOLDFAST_ACCEPT=1 swift test' writes it"
        case .transcript(let path, let problem): "\(path): \(problem)"
        }
    }
}
