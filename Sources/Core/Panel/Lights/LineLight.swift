import EventLoop
import GPIO
import Indicators

/// A light on output lines, each lit or dark: one line, or three for red, green and blue.
@PanelActor
final class LineLight: LightSink {
    /// The only line, or the lines of red, green and blue, in this order.
    private let outputs: [OutputChannel]

    init(outputs: [OutputChannel]) {
        self.outputs = outputs
    }

    let levels = 1
    var gamut: LightGamut { outputs.count == 1 ? .one : .seven }

    func show(_ look: LightLook?, level: Double) throws(LightError) {
        let isLit = level > 0
        let channels: [Bool] =
            if isLit, outputs.count > 1 {
                (look.map { LampColor(nearest: $0.color) } ?? .white).channels
            } else {
                outputs.map { _ in isLit }
            }
        var failure: GPIOError?
        // If a line is lost, the other lines still show their part of the color. The loss is reported as a fault, and
        // the light is refreshed when the line is back.
        for (output, isLit) in zip(outputs, channels) where output.isHeld {
            do throws(GPIOError) { try output.set(isLit) } catch { failure = error }
        }
        if let failure { throw .line(failure) }
    }
}
