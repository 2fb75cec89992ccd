import EventLoop
import GPIO

/// Output lines of a simulated board that somebody holds.
@PanelActor
final class SimulatedOutputRequest: SimulatedRequest, OutputRequest {
    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        try checkHeld(call: "GPIO_SET_LINE_VALUES")
        board.drive(addresses[line], isActive: isActive)
    }
}
