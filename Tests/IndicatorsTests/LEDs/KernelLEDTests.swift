import Controls
import EventLoop
import Foundation
import Indicators
import Testing

/// LEDs as files shaped like the kernel's; what its triggers do is seen on a kernel.
@PanelActor
struct KernelLEDTests {
    private func take(_ files: LEDFiles) throws -> any LEDDevice {
        try KernelLEDs(path: files.folder.path, scheduler: EventLoop.panel).take(files.name)
    }

    @Test("one of one colour: its brightness, and as it was found afterwards")
    func plain() throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        #expect(led.maxBrightness == 100 && !led.hasColors)
        try led.show(brightness: 100, color: .white)
        #expect(files["brightness"] == "100")
        try led.show(brightness: 0, color: .white)
        #expect(files["brightness"] == "0")
        led.release()
        #expect(files["brightness"] == "3")
        #expect(files["trigger"] == "[none] timer pattern", "never touched")
    }

    @Test("one of several colours is mixed in the order of its own; what is neither red, green nor blue stays dark")
    func colors() throws {
        let files = try LEDFiles.colored()
        let led = try take(files)
        #expect(led.hasColors)
        #expect(files["trigger"] == "none", "what drove it is taken away")
        try led.show(brightness: 255, color: LEDMixture(red: 1, green: 0.5, blue: 0))
        #expect(files["multi_intensity"] == "128 255 0 0")
        led.release()
        #expect(files["multi_intensity"] == "1 2 3 4")
        #expect(files["brightness"] == "7")
        #expect(files["trigger"] == "heartbeat")
    }

    @Test("a rhythm is the trigger's, each step at once; what is shown next takes the trigger away")
    func pattern() throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        let steps = [(100, 150), (0, 150), (100, 150), (0, 1_400)].map { LEDStep(brightness: $0, milliseconds: $1) }
        #expect(try led.play(steps, color: .white) {})
        #expect(files["trigger"] == "pattern")
        #expect(files["pattern"] == "100 150 100 0 0 150 0 0 100 150 100 0 0 1400 0 0")
        try led.show(brightness: 0, color: .white)
        #expect(files["trigger"] == "none")
    }

    @Test("without the trigger 'pattern', 'timer' does for two steps, and nothing for more")
    func timer() throws {
        let files = try LEDFiles.plain(triggers: "[none] timer")
        let led = try take(files)
        let blinking = [LEDStep(brightness: 100, milliseconds: 400), LEDStep(brightness: 0, milliseconds: 300)]
        #expect(try led.play(blinking, color: .white) {})
        #expect(files["trigger"] == "timer" && files["brightness"] == "100")
        #expect(files["delay_on"] == "400" && files["delay_off"] == "300")
        #expect(try !led.play(blinking + blinking, color: .white) {})
        let none = try LEDFiles.plain(triggers: "[none] mmc0")
        #expect(try !take(none).play(blinking, color: .white) {})
    }

    @Test("one that is not there is named, with those that are")
    func missing() throws {
        let files = try LEDFiles.plain()
        let leds = KernelLEDs(path: files.folder.path, scheduler: EventLoop.panel)
        for name in ["red:power", "..", "", "green:status/.."] {
            #expect(throws: LEDError.noSuchLED(name, known: ["green:status"])) { try leds.take(name) }
        }
        #expect(throws: LEDError.noSuchLED("x", known: [])) {
            try KernelLEDs(path: "/nowhere", scheduler: EventLoop.panel).take("x")
        }
    }

    @Test("what is no brightness is refused", arguments: ["", "0", "-1", "many"])
    func unreadable(text: String) throws {
        let files = try LEDFiles(["max_brightness": text, "brightness": "0", "trigger": "[none]"])
        #expect(throws: LEDError.self) { try take(files) }
    }

    @Test("one that has gone says so, and is given back without harm")
    func gone() throws {
        let files = try LEDFiles.plain()
        let led = try take(files)
        try files.remove()
        #expect(throws: LEDError.gone("green:status")) { try led.show(brightness: 1, color: .white) }
        led.release()
    }

    @Test("C9 a tint is mixed in linear light, as bright as may be")
    func mixtures() throws {
        #expect(LEDMixture(.white) == .white && LEDMixture(.black) == .white)
        let orange = LEDMixture(.orange)
        // 0x95 of sRGB is 0.300 of linear light (IEC 61966-2-1, 5.2).
        #expect(orange.red == 1 && abs(orange.green - 0.3005) < 0.001 && orange.blue == 0)
        let indigo = LEDMixture(.indigo)
        #expect(indigo.blue == 1 && indigo.red < 0.2)
        let balanced = LEDMixture(.white, balance: LEDMixture(red: 1, green: 0.8, blue: 0.5))
        #expect(balanced == LEDMixture(red: 1, green: 0.8, blue: 0.5))
    }
}
