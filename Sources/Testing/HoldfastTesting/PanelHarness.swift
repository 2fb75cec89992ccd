import Configuration
import Controls
import EventLoop
import LocalAPI
import PanelScripts
import Synchronization

/// A panel on the simulated board in virtual time, with bundles hosted in the test's own process: what an extension's
/// author runs a panel script on.
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

    /// A panel with bundles.
    ///
    /// - Parameters:
    ///   - panel: The panel's file; without one, that which the script names.
    ///   - bundles: The bundles by the names that the panel's file gives the extensions. Those that are not here are absent.
    ///   - folder: Where the files lie; by default, where the test's source lies.
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
    /// Each run has bundles, and state, of its own; only what bundles keep in static properties stays.
    ///
    /// - Throws: `ScriptError`, `ConfigurationError`, `InvalidBundle`, `HarnessError`: what cannot be read, or run.
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
        let world = SimulatedWorld(covering: panel.lineNames)
        let runner = ScriptRunner(script, panel: panel, world: world, extensions: extensions, write: lines.add)
        let outcome = try await runner.run()
        return HarnessOutcome(
            failures: outcome.failures, expectations: outcome.expectations, transcript: lines.text, folder: folder)
    }

    private func path(_ name: String) -> String {
        name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }
}

/// A bundle's type, which may be a bundle on the main actor alone, and is used there alone.
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
public enum HarnessError: Error, Sendable, Hashable {
    /// A bundle is hosted under a name that the panel's file does not give an extension.
    case unknownExtension(name: String, known: [String])
    /// No temporary folder can be made.
    case folder(path: String, code: Int32)
    /// No transcript has been kept yet.
    case noTranscript(path: String)
    /// A transcript cannot be read, or kept.
    case transcript(path: String, problem: String)
}

extension HarnessError: CustomStringConvertible {
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
