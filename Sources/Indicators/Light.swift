import Controls
import EventLoop
import GPIO
import MonotonicTime

/// One light of a panel: its layers, brought to its sink as time goes on.
///
/// The timer runs only while a rhythm plays; a steady light costs nothing.
@PanelActor
public final class Light {
    /// The light's name in the panel's file.
    public let name: String
    private let sink: any LightSink
    private let scheduler: any Scheduler
    private var contents = LightLayers()
    private var shown: Bool?
    private var shownColor: Color?
    private var lastLook: LightLook?
    private var timer: PanelTimer?

    /// Called when the sink fails; the light goes on with its next change.
    public var failed: (@PanelActor (GPIOError) -> Void)?

    /// Called after the light has changed, for transcripts and displays.
    public var changed: (@PanelActor (_ isLit: Bool) -> Void)?

    /// Called after another look has come to the top, whether or not the light is lit by it at once.
    public var lookChanged: (@PanelActor (LightLook?) -> Void)?

    /// A light that shows on `sink`, dark until a layer says something.
    public init(name: String, sink: any LightSink, scheduler: any Scheduler) {
        self.name = name
        self.sink = sink
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.update() }
    }

    /// Gives a layer something to say from now on, for `duration` or until `clear`.
    public func set(_ look: LightLook, on layer: LightLayer, for duration: Duration? = nil) {
        let now = scheduler.now
        contents.set(look, on: layer, from: now, until: duration.map { now.advanced(by: $0) })
        update(now)
    }

    /// Silences a layer.
    public func clear(_ layer: LightLayer) {
        contents.clear(layer)
        update()
    }

    /// The look on top now.
    public var look: LightLook? { contents.look(at: scheduler.now) }

    /// All that there is to say now, the most urgent first.
    public var layers: [(layer: LightLayer, look: LightLook)] { contents.all(at: scheduler.now) }

    /// Whether the light is lit, as it was last brought to the sink.
    public var isLit: Bool { shown ?? false }

    /// What is seen of the look's colour, in its dark phases too; `nil` where the light has one colour, or nothing to say.
    public var color: LampColor? { look.flatMap(sink.color) }

    /// Brings the present state to the sink though it may have been shown before: the sink is new.
    public func refresh() {
        shown = nil
        update()
    }

    /// Stops the rhythm, and makes the light dark.
    public func stop() {
        timer?.cancel()
        contents = LightLayers()
        update()
    }

    private func update() {
        update(scheduler.now)
    }

    private func update(_ now: MonotonicInstant) {
        let (isLit, deadline) = contents.state(at: now)
        let look = contents.look(at: now)
        // First: what is called below may give a layer something else to say, and that arms the timer anew.
        timer?.arm(at: deadline)
        // Dark has no colour.
        let color = isLit ? look?.color : nil
        if isLit != shown || color != shownColor {
            let isFirst = shown == nil
            shownColor = color
            do throws(GPIOError) {
                try sink.show(look, isLit: isLit)
                shown = isLit
                if !isFirst || isLit { changed?(isLit) }
            } catch {
                shown = isLit
                failed?(error)
            }
        }
        // What was called above may have brought another look to the top, and told of it.
        guard look != lastLook, look == contents.look(at: now) else { return }
        lastLook = look
        lookChanged?(look)
    }
}
