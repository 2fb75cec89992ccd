import EventLoop
import Foundation
import Glibc
import MonotonicTime
import Testing

@testable import Indicators

/// Displays on device files: terminals, and failing devices.
@PanelActor
@Suite(.serialized, .timeLimit(.minutes(1)))
final class KernelDisplayTests {
    private let clock = VirtualScheduler()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID().uuidString)")
    private var events: [String] = []

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A display that gets the frame again whenever its device appears, as from an engine.
    private func display(_ path: String, _ rows: @escaping @PanelActor () -> String = { "Hello" }) -> KernelDisplay {
        let display = KernelDisplay(path: path, characters: nil, scheduler: clock)
        display.attached = { [weak self, weak display] in
            self?.events.append("attached")
            if let display { self?.show(rows(), on: display) }
        }
        display.failed = { [weak self] in self?.events.append("failed: \($0)") }
        display.recovered = { [weak self] in self?.events.append("recovered") }
        display.released = { [weak self] in self?.events.append("released") }
        return display
    }

    private func show(_ text: String, on display: KernelDisplay) {
        display.show(
            DisplayFrame([DisplayText(text, in: display.characters)], size: DisplaySize(columns: 16, rows: 2)))
    }

    private func settle() async { await EventLoop.panel.settle() }

    @Test("a terminal is initialized, written, cleared and released")
    func terminal() async throws {
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        display.start()
        await settle()
        #expect(display.isHeld && display.characters == .utf8)
        #expect(terminal.text == "^[0m^[?25l^[?7l^[2J^[1;1HHello")
        show("Hallo", on: display)
        await settle()
        #expect(terminal.text == "^[1;2Ha")
        #expect(display.shown?.texts == ["Hallo", ""])
        display.stop()
        await settle()
        #expect(terminal.text == "^[2J^[H^[?7h^[?25h")
        #expect(events == ["attached", "released"])
        #expect(display.isReleased && clock.nextDeadline == nil)
    }

    @Test("of the frames that come during a write, the last is shown")
    func latest() async throws {
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        display.start()
        await settle()
        _ = terminal.text
        for number in 0..<100 { show("\(number)", on: display) }
        await settle()
        // The first frame was being written.
        #expect(terminal.text == "^[1;1H0    ^[1;1H99")
        display.stop()
        await settle()
    }

    @Test("a display is initialized and written whole after an hour, by itself and with the next text")
    func renewed() async throws {
        func at(_ seconds: Int) -> MonotonicInstant { .zero.advanced(by: .seconds(seconds)) }
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        #expect(clock.nextDeadline == nil)
        display.start()
        await settle()
        _ = terminal.text
        clock.move(to: at(3_599))
        show("Hallo", on: display)
        await settle()
        #expect(terminal.text == "^[1;2Ha")
        #expect(clock.nextDeadline == at(3_600))
        clock.move(to: at(3_600))
        #expect(clock.fireDueTimer())
        await settle()
        #expect(terminal.text == "^[0m^[?25l^[?7l^[2J^[1;1HHallo")
        #expect(clock.nextDeadline == at(7_200))
        // The text comes before the loop has handled the timer, as after a suspend.
        clock.move(to: at(7_300))
        show("Hello", on: display)
        await settle()
        #expect(terminal.text == "^[0m^[?25l^[?7l^[2J^[1;1HHello")
        #expect(clock.nextDeadline == at(10_900))
        #expect(events == ["attached"])
        display.stop()
        await settle()
        #expect(display.isReleased && clock.nextDeadline == nil)
    }

    @Test("a display that is renewed during a write is written whole after that")
    func renewedWhileBusy() async throws {
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        display.start()
        await settle()
        _ = terminal.text
        clock.move(to: .zero.advanced(by: .seconds(3_599)))
        show("Hallo", on: display)
        clock.move(to: .zero.advanced(by: .seconds(3_600)))
        #expect(clock.fireDueTimer())
        await settle()
        #expect(terminal.text == "^[1;2Ha^[0m^[?25l^[?7l^[2J^[1;1HHallo")
        display.stop()
        await settle()
    }

    @Test("a display that accepts no bytes is a fault after 5 s, blocks no caller, and recovers when it accepts them")
    func stuck() async throws {
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        display.start()
        await settle()
        terminal.pause(true)
        show("one", on: display)
        show("two", on: display)
        #expect(clock.nextDeadline == .zero.advanced(by: .seconds(5)))
        clock.move(to: .zero.advanced(by: .seconds(5)))
        #expect(clock.fireDueTimer())
        #expect(
            events == [
                "attached",
                "failed: \(terminal.path) does not take what is written to it; look at its cable, and whether it is "
                    + "paused",
            ])
        #expect(!display.isHeld)
        show("three", on: display)
        terminal.pause(false)
        await settle()
        #expect(events.last == "recovered")
        #expect(display.shown?.texts.first == "three")
        display.stop()
        await settle()
        #expect(display.isReleased && clock.nextDeadline == nil)
    }

    @Test("a display that is stopped while it accepts no bytes is released once it does")
    func stoppedWhileStuck() async throws {
        let terminal = try PseudoTerminal()
        let display = display(terminal.path)
        display.start()
        await settle()
        terminal.pause(true)
        show("one", on: display)
        display.stop()
        #expect(!display.isReleased && clock.nextDeadline == nil)
        // Another panel at the same device waits for its turn.
        let next = self.display(terminal.path)
        next.start()
        terminal.pause(false)
        await settle()
        #expect(events == ["attached", "released", "attached"])
        #expect(terminal.text.hasSuffix("^[2J^[H^[?7h^[?25h^[0m^[?25l^[?7l^[2J^[1;1HHello"))
        next.stop()
        await settle()
    }

    @Test("a display that refuses writes is a fault, and is tried again with later content, at growing intervals")
    func full() async throws {
        let display = display("/dev/full") { "Hi" }
        display.start()
        await settle()
        #expect(display.characters == .hd44780A00, "no terminal")
        #expect(
            events == [
                "attached", "failed: /dev/full: write: No space left on device; name a character LCD or a terminal",
            ])
        #expect(!display.isHeld)
        // The intervals between attempts: 1, 2, 4 … s.
        var attempts: [Int] = []
        for second in 0..<200 {
            clock.move(to: .zero.advanced(by: .seconds(second)))
            let before = events.count
            show("\(second)", on: display)
            await settle()
            if events.count > before { attempts.append(second) }
        }
        #expect(attempts == [1, 3, 7, 15, 31, 63, 123, 183])
        #expect(events.count { $0.hasPrefix("failed") } == 1, "told once")
        display.stop()
        await settle()
        #expect(display.isReleased && clock.nextDeadline == nil)
    }

    @Test("a missing display is a fault, and is opened when it appears, whichever folders of its path were missing")
    func comes() async throws {
        let terminal = try PseudoTerminal()
        let path = folder.path + "/a/b/lcd"
        let display = display(path)
        display.start()
        await settle()
        let absence =
            "failed: \(path) is not there, or nothing is behind it; plug the display in, or have the kernel load its driver"
        #expect(events == [absence])
        #expect(clock.nextDeadline == nil, "nothing is polled")
        try FileManager.default.createDirectory(atPath: folder.path + "/a", withIntermediateDirectories: false)
        await settle()
        try FileManager.default.createDirectory(atPath: folder.path + "/a/b", withIntermediateDirectories: false)
        await settle()
        #expect(events == [absence])
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: terminal.path)
        await settle()
        #expect(events == [absence, "attached", "recovered"])
        #expect(terminal.text.hasSuffix("^[1;1HHello"))
        // The device vanishes and another one appears.
        try FileManager.default.removeItem(atPath: path)
        await settle()
        #expect(events.count == 4 && events.last == absence)
        let other = try PseudoTerminal()
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other.path)
        await settle()
        #expect(events.suffix(2) == ["attached", "recovered"])
        #expect(other.text.hasSuffix("^[1;1HHello"))
        display.stop()
        await settle()
    }

    @Test("files, folders and pipes are refused as displays and receive no bytes")
    func others() async throws {
        let file = folder.path + "/file"
        try Data("precious".utf8).write(to: URL(filePath: file))
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        for path in [file, pipe, folder.path] {
            events = []
            let display = display(path)
            display.start()
            await settle()
            #expect(events == ["failed: \(path) is not a device; name that of a character LCD or a terminal"])
            display.stop()
            await settle()
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) <= 0)
    }

    @Test("a display whose other end has closed is a fault, and no descriptor of it is left")
    func hungUp() async throws {
        let path: String
        let display: KernelDisplay
        do {
            let terminal = try PseudoTerminal()
            path = terminal.path
            display = self.display(path)
            display.start()
            await settle()
            withExtendedLifetime(terminal) {}
        }
        show("more", on: display)
        await settle()
        #expect(events.count >= 2 && events[1].hasPrefix("failed: \(path)"))
        display.stop()
        await settle()
        #expect(display.isReleased && clock.nextDeadline == nil)
    }
}
