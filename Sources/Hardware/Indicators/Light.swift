import ControlModel
import EventLoop
import MonotonicTime

/// One light of a panel: draws its layers on its sink over time.
///
/// The timer runs only while a rhythm plays; a steady light causes no wakeups.
@PanelActor
public final class Light {
    /// The light's name in the panel's file.
    public let name: String
    private let sink: any LightSink
    private let scheduler: any Scheduler
    private var contents = LightLayers()
    private var shown: LightFrame?
    /// The look that the sink plays by itself.
    private var played: LightLook?
    /// Whether the sink must begin `played` again from its first phase.
    private var isRestarted = false
    /// A look that the sink has refused, or has stopped playing.
    private var unplayable: LightLook?
    private var lastLook: LightLook?
    private var timer: PanelTimer?
    /// Counts the calls of `update(_:)`. A callback may change a layer and start a nested update.
    private var updates = 0

    /// Called when the sink fails. The light tries again at its next change.
    public var failed: (@PanelActor (LightError) -> Void)?

    /// Called after the light has changed. Transcripts and pictures use it.
    public var changed: (@PanelActor (LightFrame) -> Void)?

    /// Called when the top look changes, even where the light's level stays the same at first.
    public var lookChanged: (@PanelActor (LightLook?) -> Void)?

    /// Creates a light that shows on `sink`. It is dark until a layer has a look.
    public init(name: String, sink: any LightSink, scheduler: any Scheduler) {
        self.name = name
        self.sink = sink
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.update() }
    }

    /// Sets a layer's look from now on, for `duration` or until `clear`.
    public func set(_ look: LightLook, on layer: LightLayer, for duration: Duration? = nil) {
        let now = scheduler.now
        contents.set(look, on: layer, from: now, until: duration.map { now.advanced(by: $0) })
        update(now)
    }

    /// Shows a meaning from now on, on its own layer or on `layer`.
    ///
    /// Without `duration`, a momentary meaning lasts as long as its rhythm, any other until `clear`.
    public func show(
        _ meaning: LightMeaning, tint: Color = .white, holdTime: Duration = .seconds(1), wasLit: Bool = false,
        on layer: LightLayer? = nil, for duration: Duration? = nil
    ) {
        let look = meaning.look(tint: tint, holdTime: holdTime, wasLit: wasLit)
        let layer = layer ?? meaning.layer
        // Each key restarts the rhythm, so that the user sees it.
        if meaning == .entry {
            isRestarted = contents.look(at: scheduler.now) == look
            contents.clear(layer)
        }
        set(look, on: layer, for: duration ?? (meaning.isMomentary ? look.pattern.duration : nil))
    }

    /// Removes a layer's look.
    public func clear(_ layer: LightLayer) {
        contents.clear(layer)
        update()
    }

    /// The look of the highest layer that has one now.
    public var look: LightLook? { contents.look(at: scheduler.now) }

    /// The looks of all layers now, the most urgent first.
    public var layers: [(layer: LightLayer, look: LightLook)] { contents.all(at: scheduler.now) }

    /// Whether the light is lit now. For a look that is not played by the sink: as last shown.
    public var isLit: Bool {
        played != nil ? contents.state(at: scheduler.now, levels: sink.levels).level > 0 : shown?.isLit ?? false
    }

    /// The visible colour of the look, also in its dark phases; `nil` for a light of one colour, or without a look.
    public var color: LampColor? { look.flatMap { sink.gamut.name(of: $0.color) } }

    /// Shows the present state again on a sink that is new, even if an earlier one has shown it.
    public func refresh() {
        shown = nil
        (played, unplayable) = (nil, nil)
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
        updates += 1
        let update = updates
        let look = contents.look(at: now)
        let before = played
        let isPlayed = look.map(play) ?? false
        let (level, deadline) = contents.state(at: now, levels: sink.levels)
        // The light changes before the observers are called: the user waits for it.
        if !isPlayed {
            show(look, level)
        } else if let look, look != before {
            changed?(LightFrame(level: level, color: sink.gamut.color(of: look.color), rhythm: look.pattern))
        }
        // A callback above may have set another look. The nested update has already armed the timer and reported its look.
        guard update == updates else { return }
        // A rhythm that the sink plays by itself needs no timer until it ends.
        timer?.arm(at: isPlayed ? contents.end(at: now) : deadline)
        guard look != lastLook else { return }
        lastLook = look
        lookChanged?(look)
    }

    private func show(_ look: LightLook?, _ level: Double) {
        let wasPlayed = played != nil
        if wasPlayed {
            played = nil
            shown = nil
        }
        if look != unplayable { unplayable = nil }
        // A dark light has no colour.
        let frame = LightFrame(level: level, color: level > 0 ? look.flatMap { sink.gamut.color(of: $0.color) } : nil)
        guard frame != shown else { return }
        let isFirst = shown == nil && !wasPlayed
        shown = frame
        do throws(LightError) {
            try sink.show(look, level: level)
            if !isFirst || frame.isLit { changed?(frame) }
        } catch {
            failed?(error)
        }
    }

    /// The sink reports that it cannot play the look after all.
    private func gaveUp(_ look: LightLook) {
        guard look == played else { return }
        unplayable = look
        update()
    }

    /// Asks the sink to play the look by itself.
    ///
    /// - Returns: whether the sink plays it.
    private func play(_ look: LightLook) -> Bool {
        defer { isRestarted = false }
        guard look.pattern.repeats, look != unplayable else { return false }
        if look == played, !isRestarted { return true }
        // A refused look is shown step by step. If the sink is broken, that call reports the error.
        guard (try? sink.play(look, givenUp: { [weak self] in self?.gaveUp(look) })) == true else {
            unplayable = look
            return false
        }
        played = look
        return true
    }
}
