import Configuration
import ControlModel
import Foundation
import Testing

/// The files in `config/`.
enum ShippedFile {
    static let folder = URL(filePath: #filePath).appending(path: "../../../../config").standardized
    static let names = [
        "doorbell", "fan", "front-door", "garage", "hallway", "kitchen-timer", "media", "meeting", "minimal",
        "night-lights", "pump", "shutdown", "simulated", "workshop",
    ]

    static func path(_ name: String) -> String {
        folder.appending(path: "\(name).yaml").path()
    }
}

@Suite("The files in config/")
struct ShippedFileTests {
    @Test("every file in config/ can be read", arguments: ShippedFile.names)
    func read(_ name: String) throws {
        let panel = try PanelFile.read(path: ShippedFile.path(name))
        #expect(panel.file == ShippedFile.path(name))
        #expect(!panel.controls.isEmpty && !panel.buttons.isEmpty && !panel.lights.isEmpty)
    }

    @Test("every file in config/ is tested")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ShippedFile.folder.path())
        #expect(files.sorted() == ShippedFile.names.map { "\($0).yaml" }.sorted())
    }

    @Test("every file in config/ follows the advice of `check --advice`", arguments: ShippedFile.names)
    func advice(_ name: String) throws {
        #expect(try PanelFile.read(path: ShippedFile.path(name)).advice.map(\.message) == [])
    }

    @Test("hallway.yaml has the flashlight on the action button and the door behind a hold of one second")
    func hallway() throws {
        let panel = try PanelFile.read(path: ShippedFile.path("hallway"))
        #expect(panel.name == "Hallway" && panel.domain == "org.example.hallway" && panel.board == .automatic)
        let action = try #require(panel.buttons.first { $0.name == "action" })
        #expect(action.line.name == "GPIO17" && action.line.isActiveLow && action.bias == .up)
        #expect(action.hold?.kind == "org.example.hallway.flashlight" && action.holdTime == .milliseconds(500))
        let side = try #require(panel.buttons.first { $0.name == "side" })
        #expect(side.hold?.kind == "org.example.hallway.door" && side.holdTime == .seconds(1))
        let door = try #require(panel.control("door"))
        #expect(door.hint == "Unlock the Door" && door.status == "Open for 3 s")
        guard case .pulse(let output, let duration) = door.action else {
            Issue.record("the door is no pulse: \(door.action)")
            return
        }
        #expect(output.line.name == "GPIO23" && !output.line.isActiveLow && duration == .seconds(3))
    }

    @Test("P5 hallway.yaml has a lock screen and a Control Center, which people may change")
    func hallwayLayout() throws {
        let panel = try PanelFile.read(path: ShippedFile.path("hallway"))
        let kinds = ["org.example.hallway.flashlight", "org.example.hallway.door"]
        #expect(panel.lockScreen.map(\.kind) == kinds)
        #expect(panel.controlCenter.map(\.reference.kind) == kinds)
        #expect(panel.controlCenter.map(\.size) == [.large, .small])
        #expect(panel.layout == .editable)
    }

    @Test("E1 hallway.yaml has a configured control of an extension on the timer button")
    func hallwayExtension() throws {
        let panel = try PanelFile.read(path: ShippedFile.path("hallway"))
        #expect(panel.extensions.map(\.name) == ["focus"])
        let timer = try #require(panel.buttons.first { $0.name == "timer" }?.hold)
        #expect(timer == ControlReference(kind: "org.example.focus.timer", configuration: ["timer": .string("work")]))
        #expect(panel.extensions[0].covers(timer.kind))
    }

    @Test("simulated.yaml needs no hardware and binds every gesture")
    func simulated() throws {
        let panel = try PanelFile.read(path: ShippedFile.path("simulated"))
        #expect(panel.board == .simulated)
        let fan = try #require(panel.control("fan"))
        #expect(fan.statusTurnOn == "Fan Started" && fan.statusTurnOff == "Fan Stopped")
        for gesture in [\ButtonDescription.hold, \.doubleTap, \.tripleTap, \.longHold] {
            #expect(panel.buttons.contains { $0[keyPath: gesture] != nil })
        }
    }
}
