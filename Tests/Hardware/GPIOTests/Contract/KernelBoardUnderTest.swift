import EventLoop
import Foundation
import GPIO

/// The kernel's board over chips of `gpio-sim`.
@PanelActor
final class KernelBoardUnderTest: BoardUnderTest {
    /// The label of the chips for tests, from `HOLDFAST_TEST_GPIO_SIM`; `nil` without gpio-sim.
    nonisolated static let label: String? = {
        let value = ProcessInfo.processInfo.environment["HOLDFAST_TEST_GPIO_SIM"] ?? ""
        return value.isEmpty ? nil : value
    }()

    private let panel: SimulatedChip
    private let expander: SimulatedChip

    init(label: String) throws {
        panel = try SimulatedChip(
            label: label, lineNames: WiredChip.panel.lineNames, hog: (WiredLine.heldOffset, WiredLine.holder))
        expander = try SimulatedChip(label: "\(label)-expander", lineNames: WiredChip.expander.lineNames, hog: nil)
        try panel.plug()
        try expander.plug()
    }

    let scheduler: any Scheduler = EventLoop.panel

    func label(_ chip: WiredChip) -> String { simulated(chip).label }

    func makeBoard(chip: String?) throws -> any Board { try KernelBoard(chip: chip) }

    func pull(_ line: WiredLine, high: Bool) throws { try simulated(line.chip).pull(line.offset, high: high) }

    func level(_ line: WiredLine) throws -> Bool { try simulated(line.chip).level(line.offset) }

    func steps(_ line: WiredLine, during action: () throws -> Void) throws -> [OutputStep] {
        let chip = simulated(line.chip)
        var level = try chip.level(line.offset)
        return try OutputTrace.steps(ofLabel: chip.label, offset: line.offset, during: action).filter { step in
            guard case .level(let next) = step else { return true }
            defer { level = next }
            return next != level
        }
    }

    func unplug(_ chip: WiredChip) throws { try simulated(chip).unplug() }

    func plug(_ chip: WiredChip) throws { try simulated(chip).plug() }

    func openDescriptors() throws -> [String] { try openKernelDescriptors() }

    func dismantle() {
        panel.remove()
        expander.remove()
    }

    private func simulated(_ chip: WiredChip) -> SimulatedChip {
        switch chip {
        case .panel: panel
        case .expander: expander
        }
    }
}
