import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import Gestures
import Indicators
import Keypads
import LocalAPI
import MQTT
import MonotonicTime
import PanelScripts
import SimulatedGPIO
import SimulatedPanel
import Testing

@testable import Gateway
@testable import Panel
@testable import holdfast

/// The table of faults in the guide, walked fault by fault: all surfaces show the panel's one list of faults.
@PanelActor
struct FaultTableTests {
    /// The surfaces, in the order of the table's columns.
    private enum Surface: String, CaseIterable {
        case status, page, lights, notify, mqtt, doctor
    }

    /// A row of the table.
    private struct Row {
        var broken: String
        /// The surfaces that show the fault.
        var surfaces: [Surface: Bool]
    }

    private static let yaml = """
        name: Test
        domain: org.example.test
        mqtt: {broker: "mqtt://localhost"}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          frost: {title: Frost, value: {command: [read-frost], every: 1m}}
          alarm: {title: Alarm, toggle: {line: GPIO19}, privacy: state}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          status: {line: GPIO26, shows: status}
          lamp: {line: GPIO25, shows: lamp}
        notify:
          fault: {command: [tell, "{what}"]}
        """

    /// The rows of the guide's table.
    private static func rows() throws -> [Row] {
        let repository = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let guide = try String(
            contentsOf: repository.appending(path: "Documentation/Guide/running.md"), encoding: .utf8)
        let lines = guide.split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("| broken | status |") })
        return try lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 1 + Surface.allCases.count)
            let shown = cells.dropFirst().map { $0 == "yes" }
            return Row(
                broken: cells[0], surfaces: Dictionary(uniqueKeysWithValues: zip(Surface.allCases, shown)))
        }
    }

    /// The row of a part. The compiler asks for a row of each new part.
    private static func row(of part: PanelFault.Part) -> String {
        switch part {
        case .button: "a button's contact"
        case .keypad: "a PIN pad"
        case .lock: "the lock"
        case .control: "a control's line or sensor"
        case .value: "the program, file or topic of a `state` or `value`"
        case .interlock: "an interlock"
        case .light: "a light"
        case .display: "the text display"
        case .sound: "the buzzer"
        case .extension: "an extension, `holdfast-actions`, or the broker"
        case .store: "what the panel keeps"
        case .file: "the panel's file"
        }
    }

    /// Faults as the panel's parts begin them; a private one has a row of its own.
    private static let faults: [(row: String?, fault: PanelFault)] = [
        (nil, .init(part: .button("action"), cause: .contact(.stuck))),
        (nil, .init(part: .keypad(""), cause: .keypad(.gone(path: "/dev/input/pad")))),
        (nil, .init(part: .lock, cause: .lock("no PIN can be checked: there is no device key"))),
        (nil, .init(part: .control("org.example.test.lamp"), cause: .line(.chipGone("/dev/gpiochip0")))),
        (nil, .init(part: .value("org.example.test.frost"), cause: .value("no such program"))),
        (nil, .init(part: .interlock("up"), cause: .interlock("up", beside: ["down"], isTriedAgain: true))),
        (nil, .init(part: .light("lamp"), cause: .line(.chipGone("/dev/gpiochip0")))),
        (nil, .init(part: .display, cause: .display(.gone(path: "/dev/lcd")))),
        (nil, .init(part: .sound, cause: .line(.chipGone("/dev/gpiochip0")))),
        (nil, .init(part: .extension("gateway"), cause: .extension("localhost:1883: Connection refused"))),
        (nil, .init(part: .store, cause: .store("the disk is full"))),
        (nil, .init(part: .file, cause: .file("panel.yaml cannot be used"))),
        (
            "an interlock of a control with `privacy: state`",
            .init(
                part: .interlock("alarm"), cause: .interlock("alarm", beside: ["lamp"], isTriedAgain: true),
                isPrivate: true)
        ),
    ]

    private let clock = VirtualScheduler()
    private let board: SimulatedBoard
    private let engine: PanelEngine
    private let notified = Notified()
    private let watched = Watched()

    private final class Notified { var texts: [String] = [] }
    private final class Watched { var picture = PanelPicture() }

    init() throws {
        let panel = try PanelFile.parse(Array(Self.yaml.utf8), file: "/etc/holdfast/panel.yaml")
        board = SimulatedBoard(chips: [.header], scheduler: clock)
        engine = PanelEngine(
            panel, board: board, scheduler: clock,
            extensions: StandIn.all(for: panel, scheduler: clock) { [notified] in notified.texts.append($0) })
    }

    private func start() async throws {
        try engine.start()
        engine.observe(as: .anybody) { [watched] event in
            if let notice = PanelNotice(of: event) { watched.picture.apply(notice) }
        }
        watched.picture.apply(PanelNotice(.ready))
        await clock.advance(by: .seconds(1))
    }

    /// The faults that a surface shows now; `nil` for a light, which has no words.
    private func texts(on surface: Surface) throws -> [String]? {
        let status = StatusService.status(of: engine, as: .anybody, isAdministrator: false)
        switch surface {
        case .status: return status.faults
        case .page: return watched.picture.notices.filter { $0.event == .fault }.compactMap(\.text)
        case .lights: return nil
        case .notify:
            defer { notified.texts = [] }
            return notified.texts
        case .mqtt:
            var publication = Publication(
                topic: "holdfast", domain: "org.example.test",
                by: .init(name: "Test", host: "pi", version: "1", client: "c"))
            let message = try #require(publication.messages(for: watched.picture, at: 0).first)
            let object = try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
            return object?["faults"] as? [String]
        case .doctor:
            var facts = try HealthyMachine.facts()
            facts.running.status = status
            return RunningRules.findings(facts).filter { $0.id == "panel-fault" }.map(\.found)
        }
    }

    private var lightShowsFault: Bool { engine.light("status")?.look?.pattern == .fault }

    @Test("each fault is on the surfaces that the guide's table names, with the same words, and leaves them as it ends")
    func table() async throws {
        try await start()
        let rows = try Self.rows()
        var walked: Set<String> = []
        for (name, fault) in Self.faults {
            let name = name ?? Self.row(of: fault.part)
            let row = try #require(rows.first { $0.broken == name }, "the guide has no row '\(name)'")
            walked.insert(name)
            engine.begin(fault)
            await clock.advance(by: .seconds(1))
            for surface in Surface.allCases {
                let isExpected = row.surfaces[surface] == true
                guard let texts = try texts(on: surface) else {
                    #expect(lightShowsFault == isExpected, "\(name): \(surface)")
                    continue
                }
                let expected = surface == .notify ? "run tell \(fault)" : fault.description
                #expect(texts == (isExpected ? [expected] : []), "\(name): \(surface)")
            }
            engine.end(fault.part)
            await clock.advance(by: .seconds(1))
            for surface in Surface.allCases {
                #expect(try texts(on: surface) ?? [] == [], "\(name) has ended: \(surface)")
            }
            #expect(!lightShowsFault, "\(name) has ended")
        }
        #expect(walked == Set(rows.map(\.broken)))
        engine.stop()
    }

    @Test("a new watcher gets the same faults as one who has watched them begin")
    func late() async throws {
        try await start()
        // The light of a broken button shows that, which ends the fault of a light whose line takes the level.
        let faults = Self.faults.map(\.fault).filter { $0.part != .light("lamp") }
        for fault in faults { engine.begin(fault) }
        await clock.advance(by: .seconds(1))
        let status = try #require(try texts(on: .status))
        #expect(status.count == faults.count - 1, "the private one is not for everybody")
        for surface in [Surface.page, .mqtt, .doctor] {
            #expect(try texts(on: surface) == status, "\(surface)")
        }
        engine.stop()
    }
}
