import CEvdev
import EventLoop
import Foundation
import Gestures
import Glibc
import MonotonicTime
import Testing

@testable import Keypads

/// Keypads on the kernel's input devices, made by uinput.
@Suite(
    "Keypads of the kernel", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: KernelDevice.isPossible, "needs /dev/uinput, and the right to write it"))
@PanelActor
final class KernelKeypadTests {
    private static let keys = Array(EvdevKeys.characters.keys).map { Int32($0) }

    private let link = FileManager.default.temporaryDirectory.appending(path: "keypad-\(UUID().uuidString)").path
    private var outputs: [KeypadOutput] = []
    private var news: [String] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var condition: (@PanelActor () -> Bool)?

    deinit {
        unlink(link)
    }

    private func makeKeypad(_ path: String) -> EvdevKeypad {
        let keypad = EvdevKeypad(path: path, scheduler: EventLoop.panel)
        keypad.happened = { [weak self] in
            self?.outputs.append($0)
            self?.look()
        }
        keypad.failed = { [weak self] in
            self?.news.append("failed: \($0)")
            self?.look()
        }
        keypad.recovered = { [weak self] in
            self?.news.append("recovered")
            self?.look()
        }
        return keypad
    }

    private func look() {
        guard condition?() == true else { return }
        condition = nil
        waiter?.resume()
        waiter = nil
    }

    /// Returns once the condition holds, which is checked at each report of the keypad.
    private func wait(until condition: @escaping @PanelActor () -> Bool) async {
        if condition() { return }
        self.condition = condition
        await withCheckedContinuation { waiter = $0 }
    }

    @Test(
        "a key is reported once despite the kernel's repetition, two of one packet are not, and other programs get none"
    )
    func keys() async throws {
        let device = try KernelDevice(keys: Self.keys)
        let other = open(device.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(other) }
        let keypad = makeKeypad(device.path)
        try keypad.attach()
        try device.send([(KEY_KP1, 1)])
        try device.send([(KEY_KP1, 2)])
        try device.send([(KEY_KP1, 0)])
        try device.send([(KEY_2, 1), (KEY_3, 1)])
        try device.send([(KEY_2, 0), (KEY_3, 0)])
        try device.type(KEY_KPENTER)
        await wait { self.outputs.count >= 5 }
        #expect(outputs.transcript == "1+ 1- chord #+ #-")
        var bytes = [UInt8](repeating: 0, count: 1_024)
        #expect(read(other, &bytes, bytes.count) < 0 && errno == EAGAIN, "the device is grabbed")
        let second = makeKeypad(device.path)
        let busy = #expect(throws: KeypadError.self) { try second.attach() }
        #expect(busy == .busy(path: device.path))
        second.release()
        keypad.release()
        let next = makeKeypad(device.path)
        try next.attach()
        next.release()
    }

    @Test("after a full queue dropped events, releases are reported and presses are not invented")
    func overflow() async throws {
        let device = try KernelDevice(keys: Self.keys)
        let keypad = makeKeypad(device.path)
        try keypad.attach()
        try device.send([(KEY_1, 1)])
        await wait { self.outputs.count >= 1 }
        // All events come before the loop's turn, and exceed every queue of evdev.
        try device.send([(KEY_1, 0)])
        for _ in 0..<2_000 { try device.type(KEY_5) }
        try device.send([(KEY_7, 1)])
        await wait { self.outputs.contains { if case .missed = $0 { true } else { false } } }
        await EventLoop.panel.settle()
        #expect(outputs.filter { $0 == .released("1", at: $0.time) }.count == 1)
        #expect(!outputs.pressed.contains("7"))
        outputs = []
        try device.send([(KEY_7, 0)])
        try device.type(KEY_7)
        await wait { self.outputs.count >= 2 }
        #expect(outputs.transcript == "7+ 7-")
        keypad.release()
    }

    @Test("a keypad behind a udev link can be unplugged and plugged in, and keys that are still down do not count")
    func replugging() async throws {
        let first = try KernelDevice(keys: Self.keys)
        symlink(first.path, link)
        let keypad = makeKeypad(link)
        try keypad.attach()
        try first.type(KEY_4)
        await wait { self.outputs.count >= 2 }
        first.unplug()
        await wait { self.news.count >= 1 }
        #expect(news == ["failed: \(link) is not there; plug the keypad in"])
        unlink(link)
        let second = try KernelDevice(keys: Self.keys)
        try second.send([(KEY_9, 1)])
        symlink(second.path, link)
        await wait { self.news.count >= 2 }
        #expect(news.last == "recovered")
        try second.send([(KEY_9, 0)])
        try second.type(KEY_6)
        await wait { self.outputs.count >= 4 }
        #expect(outputs.transcript == "4+ 4- 6+ 6-")
        keypad.release()
    }

    @Test("an input device without digits is no keypad")
    func noKeypad() throws {
        let mouse = try KernelDevice(keys: [BTN_LEFT, KEY_ENTER], name: "Test mouse")
        let error = #expect(throws: KeypadError.self) { try makeKeypad(mouse.path).attach() }
        #expect(error == .noKeys(path: mouse.path))
    }
}
