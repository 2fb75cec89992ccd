import CEvdev
import EventLoop
import Foundation
import Gestures
import Glibc
import MonotonicTime
import Testing

@testable import Keypads

/// Input devices that appear, vanish and fail. A pipe in the test's own folder stands for the kernel's device.
@Suite("Keypads that are input devices", .serialized, .timeLimit(.minutes(1)))
@PanelActor
final class EvdevKeypadTests {
    private let clock = VirtualScheduler()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "keypad-\(UUID().uuidString)")
    private var outputs: [KeypadOutput] = []
    private var news: [String] = []
    private var devices: [PipedDevice] = []
    private var refusal: KeypadError?

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private var path: String { folder.appending(path: "by-id/usb-Keypad-event-kbd").path }

    private func makeKeypad() -> EvdevKeypad {
        let keypad = EvdevKeypad(path: path, scheduler: clock) {
            [weak self] path throws(KeypadError) in
            guard let self else { throw .gone(path: path) }
            if let refusal { throw refusal }
            guard access(path, F_OK) == 0 else { throw .gone(path: path) }
            let device = PipedDevice(path: path)
            devices.append(device)
            return device
        }
        follow(keypad)
        return keypad
    }

    private func follow(_ keypad: EvdevKeypad) {
        keypad.happened = { [weak self] in self?.outputs.append($0) }
        keypad.failed = { [weak self] in self?.news.append("failed: \($0)") }
        keypad.recovered = { [weak self] in self?.news.append("recovered") }
    }

    private func plug() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/by-id", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: path))
    }

    /// As udev does: the folder is removed with its last link.
    private func unplug() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/by-id")
    }

    private func settle() async { await EventLoop.panel.settle() }

    @Test("keys are reported, and a batch larger than one turn's share is reported to its end")
    func typing() async throws {
        try plug()
        let keypad = makeKeypad()
        try keypad.attach()
        let device = try #require(devices.first)
        device.type([KEY_KP1, KEY_2])
        await settle()
        #expect(outputs.transcript == "1+ 1- 2+ 2-")
        outputs = []
        device.type(Array(repeating: KEY_7, count: 100))
        await clock.advance(by: .zero)
        #expect(outputs.pressed.count == 100)
        keypad.release()
        #expect(device.isClosed && news.isEmpty)
    }

    @Test("an unplugged keypad is reported once, and after its return keys that are still down do not count")
    func unplugging() async throws {
        let keypad = makeKeypad()
        let error = #expect(throws: KeypadError.self) { try keypad.attach() }
        #expect(error == .gone(path: path) && error?.description == "\(path) is not there; plug the keypad in")
        try plug()
        await settle()
        #expect(news == ["recovered"] && devices.count == 1)
        devices[0].type([KEY_1])
        await settle()
        devices[0].hangUp()
        await settle()
        #expect(news == ["recovered", "failed: \(path) is not there; plug the keypad in"])
        #expect(devices[0].isClosed)
        try unplug()
        await settle()
        #expect(news.count == 2 && clock.nextDeadline == nil, "inotify tells, no timer")
        PipedDevice.downAtStart = [UInt16(KEY_5)]
        defer { PipedDevice.downAtStart = [] }
        try plug()
        await settle()
        #expect(news.count == 3 && news.last == "recovered" && devices.count == 2)
        devices[1].send(EV_KEY, KEY_5, 0)
        devices[1].send(EV_SYN, SYN_REPORT, 0)
        devices[1].type([KEY_5])
        await settle()
        #expect(outputs.transcript == "1+ 1- 5+ 5-")
        keypad.release()
        try unplug()
        try plug()
        await settle()
        #expect(devices.count == 2 && news.count == 3)
    }

    @Test("a link that changes to another device is followed")
    func otherDevice() async throws {
        try plug()
        let keypad = makeKeypad()
        try keypad.attach()
        devices[0].isAtPath = false
        try unplug()
        try plug()
        await settle()
        #expect(devices.count == 2 && devices[0].isClosed && news.last == "recovered")
        keypad.release()
    }

    @Test("a keypad that is in use or not permitted is tried again at growing intervals")
    func retries() async throws {
        try plug()
        refusal = .busy(path: path)
        let keypad = makeKeypad()
        #expect(throws: KeypadError.busy(path: path)) { try keypad.attach() }
        await clock.advance(by: .seconds(600))
        #expect((10...16).contains(clock.firings) && news.isEmpty)
        refusal = .notPermitted(path: path)
        await clock.advance(by: .seconds(60))
        #expect(news.count == 1)
        refusal = nil
        await clock.advance(by: .seconds(60))
        #expect(news.last == "recovered" && clock.nextDeadline == nil)
        keypad.release()
    }

    @Test("an input device without digit keys is no keypad")
    func noKeys() async throws {
        try plug()
        PipedDevice.has = [UInt16(KEY_ENTER)]
        defer { PipedDevice.has = nil }
        let keypad = makeKeypad()
        let error = #expect(throws: KeypadError.self) { try keypad.attach() }
        #expect(error?.description == "\(path) has no digit keys; name a keypad, or map the keys that it has")
        #expect(devices[0].isClosed)
        keypad.release()
    }

    @Test("a path that is no input device is refused with the kernel's error")
    func paths() throws {
        let file = folder.appending(path: "file").path
        try Data().write(to: URL(filePath: file))
        mkfifo(folder.appending(path: "pipe").path, 0o600)
        symlink("nowhere", folder.appending(path: "dangling").path)
        symlink("/dev/null", folder.appending(path: "link").path)
        let cases: [(String, KeypadError)] = [
            (file, .noInputDevice(path: file)),
            (folder.path, .noInputDevice(path: folder.path)),
            ("\(folder.path)/pipe", .noInputDevice(path: "\(folder.path)/pipe")),
            ("/dev/null", .noInputDevice(path: "/dev/null")),
            ("/dev/tty0", .noInputDevice(path: "/dev/tty0")),
            ("\(folder.path)/link", .noInputDevice(path: "\(folder.path)/link")),
            ("\(folder.path)/dangling", .gone(path: "\(folder.path)/dangling")),
            ("\(file)/event0", .gone(path: "\(file)/event0")),
        ]
        for (path, expected) in cases where path != "/dev/tty0" || access(path, R_OK) == 0 {
            let keypad = EvdevKeypad(path: path, scheduler: clock)
            #expect(throws: expected) { try keypad.attach() }
            keypad.release()
        }
        #expect(
            "\(KeypadError.noInputDevice(path: "x"))" == "x is not an input device; /dev/input/by-id has their names")
    }
}

/// An input device in the test; a pipe becomes readable when the device has events.
@PanelActor
private final class PipedDevice: EvdevSource {
    static var downAtStart: [UInt16] = []
    static var has: [UInt16]?

    let descriptor: Int32
    private let writer: Int32
    private let path: String
    private var queue: [EvdevEvent] = []
    private var isGone = false
    private(set) var isClosed = false
    var isAtPath = true

    init(path: String) {
        self.path = path
        let ends = try? SystemCall.makePipe()
        (descriptor, writer) = (ends?.reader ?? -1, ends?.writer ?? -1)
    }

    func send(_ type: Int32, _ code: Int32, _ value: Int32) {
        queue.append(EvdevEvent(time: .zero, type: type, code: code, value: value))
        write(writer, [1], 1)
    }

    func type(_ codes: [Int32]) {
        for code in codes {
            for value: Int32 in [1, 0] {
                send(EV_KEY, code, value)
                send(EV_SYN, SYN_REPORT, 0)
            }
        }
    }

    func hangUp() {
        isGone = true
        write(writer, [1], 1)
    }

    func keys(of codes: [UInt16]) -> (present: [UInt16], down: [UInt16]) {
        (Self.has ?? codes, Self.downAtStart)
    }

    func next() throws(KeypadError) -> EvdevEvent? {
        // Reads ahead, as libevdev does.
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        if isGone { throw .gone(path: path) }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    func close() {
        isClosed = true
        Glibc.close(descriptor)
        Glibc.close(writer)
    }
}
