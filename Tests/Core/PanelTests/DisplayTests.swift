import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime
import Testing

@testable import Panel

/// The text that displays show of a panel.
@PanelActor
struct DisplayTests {
    private static let yaml = """
        name: Hallway
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          tea: {title: Grüner Tee, toggle: {timer: 2m}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        display: {device: /dev/lcd, columns: 16, rows: 2}
        """

    /// A display whose device the test controls.
    private final class FakeDisplay: DisplaySink {
        var characters = DisplayCharacters.ascii
        var isHeld = false
        var isReleased = true
        var shown: DisplayFrame?
        var attached: (@PanelActor () -> Void)?
        var failed: (@PanelActor (DisplayError) -> Void)?
        var recovered: (@PanelActor () -> Void)?
        var released: (@PanelActor () -> Void)?
        var frames: [[String]] = []

        func start() { isReleased = false }
        func stop() { (isReleased, isHeld) = (true, false) }
        func show(_ frame: DisplayFrame) {
            frames.append(frame.texts)
            shown = frame
        }
    }

    private func makePanel(_ display: FakeDisplay) throws -> TestPanel {
        let panel = try TestPanel(Self.yaml, display: display)
        try panel.engine.start()
        return panel
    }

    private func stop(_ panel: TestPanel) async {
        panel.engine.stop()
        await panel.expectNothingLeft()
        #expect(panel.engine.surfaces.displays.views.isEmpty)
    }

    @Test("several events in one turn of the loop make one frame")
    func oneFrame() async throws {
        let display = FakeDisplay()
        let panel = try makePanel(display)
        display.isHeld = true
        display.attached?()
        await panel.advance(.zero)
        #expect(display.frames == [["Hallway", ""]])
        panel.engine.perform("tea")
        panel.engine.begin(PanelFault(part: .store, cause: .store("full")))
        panel.engine.end(.store)
        await panel.advance(.zero)
        #expect(display.frames.dropFirst() == [["Hallway", "Gruner Tee  2:00"]])
        #expect(
            panel.events.filter { if case .displayChanged = $0 { true } else { false } } == [
                .displayChanged(rows: ["Hallway", ""]), .displayChanged(rows: ["Hallway", "Gruner Tee  2:00"]),
            ])
        await stop(panel)
        #expect(display.isReleased)
    }

    @Test(
        "a failed display is a fault that the display does not show, and no timer runs for its moving text"
    )
    func fault() async throws {
        let display = FakeDisplay()
        let panel = try makePanel(display)
        display.failed?(.gone(path: "/dev/lcd"))
        #expect(
            panel.engine.faults.map(\.description) == [
                "display: /dev/lcd is not there, or nothing is behind it; plug the display in, or have the kernel load its driver"
            ])
        panel.engine.perform("tea")
        await panel.advance(.zero)
        #expect(panel.clock.nextDeadline == .zero.advanced(by: .seconds(120)), "the tea alone")
        #expect(display.frames == [["Hallway", "Gruner Tee  2:00"]])
        // The display appears, with another character set.
        display.isHeld = true
        display.characters = .utf8
        display.recovered?()
        await panel.advance(.seconds(2))
        #expect(panel.engine.faults.isEmpty)
        #expect(
            display.frames.dropFirst() == [
                ["Hallway", "Grüner Tee  2:00"], ["Hallway", "Grüner Tee  1:59"], ["Hallway", "Grüner Tee  1:58"],
            ])
        await stop(panel)
    }

    @Test("the display shows the state of the lock, the prompt for a PIN, and the time left in a lockout")
    func lock() async throws {
        let display = FakeDisplay()
        let panel = try makePanel(display)
        display.isHeld = true
        func rows(_ change: (inout DisplayFace) -> Void) async -> [String]? {
            var face = DisplayFace(state: .locked)
            change(&face)
            panel.engine.surfaces.displays.show(face)
            await panel.advance(.zero)
            return display.frames.last
        }
        #expect(await rows { _ in } == ["Hallway   Locked", ""])
        #expect(await rows { $0.prompt = .init(purpose: "for 'Bell'") } == ["Enter PIN", "for 'Bell'"])
        #expect(
            await rows { $0.prompt = .init(purpose: "for 'Bell'", hasKeys: true) }
                == ["Enter PIN      *", "for 'Bell'"])
        let end = panel.clock.now.advanced(by: .seconds(60))
        #expect(await rows { $0.lockoutEnds = end } == ["Hallway   Locked", "Locked out  1:00"])
        #expect(await rows { $0.state = .unlocked } == ["Hallway Unlocked", ""])
        // A stopped panel has no face.
        await stop(panel)
        #expect(panel.engine.surfaces.displays.face == DisplayFace())
    }

    @Test("the display shows an activity's end that no clock can reach as a bounded time")
    func times() async throws {
        let display = FakeDisplay()
        let panel = try makePanel(display)
        display.isHeld = true
        for (id, ends) in [1e300, -1e300, .infinity, .nan, 0].enumerated() {
            _ = panel.engine.reports.activities.show(
                ActivityState(id: "\(id)", title: "\(ends)", ends: ends), for: .hosted("org.example.test.\(id)"),
                isPrivate: false)
        }
        await panel.advance(.seconds(1))
        #expect(display.frames.last == ["1e+300     3652d", "-1e+300     0:00"])
        await stop(panel)
    }

    @Test("a failing display device is an ordinary fault, and the panel goes on")
    func device() async throws {
        let panel = try TestPanel(
            Self.yaml, display: KernelDisplay(path: "/dev/full", characters: nil, scheduler: EventLoop.panel))
        try panel.engine.start()
        await panel.advance(.milliseconds(1))
        await panel.advance(.milliseconds(1))
        #expect(
            panel.engine.faults.map(\.description) == [
                "display: /dev/full: write: No space left on device; name a character LCD or a terminal"
            ])
        #expect(panel.engine.displaySink?.shown?.texts == nil)
        await stop(panel)
        #expect(panel.engine.displaySink?.isReleased == true)
    }

    @Test("with many faults the display names a few and shows the number of all")
    func manyFaults() async throws {
        let display = FakeDisplay()
        let panel = try makePanel(display)
        display.isHeld = true
        for number in 0..<1_000 {
            panel.engine.begin(PanelFault(part: .extension("e\(number)"), cause: .extension("has gone")))
        }
        await panel.advance(.zero)
        #expect(display.frames.last == ["Hallway", "1000 faults: ext"])
        await stop(panel)
    }
}
