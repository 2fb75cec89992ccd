import ControlModel
import EventLoop
import Foundation
import Layout
import LocalAPI
import MonotonicTime
import Panel
import Store

/// The layout of a panel under test, and what the panel keeps across restarts.
@PanelActor
final class TestLayout {
    let memory: PanelMemory
    private(set) var editor: LayoutEditor
    private(set) var findings: [LayoutFinding] = []

    init(_ memory: PanelMemory) {
        self.memory = memory
        editor = LayoutEditor(memory.store)
        observe()
    }

    /// Makes a new editor, as a restarted daemon does.
    func renewEditor() {
        editor = LayoutEditor(memory.store)
        observe()
    }

    private func observe() {
        editor.found = { [weak self] in self?.findings.append($0) }
    }
}

/// A panel whose layout programs change over a socket.
extension TestPanel {
    /// A running panel with a layout, the extension `fake` and a socket.
    static func arranged(
        _ yaml: String = SamplePanel.arranged, stored: [String: String] = [:], store: PanelStore = .inMemory()
    ) throws -> TestPanel {
        let fake = FakeExtension(kinds: [FakeExtension.lamp, FakeExtension.timer], displayName: "Focus")
        fake.description.controls[1].parameters = [
            IntentParameterInfo(
                name: "timer", title: "Timer", type: .enumeration, isRequired: true,
                choices: ["work", "rest"].map { IntentChoice(value: .string($0), title: $0.capitalized) }),
            IntentParameterInfo(name: "minutes", title: "Minutes", type: .integer, value: .int(25)),
        ]
        fake.description.controls[1].promptsForUserConfiguration = true
        fake.description.controls[1].wantsPushTokens = true
        fake.description.controls[1].description = "Counts down."
        let clock = VirtualScheduler()
        for (key, text) in stored { store.setSetting(text, for: key) }
        let memory = PanelMemory(store, scheduler: clock) {
            StoredMoment(
                wall: StoredTime(milliseconds: 0, isSynchronized: true), bootID: "boot", boottime: clock.now.nanoseconds
            )
        }
        let panel = try TestPanel(
            yaml, extensions: ["focus": fake], clock: clock,
            layout: TestLayout(memory), socket: TestSocket(), fake: fake)
        try panel.read(yaml)
        return panel
    }

    var editor: LayoutEditor { arranging.editor }
    var settings: [String: String] { arranging.memory.store.settings }
    var findings: [LayoutFinding] { arranging.findings }

    private func placed(_ method: String, _ parameters: some Encodable & Sendable) async throws -> String {
        do {
            let item = try await ask(method, parameters, PanelInterface.Placed.self)[0].item
            return "\(item.place): \(item.text)\(item.isByHand ? "" : " by file")"
        } catch VarlinkClientError.refused(let name, let parameters) {
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
