import ControlModel
import EventLoop
import Foundation
import Indicators
import Testing

/// LEDs as files like the kernel's. Tests on a real kernel cover its triggers.
@PanelActor
struct KernelLEDTests {
    private func take(_ files: LEDFiles, record: LEDRecord? = nil) throws -> any LEDDevice {
        try KernelLEDs(
            path: files.folder.path, stamp: files.stamp.path, record: record, scheduler: EventLoop.panel
        ).take(files.name)
    }

    /// Waits until the LED's commands are done.
    private func settle() async { await EventLoop.panel.settle() }

    @Test("a single-colour LED gets its brightness, and its initial state when it is released")
    func plain() async throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        #expect(led.maxBrightness == 100 && !led.hasColors)
        led.show(brightness: 100, color: .white)
        await settle()
        #expect(files["brightness"] == "100")
        led.show(brightness: 0, color: .white)
        await settle()
        #expect(files["brightness"] == "0")
        led.release()
        await settle()
        #expect(files["brightness"] == "3")
    }

    @Test("a multicolour LED is mixed in the order of its own channels, and other channels than RGB stay dark")
    func colors() async throws {
        let files = try LEDFiles.colored()
        let led = try take(files)
        #expect(led.hasColors)
        led.show(brightness: 255, color: LEDMixture(red: 1, green: 0.5, blue: 0))
        await settle()
        #expect(files["trigger"] == "none", "what drove it is taken away")
        #expect(files["multi_intensity"] == "128 255 0 0")
        led.release()
        await settle()
        #expect(files["multi_intensity"] == "1 2 3 4")
        #expect(files["brightness"] == "7")
        #expect(files["trigger"] == "heartbeat")
    }

    @Test("a rhythm uses the trigger with all steps written at once, and the next look removes the trigger")
    func pattern() async throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        let steps = [(100, 150), (0, 150), (100, 150), (0, 1_400)].map { LEDStep(brightness: $0, milliseconds: $1) }
        #expect(led.play(steps, color: .white) {})
        await settle()
        #expect(files["trigger"] == "pattern")
        #expect(files["pattern"] == "100 150 100 0 0 150 0 0 100 150 100 0 0 1400 0 0")
        led.show(brightness: 0, color: .white)
        await settle()
        #expect(files["trigger"] == "none")
    }

    @Test("without the trigger 'pattern' 'timer' plays two steps, and a rhythm of more steps is an error")
    func timer() async throws {
        let files = try LEDFiles.plain(triggers: "[none] timer")
        let led = try take(files)
        let blinking = [LEDStep(brightness: 100, milliseconds: 400), LEDStep(brightness: 0, milliseconds: 300)]
        #expect(led.play(blinking, color: .white) {})
        await settle()
        #expect(files["trigger"] == "timer" && files["brightness"] == "100")
        #expect(files["delay_on"] == "400" && files["delay_off"] == "300")
        #expect(!led.play(blinking + blinking, color: .white) {}, "known by now")
        let none = try LEDFiles.plain(triggers: "[none] mmc0")
        let other = try take(none)
        var timesGivenUp = 0
        #expect(other.play(blinking, color: .white) { timesGivenUp += 1 }, "not known yet")
        await settle()
        #expect(timesGivenUp == 1)
        #expect(none["trigger"] == "[none] mmc0", "untouched")
    }

    @Test("of several commands at once only the latest is done, without effects of the others")
    func latest() async throws {
        let files = try LEDFiles.plain(triggers: "[none] mmc0")
        let led = try take(files)
        var timesGivenUp = 0
        for brightness in 1...100 {
            let steps = [LEDStep(brightness: brightness, milliseconds: 1)]
            #expect(led.play(steps, color: .white) { timesGivenUp += 1 })
            led.show(brightness: brightness, color: .white)
        }
        await settle()
        #expect(files["brightness"] == "100" && timesGivenUp == 0)
        led.show(brightness: 50, color: .white)
        led.release()
        await settle()
        #expect(files["brightness"] == "3")
    }

    @Test("LEDs are released without the loop when the process ends")
    func finish() async throws {
        let files = try LEDFiles.colored()
        let leds = KernelLEDs(path: files.folder.path, scheduler: EventLoop.panel)
        let led = try leds.take(files.name)
        led.show(brightness: 255, color: .white)
        led.show(brightness: 0, color: .white)
        led.release()
        leds.finish()
        #expect(files["brightness"] == "7" && files["trigger"] == "heartbeat")
        await settle()
        #expect(files["brightness"] == "7", "nothing comes behind")
    }

    @Test("the error of a missing LED lists the existing ones")
    func missing() throws {
        let files = try LEDFiles.plain()
        let leds = KernelLEDs(path: files.folder.path, scheduler: EventLoop.panel)
        for name in ["red:power", "..", ".", "", "green:status/..", "green:status/brightness"] {
            #expect(throws: LEDError.noSuchLED(name, known: ["green:status"])) { try leds.take(name) }
        }
        #expect(throws: LEDError.noSuchLED("x", known: [])) {
            try KernelLEDs(path: "/nowhere", scheduler: EventLoop.panel).take("x")
        }
    }

    @Test("a malformed greatest brightness is refused", arguments: ["", "0", "-1", "many"])
    func unreadable(text: String) throws {
        let files = try LEDFiles(["max_brightness": text, "brightness": "0", "trigger": "[none]"])
        #expect(throws: LEDError.self) { try take(files) }
    }

    @Test("an LED that vanishes reports it once and is released without an error")
    func gone() async throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        var told: [LEDError?] = []
        led.changed = { told.append($0) }
        #expect(led.isPresent)
        try files.remove()
        #expect(!led.isPresent)
        led.show(brightness: 1, color: .white)
        await settle()
        led.show(brightness: 2, color: .white)
        await settle()
        #expect(told == [.gone("green:status")])
        led.release()
        await settle()
    }

    @Test("an LED that reappears under its name is another LED")
    func returned() throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        try files.replace()
        #expect(!led.isPresent)
        #expect(try take(files).isPresent)
    }

    @Test("a failed write is reported with a remedy, and so is its recovery")
    func rights() async throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        var told: [LEDError?] = []
        led.changed = { told.append($0) }
        led.show(brightness: 1, color: .white)
        await settle()
        // Root may write any file, but cannot write a folder.
        try files.block("brightness")
        led.show(brightness: 2, color: .white)
        await settle()
        #expect(told.count == 1 && told.first != .some(nil))
        try files.unblock("brightness")
        led.show(brightness: 3, color: .white)
        await settle()
        #expect(told.count == 2 && told.last == .some(nil))
        #expect(files["brightness"] == "3")
        let words = LEDError.notPermitted(path: "/sys/class/leds/x/brightness").description
        #expect(words.contains("60-holdfast-leds.rules") && words.contains("group gpio"))
        #expect(words.contains("udevadm trigger"))
    }

    @Test("a file reports that LEDs came or went, also if its folder appears later, while an observer exists")
    func arrivals() async throws {
        let files = try LEDFiles.plain()
        let leds = KernelLEDs(path: files.folder.path, stamp: files.stamp.path, scheduler: EventLoop.panel)
        var times = 0
        leds.changed = { times += 1 }
        try FileManager.default.createDirectory(
            at: files.stamp.deletingLastPathComponent(), withIntermediateDirectories: true)
        await settle()
        try Data().write(to: files.stamp)
        await settle()
        let first = times
        #expect(first >= 1)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: files.stamp.path)
        await settle()
        #expect(times > first)
        let second = times
        leds.changed = nil
        try Data("x".utf8).write(to: files.stamp)
        await settle()
        #expect(times == second)
    }

    @Test("an LED's initial state is in the record while it is held, to be restored after the panel is killed")
    func record() async throws {
        let files = try LEDFiles.colored()
        let path = files.folder.appending(path: "record").path
        let led = try take(files, record: LEDRecord(path: path))
        led.show(brightness: 255, color: .white)
        await settle()
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "rgb:door\tbrightness=7\tmulti_intensity=1 2 3 4\ttrigger=heartbeat\n")
        // The panel is killed, and the next one requests the LED in its present state.
        let second = try take(files, record: LEDRecord(path: path))
        second.show(brightness: 0, color: .white)
        await settle()
        second.release()
        await settle()
        #expect(files["brightness"] == "7" && files["trigger"] == "heartbeat")
        #expect(!FileManager.default.fileExists(atPath: path))
        // The panel is killed again, and no panel follows.
        let third = try take(files, record: LEDRecord(path: path))
        third.show(brightness: 0, color: .white)
        await settle()
        #expect(LEDRecord(path: path).giveBack(in: files.folder.path) == 1)
        #expect(files["brightness"] == "7" && files["multi_intensity"] == "1 2 3 4")
        #expect(LEDRecord(path: path).giveBack(in: files.folder.path) == 0)
    }

    @Test(
        "a malformed record of LEDs does not lead outside the LEDs' folder",
        arguments: [
            "../x\tbrightness=1\n", "..\ttrigger=none\n", "green:status\t../max_brightness=1\n", "\n\t\n", "\u{0}",
            "green:status\t.x=1\tnothing\n",
        ])
    func wrongRecord(text: String) throws {
        let files = try LEDFiles.plain()
        let path = files.folder.appending(path: "record").path
        try Data(text.utf8).write(to: URL(filePath: path))
        _ = LEDRecord(path: path).giveBack(in: files.folder.path)
        #expect(files["brightness"] == "3" && files["max_brightness"] == "100")
    }

    @Test("one hanging LED of 300 delays no other, and each shows its latest look once the LED answers")
    func many() async throws {
        let all = try LEDFiles.Many(300)
        let leds = KernelLEDs(path: all.folder.path, stamp: all.folder.path + "/stamp", scheduler: EventLoop.panel)
        let devices = try all.names.map { try leds.take($0) }
        for device in devices { device.show(brightness: 0, color: .white) }
        await settle()
        // A write to a full pipe blocks until a reader drains it, like a write to a bus that hangs.
        let pipe = try all.makeFirstHang()
        defer { close(pipe) }
        for brightness in 1...50 {
            for device in devices { device.show(brightness: brightness, color: .white) }
        }
        #expect(all.others == ["0"], "all of them wait, and the loop has gone on")
        var written = LEDFiles.Many.drain(pipe)
        await settle()
        #expect(all.others == ["50"])
        written += LEDFiles.Many.drain(pipe)
        #expect(written == "150", "a look that was never visible is left out")
        for device in devices { device.release() }
        await settle()
        #expect(all.others == ["3"])
    }

    @Test("C9 a tint is mixed in linear light, as bright as possible")
    func mixtures() throws {
        #expect(LEDMixture(.white) == .white && LEDMixture(.black) == .white)
        let orange = LEDMixture(.orange)
        // An sRGB value of 0x95 is 0.300 of linear light (IEC 61966-2-1, 5.2).
        #expect(orange.red == 1 && abs(orange.green - 0.3005) < 0.001 && orange.blue == 0)
        let indigo = LEDMixture(.indigo)
        #expect(indigo.blue == 1 && indigo.red < 0.2)
        let mint = LEDMixture(.mint)
        #expect(mint.red == 0 && mint.green == 1 && abs(mint.blue - 0.9016) < 0.001)
        let teal = LEDMixture(.teal)
        #expect(abs(teal.red - 0.0518) < 0.001 && abs(teal.green - 0.7604) < 0.001 && teal.blue == 1)
        let balanced = LEDMixture(.white, balance: LEDMixture(red: 1, green: 0.8, blue: 0.5))
        #expect(balanced == LEDMixture(red: 1, green: 0.8, blue: 0.5))
    }
}

extension LEDStep {
    /// A step of constant brightness.
    fileprivate init(brightness: Int, milliseconds: Int) {
        self.init(from: brightness, to: brightness, milliseconds: milliseconds)
    }
}
