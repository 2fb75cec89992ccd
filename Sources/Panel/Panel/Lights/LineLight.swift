import EventLoop
import GPIO
import Indicators

/// A light on one output line: lit or dark.
@PanelActor
final class LineLight: PanelLightSink {
    private let output: OutputChannel

    init(output: OutputChannel) {
        self.output = output
    }

    var outputs: [OutputChannel] { [output] }

    let levels = 1
    let gamut = LightGamut.one

    func show(_ look: LightLook?, level: Double) throws(LightError) {
        // The loss is reported as a fault; the light is refreshed when the line is back.
        guard output.isHeld else { return }
        do throws(GPIOError) { try output.set(level > 0) } catch { throw .line(error) }
    }
}
