import Authentication
import Configuration
import ControlModel
import EventLoop
import Foundation
import Layout
import LocalAPI
import Testing

@testable import Panel

/// Each text of an extension's control that leaves the core, for each viewer and each private part (A3, H6, H7, C31).
///
/// The extension puts a marker into each of its texts. The test collects all output for a viewer, and looks for the
/// markers in it.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct EveryTextTests {
    /// The texts that an extension sends with or about a control.
    enum Text: String, CaseIterable {
        case title, symbol, value, hint, status, runningTitle, runningValue
        case intentTitle, intentDescription, givenValue
        case parameterTitle, parameterDescription, parameterValue, parameterChoice, choiceSubtitle, choiceSection
        case argumentTitle, argumentDescription, argumentValue, argumentChoice
        case configuredValue, suggestion
        case failure, missedValue, incompleteness
        case question, dialog, returnedValue, openedTarget, requestTitle, requestQuestion, requestChoice
        case nextTitle

        /// The text with its marker, such as `[title]`.
        var marked: String { "[\(rawValue)]" }

        /// Whether the text tells a private part of the control.
        func isPrivate(_ privacy: ControlSnapshot.Privacy) -> Bool {
            switch self {
            case .title, .runningTitle: privacy.state || privacy.label
            case .value, .runningValue: privacy.state || privacy.valueLabel
            // What describes the kind names no state.
            case .parameterTitle, .parameterDescription, .parameterValue, .parameterChoice, .choiceSubtitle,
                .choiceSection, .configuredValue, .suggestion:
                privacy.label || privacy.valueLabel
            // Free text may contain the words of each part.
            default: privacy.state || privacy.label || privacy.valueLabel
            }
        }

        /// Whether the panel shows the text at all. The intent that follows a private control is listed for nobody.
        func isShown(_ privacy: ControlSnapshot.Privacy) -> Bool { self != .nextTitle || !isPrivate(privacy) }
    }

    /// A viewer, and whether the panel is unlocked at its pad meanwhile.
    struct Viewer: Hashable, CustomStringConvertible {
        let viewpoint: Viewpoint
        let isUnlocked: Bool

        var seesPrivate: Bool { viewpoint.sees(isUnlocked) }
        var description: String { "\(viewpoint), panel \(isUnlocked ? "unlocked" : "locked")" }
    }

    private nonisolated static let privacies: [ControlSnapshot.Privacy] = [
        .init(), .init(label: true), .init(valueLabel: true), .init(state: true),
        .init(state: true, label: true, valueLabel: true),
    ]

    @Test(
        "A3 each text of an extension's control reaches the viewers who may see it, and no other viewer",
        arguments: privacies, [false, true])
    func table(privacy: ControlSnapshot.Privacy, isUnlocked: Bool) async throws {
        let output = try await TextScenario(privacy).run(isUnlocked: isUnlocked)
        for viewpoint in [Viewpoint.anybody, .authenticated, .panel] {
            let viewer = Viewer(viewpoint: viewpoint, isUnlocked: isUnlocked)
            let lines = output[viewpoint, default: []]
            for text in Text.allCases {
                let found = lines.first { $0.contains(text.marked) }
                if text.isShown(privacy), viewer.seesPrivate || !text.isPrivate(privacy) {
                    #expect(found != nil, "\(text) is missing for \(viewer) with \(privacy)")
                } else if let found {
                    Issue.record("\(text) reaches \(viewer) with \(privacy): \(found.prefix(600))")
                }
            }
        }
    }

    @Test("A3 the audit trail, which keeps its input, has no private word of a guarded control")
    func trail() async throws {
        for privacy in Self.privacies {
            let scenario = TextScenario(privacy)
            scenario.authentication = .requiresAuthentication
            _ = try await scenario.run(isUnlocked: true, keepsTrail: true)
            let words = scenario.trail.joined(separator: "\n")
            #expect(words.contains("perform"))
            let isPublic = privacy == .init()
            #expect(words.contains(Text.failure.marked) == isPublic, "\(privacy): \(words)")
            for text in Text.allCases where !isPublic && words.contains(text.marked) {
                Issue.record("\(text) stands in the trail with \(privacy)")
            }
        }
    }

    @Test(
        "no text of an extension's control leaves the core with a control or bidirectional character, or at full length"
    )
    func characters() async throws {
        let foul = "\u{202E}\u{2066}\u{200F}\u{061C}\u{7}\n\u{85}\u{2028}" + String(repeating: "long ", count: 4_000)
        let scenario = TextScenario(.init())
        scenario.mark = { "\($0.marked)\(foul)" }
        let output = try await scenario.run(isUnlocked: true)
        for text in Text.allCases {
            #expect(output[.authenticated, default: []].contains { $0.contains(text.marked) }, "\(text)")
        }
        for line in output.values.flatMap(\.self) {
            let scalars = line.unicodeScalars
            let isClean = scalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: !scalar.properties.isBidiControl
                }
            }
            #expect(isClean, "\(line.prefix(400).debugDescription)")
            let longest = line.split(separator: "[").map(\.unicodeScalars.count).max() ?? 0
            #expect(longest < 1_000, "\(line.prefix(200))")
        }
    }
}

/// An extension with a marker in each text, performed, failed, asked and listed in every way.
@PanelActor
private final class TextScenario {
    private typealias Text = EveryTextTests.Text

    private static let safe = "org.example.fake.safe"
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let resident = Requester.programWithPIN(actor: .person("alice", at: .remote))

    var authentication = IntentAuthenticationPolicy.alwaysAllowed
    /// The words of a text.
    var mark: (EveryTextTests.Text) -> String = { $0.marked }
    private(set) var trail: [String] = []
    private let privacy: ControlSnapshot.Privacy
    private var isUnlocked = false
    private var output: [Viewpoint: [String]] = [:]

    init(_ privacy: ControlSnapshot.Privacy) {
        self.privacy = privacy
    }

    // MARK: The extension

    private var parameter: IntentParameterInfo {
        IntentParameterInfo(
            name: "room", title: mark(.parameterTitle), description: mark(.parameterDescription), type: .text,
            value: .string(Text.parameterValue.marked),
            choices: [
                IntentChoice(
                    value: .string("a"), title: mark(.parameterChoice), subtitle: mark(.choiceSubtitle),
                    section: mark(.choiceSection))
            ])
    }

    private var argument: IntentParameterInfo {
        IntentParameterInfo(
            name: "level", title: mark(.argumentTitle), description: mark(.argumentDescription), type: .text,
            value: .string(Text.argumentValue.marked),
            choices: [IntentChoice(value: .string("a"), title: mark(.argumentChoice))])
    }

    private var evaluation: ControlEvaluation {
        var found = FakeExtension.toggle(SnapshotRequest(kind: Self.safe), isOn: true)
        found.control.title = mark(.title)
        found.control.symbol = .custom(mark(.symbol))
        found.control.valueText = mark(.value)
        found.control.hint = mark(.hint)
        found.control.status = mark(.status)
        found.control.privacy = privacy
        found.running = found.control
        found.running.title = mark(.runningTitle)
        found.running.valueText = mark(.runningValue)
        found.intent = IntentReference(
            type: "Open", title: mark(.intentTitle), description: mark(.intentDescription),
            values: ["given": .string(Text.givenValue.marked)], parameters: [argument],
            authentication: authentication)
        return found
    }

    private var target: OpenTarget {
        OpenTarget(type: "View", typeName: "View", value: .string("vault"), title: mark(.openedTarget))
    }

    private func reply(_ request: PerformRequest) -> PerformReply {
        var reply = PerformReply(
            opens: target, evaluation: request.kind == nil ? nil : evaluation,
            returned: IntentReturn(dialog: mark(.dialog), value: .string(Text.returnedValue.marked)))
        if request.intent == "Open" {
            reply.next = IntentReference(type: "Next", title: mark(.nextTitle))
        }
        return reply
    }

    private func failure() -> PerformReply {
        PerformReply(
            failure: mark(.failure),
            request: IntentParameterRequest(
                intent: "Open", parameter: "room", title: mark(.requestTitle), dialog: mark(.requestQuestion),
                choices: [IntentChoice(value: .string("a"), title: mark(.requestChoice))]),
            evaluation: evaluation)
    }

    // MARK: The panel

    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          scene: {title: Scene, button: {set: {\(safe): true}}}
        buttons:
          action: {line: GPIO17, hold: {kind: \(safe), configuration: {room: "\(EveryTextTests.Text.configuredValue.marked)"}}}
        lights:
          safe: {line: GPIO26, shows: {kind: \(safe), configuration: {room: "\(EveryTextTests.Text.configuredValue.marked)"}}}
        lock_screen:
          - {kind: \(safe), configuration: {room: "\(EveryTextTests.Text.configuredValue.marked)"}}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        display: {device: /dev/lcd, columns: 40, rows: 4}
        """

    /// Plays all scenes, and returns the output for each viewpoint.
    func run(isUnlocked: Bool, keepsTrail: Bool = false) async throws -> [Viewpoint: [String]] {
        self.isUnlocked = isUnlocked
        let fake = FakeExtension(kinds: [Self.safe])
        fake.description.controls[0].parameters = [parameter]
        fake.description.controls[0].preview?.control.privacy = privacy
        fake.evaluate = { [evaluation] _ in .success(evaluation) }
        fake.reply = { [unowned self] in .success(reply($0)) }
        fake.choices = [IntentChoice(value: .string("b"), title: mark(.suggestion))]
        let record = PanelRecord()
        let clock = VirtualScheduler()
        let lock = try TestLock(clock, keepsTrail ? .trail : .volatile, autoLock: .seconds(3_000))
        let test = try TestPanel(Self.yaml, extensions: ["fake": fake], display: record, clock: clock, lock: lock)
        try await test.enrol("alice", TestPanel.digits)
        try await test.start()
        if isUnlocked { #expect(await test.unlock()) }
        await test.advance(.seconds(1))
        observe(test)
        note(test)
        try await test.hold("GPIO17", for: .milliseconds(80))
        await test.advance(.milliseconds(400))
        note(test)
        await test.advance(.seconds(5))
        try await performs(test, fake)
        try await fails(test, fake)
        if keepsTrail { trail = try await test.trail() }
        output[.panel, default: []] += record.lines.filter { $0.hasPrefix("display") }
        await test.stop()
        return output
    }

    private func performs(_ test: TestPanel, _ fake: FakeExtension) async throws {
        for requester in [Self.stranger, Self.resident, .panel] {
            // The status of the control, without a dialog, and then the dialog.
            fake.reply = { [unowned self] in
                var plain = reply($0)
                plain.dialog = nil
                return .success(plain)
            }
            await perform(test, requester)
            await test.advance(.seconds(5))
            fake.reply = { [unowned self] in .success(reply($0)) }
            await perform(test, requester)
            await test.advance(.seconds(5))
            await runByName(test, requester)
            await test.advance(.seconds(5))
        }
        fake.holdsPerformances = true
        await keepUnlocked(test)
        _ = test.engine.perform(Self.safe, isOn: nil, answers: [:], by: test.asking(Self.resident)) { _ in }
        await test.settle()
        let token = fake.performances.last?.performance ?? ""
        _ = test.engine.services.confirm(performance: token, dialog: mark(.question)) { _ in }
        await test.settle()
        note(test)
        await test.advance(.seconds(1))
        fake.holdsPerformances = false
        fake.finishPerforming()
        await test.advance(.seconds(5))
    }

    private func fails(_ test: TestPanel, _ fake: FakeExtension) async throws {
        for requester in [Self.stranger, Self.resident, .panel] {
            fake.reply = { [unowned self] _ in .success(failure()) }
            await perform(test, requester)
            await test.advance(.seconds(5))
            await perform(test, requester, "scene")
            await test.advance(.seconds(5))
            await runByName(test, requester)
            let isThere = test.engine.perform(
                Self.safe, isOn: nil, answers: ["other": .bool(true)], by: test.asking(requester)
            ) { self.note($0, requester) }
            #expect(isThere)
            await test.advance(.seconds(5))
            fake.reply = { [unowned self] _ in .success(PerformReply(valueFailure: mark(.missedValue))) }
            await perform(test, requester)
            await test.advance(.seconds(70))
        }
        var incomplete = evaluation
        incomplete.intent = nil
        incomplete.control.failure = mark(.incompleteness)
        fake.evaluate = { [incomplete] _ in .success(incomplete) }
        await keepUnlocked(test)
        test.engine.reloadAll()
        await test.advance(.seconds(1))
        note(test)
        for requester in [Self.stranger, Self.resident, .panel] {
            await perform(test, requester)
            await test.advance(.seconds(5))
        }
    }

    /// Unlocks the panel again, whose session ends after a while without a key.
    private func keepUnlocked(_ test: TestPanel) async {
        if isUnlocked, !test.engine.isUnlocked { #expect(await test.unlock()) }
    }

    private func perform(_ test: TestPanel, _ requester: Requester, _ control: String = safe) async {
        await keepUnlocked(test)
        if let outcome = await test.perform(control, by: requester) { note(outcome, requester) }
        note(test)
    }

    private func runByName(_ test: TestPanel, _ requester: Requester) async {
        await keepUnlocked(test)
        _ = test.engine.executor.intents.run(
            intent: "Open", parameters: ["value": .bool(true)], by: test.asking(requester)
        ) {
            self.note($0, requester)
        }
        await test.settle()
        note(test)
        _ = test.engine.executor.intents.run(
            intent: "Open", parameters: ["other": .bool(true)], by: test.asking(requester)
        ) {
            self.note($0, requester)
        }
        await test.settle()
    }

    // MARK: Output

    private func observe(_ test: TestPanel) {
        for viewpoint in [Viewpoint.anybody, .authenticated, .panel] {
            test.engine.observe(as: viewpoint) { [unowned self] event in
                let notice = PanelNotice(event, on: test.engine, as: viewpoint)
                // The display is in front of the panel alone.
                if case .displayChanged = event, viewpoint != .panel { return }
                output[viewpoint, default: []].append("notice \(event.words) \(Self.json(notice))")
            }
        }
    }

    /// Records the outcome of a request for its requester.
    private func note(_ outcome: PerformOutcome, _ requester: Requester) {
        let viewpoint: Viewpoint =
            switch requester {
            case .panel: .panel
            case Self.stranger: .anybody
            default: .authenticated
            }
        output[viewpoint, default: []].append("outcome \(Self.json(PerformedControl(outcome)))")
    }

    /// Records all lists and texts for each viewer.
    private func note(_ test: TestPanel) {
        let (lists, displays) = (test.engine.lists, test.engine.surfaces.displays)
        for viewpoint in [Viewpoint.anybody, .authenticated, .panel] {
            var lines = lists.controls.names.map { "listed \(Self.json(lists.controls.listed($0, as: viewpoint)))" }
            lines += lists.controls.names.map {
                "changes \(Self.json(lists.controls.listedChanges(of: $0, as: viewpoint)))"
            }
            lines.append("intents \(Self.json(lists.intents.intents(as: viewpoint)))")
            lines.append("lights \(Self.json(lists.lights.list(as: viewpoint)))")
            let next = lists.gallery.list(search: "", as: viewpoint)
            while let control = next() { lines.append("gallery \(Self.json(control))") }
            lines.append("why \(Self.json(lists.gallery.why(Self.safe).reason))")
            let entry = LayoutEntry(
                ControlReference(
                    kind: Self.safe, configuration: ["room": .string(Text.configuredValue.marked)]))
            let place = LayoutPlace(.lockScreen, position: 1)
            lines.append("layout \(Self.json(lists.layout.item(place, entry, isByHand: false, as: viewpoint)))")
            lines.append("texts \(displays.hint(as: viewpoint) ?? "-") \(displays.status(as: viewpoint) ?? "-")")
            lines += test.engine.executor.performances.questions(as: viewpoint).map { "question \($0.text)" }
            lines += test.engine.activities(as: viewpoint).map { "activity \(Self.json($0))" }
            lines += test.engine.faults(as: viewpoint).map { "fault \($0)" }
            for (control, intent) in [(Self.safe, nil), (nil, "Open")] {
                _ = lists.controls.suggest(
                    control: control, intent: intent, parameter: "room", values: nil, as: viewpoint
                ) { [unowned self] result in
                    output[viewpoint, default: []].append(
                        "suggested \((try? result.get()).map { Self.json($0) } ?? "\(result)")")
                }
            }
            output[viewpoint, default: []] += lines
        }
    }

    /// JSON without escapes.
    private static func json(_ value: (some Encodable)?) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let value, let data = try? encoder.encode(value) else { return "-" }
        let text = String(decoding: data, as: UTF8.self)
        // Foundation escapes control characters, which the test must find.
        return text.replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\u0007", with: "\u{7}")
    }
}

extension PanelEvent {
    /// The texts of an event that has no notice, or another one.
    fileprivate var words: String {
        switch self {
        case .valueMissed(_, let reason): "missed \(reason)"
        case .controlChanged(let snapshot, _): "\(snapshot)".unescaped
        case .displayChanged(let rows): rows.joined(separator: " | ")
        default: ""
        }
    }
}

extension String {
    fileprivate var unescaped: String {
        replacingOccurrences(of: "\\n", with: "\n").replacingOccurrences(of: "\\u{07}", with: "\u{7}")
    }
}
