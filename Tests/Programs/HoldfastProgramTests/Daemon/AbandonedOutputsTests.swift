import Configuration
import EventLoop
import GPIO
import Panel
import SimulatedGPIO
import Testing

@testable import holdfast

/// The outputs that `holdfast safe` makes inactive in place of a damaged record.
@PanelActor
struct AbandonedOutputsTests {
    private let board = SimulatedBoard(chips: [.header], scheduler: VirtualScheduler())

    private func panel(_ controls: String) throws -> PanelDescription {
        try PanelFile.parse(
            Array("name: Test\ndomain: org.example.test\nboard: pinctrl-bcm2835\n\(controls)\n".utf8), file: "hall.yaml"
        )
    }

    private func lines(_ panels: [PanelDescription]) throws -> [String] {
        try AbandonedOutputs.outputs(of: panels) { _ in board }.lines.map {
            "\($0.address.name ?? "")\($0.isActiveLow ? " low" : "")"
        }
    }

    @Test("the last good text may have run after the file was fixed: its outputs come first, and then the file's own")
    func both() throws {
        let kept = try panel(
            "controls: {lamp: {toggle: {line: GPIO18, active: low}}, fan: {toggle: {line: GPIO23}}}")
        let file = try panel("controls: {lamp: {toggle: {line: GPIO18}}, pump: {toggle: {line: GPIO24}}}")
        #expect(try lines([kept, file]) == ["GPIO18 low", "GPIO23", "GPIO24"])
        #expect(try lines([file]) == ["GPIO18", "GPIO24"])
    }

    @Test("an output of the last good text that is a button of the file is not driven")
    func input() throws {
        let kept = try panel("controls: {lamp: {toggle: {line: GPIO18}}, fan: {toggle: {line: GPIO23}}}")
        let file = try panel(
            "controls: {lamp: {toggle: {line: GPIO18}}}\nbuttons: {action: {line: GPIO23, hold: lamp}}")
        #expect(try lines([kept, file]) == ["GPIO18"])
        let away = try AbandonedOutputs.outputs(of: [kept, file]) { panel throws(ConfigurationError) in
            if panel.controls.count == 2 { throw ConfigurationError(diagnostics: []) }
            return board
        }
        #expect(away.lines.count == 1 && away.missing.isEmpty)
    }
}
