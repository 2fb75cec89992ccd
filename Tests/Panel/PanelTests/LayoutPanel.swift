import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import Layout
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import Testing

/// A panel on a simulated board in virtual time, whose layout clients change over a socket.
@PanelActor
final class LayoutPanel {
    static let domain = "org.example.test"
    static let timer = "org.example.focus.timer"
    static let lamp = "org.example.focus.lamp"

    static let yaml = """
        name: Hallway
        domain: org.example.test
        controls:
          light: {title: Light, toggle: {line: GPIO18}}
          door: {title: Front Door, description: Opens the door., button: {pulse: GPIO23, for: 3s}}
          egg: {title: Egg, toggle: {timer: 5m}}
        buttons:
          action: {line: GPIO17, hold: light}
        lights:
          light: {line: GPIO26, shows: light}
        lock_screen: [light]
        extensions:
          - {name: focus, domain: org.example.focus}
          - {name: music, domain: org.example.music}

        """

    let clock = VirtualScheduler()
    let board: SimulatedBoard
    let fake = FakeExtension(kinds: [lamp, timer], displayName: "Focus")
    let memory: any LayoutMemory
    let service = PanelService()
    private let panelMemory: VolatileMemory
    private(set) var editor: LayoutEditor
    private(set) var engine: PanelEngine?
    private(set) var events: [PanelEvent] = []
    private(set) var findings: [LayoutFinding] = []
    /// The number of edges of output lines, by the lines' names.
    private(set) var edges: [String: Int] = [:]
    private let folder = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString.prefix(8))"
    private let server: VarlinkServer
    let client: VarlinkClient
    var socket: String { folder + "/panel" }

    init(
        _ yaml: String = yaml, stored: [String: String] = [:], memory: (any LayoutMemory)? = nil
    ) throws {
        let memory = memory ?? VolatileLayoutMemory(stored)
        self.memory = memory
        editor = LayoutEditor(memory: memory)
        panelMemory = VolatileMemory(scheduler: clock) { 0 }
        board = SimulatedBoard(chips: [.header], scheduler: clock)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        server = VarlinkServer(product: "Test", version: "1", interfaces: [service.panelInterface])
        client = VarlinkClient(path: folder + "/panel")
        fake.description.controls[1].parameters = [
            IntentParameterInfo(
                name: "timer", title: "Timer", type: .enumeration, isRequired: true,
                choices: ["work", "rest"].map { IntentChoice(value: .string($0), title: $0.capitalized) }),
            IntentParameterInfo(name: "minutes", title: "Minutes", type: .integer, value: .int(25)),
        ]
        fake.description.controls[1].promptsForUserConfiguration = true
        fake.description.controls[1].wantsPushTokens = true
        fake.description.controls[1].description = "Counts down."
        board.outputChanged = { [weak self] address, _ in self?.edges[address.name ?? "", default: 0] += 1 }
        try server.listen(path: folder + "/panel", mode: 0o600)
        try read(yaml)
    }

    /// Applies a panel's file, as at the start and at SIGHUP.
    func read(_ yaml: String) throws {
        let layout = editor.read(try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml"))
        editor.found = { [weak self] in self?.findings.append($0) }
        service.editor = editor
        try run(layout.panel)
        editor.take(layout)
    }

    private func run(_ panel: PanelDescription) throws(ConfigurationError) {
        let new = PanelEngine(
            panel, board: board, scheduler: clock, memory: panelMemory, layoutMemory: memory,
            extensions: ["focus": fake])
        var states: [String: Bool] = [:]
        if let old = engine {
            try new.check(replacing: old)
            states = old.stop(keeping: [Self.domain + ".light"])
        }
        new.observe { [weak self] in self?.events.append($0) }
        try new.start(resuming: states)
        engine = new
        service.engine = new
    }

    /// Restarts the daemon, which keeps its store.
    func restart(_ yaml: String = yaml) async throws {
        engine?.stop()
        engine = nil
        service.engine = nil
        editor = LayoutEditor(memory: memory)
        try read(yaml)
        await settle()
    }

    func forget() { (events, edges) = ([], [:]) }

    func settle() async { await advance(.zero) }

    func advance(_ duration: Duration) async { await clock.advance(by: duration) }

    func hold(_ line: String, for duration: Duration = .milliseconds(700)) async throws {
        try board.closeContact(line)
        await advance(duration)
        try board.openContact(line)
        await advance(.milliseconds(500))
    }

    func stop() async {
        client.close()
        server.stop()
        engine?.stop()
        await settle()
        #expect(board.heldRequests == 0)
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Asking

    /// Calls a method over the socket and returns all replies.
    func ask<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, _ type: Reply.Type, more: Bool = false
    ) async throws -> [Reply] {
        var replies: [Reply] = []
        let client = client
        let all: [Reply] = try await withCheckedThrowingContinuation { continuation in
            client.call(method, parameters, more: more) { (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    replies.append(reply.value)
                    if !reply.continues { continuation.resume(returning: replies) }
                case .failure(let error): continuation.resume(throwing: error)
                }
            }
        }
        await settle()
        return all
    }

    private func placed(_ method: String, _ parameters: some Encodable & Sendable) async throws -> String {
        do {
            let item = try await ask(method, parameters, PanelInterface.Placed.self)[0].item
            return "\(item.place): \(item.text)\(item.isByHand ? "" : " by file")"
        } catch VarlinkClientError.refused(let name, let parameters, _) {
            return
                ([name.split(separator: ".").last.map(String.init) ?? name]
                + parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }).joined(separator: ", ")
        }
    }

    func place(
        _ control: String, _ place: String, _ configuration: [String: IntentValue]? = nil, size: TileSize? = nil
    ) async throws -> String {
        try await placed(
            PanelInterface.Place.method,
            PanelInterface.Place.Parameters(
                control: control, place: place, configuration: configuration, size: size))
    }

    func move(_ place: String, _ target: String) async throws -> String {
        try await placed(PanelInterface.Move.method, PanelInterface.Move.Parameters(place: place, to: target))
    }

    func configure(
        _ place: String, _ values: [String: IntentValue], defaults: [String]? = nil
    ) async throws -> String {
        try await placed(
            PanelInterface.Configure.method,
            PanelInterface.Configure.Parameters(place: place, configuration: values, defaults: defaults))
    }

    func resize(_ place: String, _ size: TileSize) async throws -> String {
        try await placed(PanelInterface.Resize.method, PanelInterface.Resize.Parameters(place: place, size: size))
    }

    func remove(_ place: String) async throws {
        _ = try await ask(
            PanelInterface.Remove.method, PanelInterface.Remove.Parameters(place: place), NoParameters.self)
    }

    func reset(_ place: String? = nil) async throws {
        _ = try await ask(
            PanelInterface.Reset.method, PanelInterface.Reset.Parameters(place: place), NoParameters.self)
    }

    /// The layout: a line for each place that has a control.
    func layout() async throws -> [String] {
        try await ask(PanelInterface.Layout.method, NoParameters(), PanelInterface.Layout.Reply.self, more: true)
            .compactMap(\.item).filter { $0.control != nil || $0.isByHand }
            .map { "\($0.place): \($0.text)\($0.isByHand ? "" : " by file")" }
    }

    /// Whether the gallery shows a control, as a `+`, with the reason.
    func why(_ control: String) async throws -> String {
        let parameters = PanelInterface.Why.Parameters(control: control)
        let reply = try await ask(PanelInterface.Why.method, parameters, PanelInterface.Why.Reply.self)[0]
        return (reply.isShown ? "+" : "") + reply.reason
    }

    /// A control's listing, as in `holdfast show`, or `nil`.
    func listed(_ control: String) async throws -> ListedControl? {
        let parameters = PanelInterface.Show.Parameters(control: control)
        return try await ask(PanelInterface.Show.method, parameters, PanelInterface.Show.Reply.self).first?.control
    }

    func gallery(_ search: String? = nil) async throws -> [GalleryControl] {
        let parameters = PanelInterface.Gallery.Parameters(search: search)
        return try await ask(
            PanelInterface.Gallery.method, parameters, PanelInterface.Gallery.Reply.self, more: true
        ).compactMap(\.control)
    }
}

extension LayoutItem {
    /// A placement as text: `light`, `org.example.focus.timer timer=work large (why not)`, or `-`.
    fileprivate var text: String {
        guard let control else { return "-" }
        let values = control.configuration.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let words = [control.reference] + values + [control.size?.rawValue].compactMap(\.self)
        return words.joined(separator: " ") + (control.problem.map { " (\($0))" } ?? "")
            + (control.note.map { " [\($0)]" } ?? "")
    }
}
