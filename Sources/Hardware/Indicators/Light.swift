import ControlModel
import EventLoop
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
    private var shown: LightFrame?
    /// What the sink plays by itself.
    private var played: LightLook?
    /// Whether it is to begin that anew.
    private var isRestarted = false
    /// What it has been found not to.
    private var unplayable: LightLook?
    private var lastLook: LightLook?
    private var timer: PanelTimer?
    /// Counts what was brought to the sink, or looked at for it: one may set off the next.
    private var updates = 0

    /// Called when the sink fails; the light goes on with its next change.
    public var failed: (@PanelActor (LightError) -> Void)?

    /// Called after the light has changed, for transcripts and pictures.
    public var changed: (@PanelActor (LightFrame) -> Void)?

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

    /// Says what is meant on its layer or another, from now on: for `duration`; without it until `clear`, or as long as its
    /// rhythm lasts where it is of something that has just happened.
    public func show(
        _ meaning: LightMeaning, tint: Color = .white, holdTime: Duration = .seconds(1), wasLit: Bool = false,
        on layer: LightLayer? = nil, for duration: Duration? = nil
    ) {
        let look = meaning.look(tint: tint, holdTime: holdTime, wasLit: wasLit)
        let layer = layer ?? meaning.layer
        // Each key is seen.
        if meaning == .entry {
            isRestarted = contents.look(at: scheduler.now) == look
            contents.clear(layer)
        }
        set(look, on: layer, for: duration ?? (meaning.isMomentary ? look.pattern.duration : nil))
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
    public var isLit: Bool {
        played != nil ? contents.state(at: scheduler.now, levels: sink.levels).level > 0 : shown?.isLit ?? false
    }

    /// What is seen of the look's colour, in its dark phases too; `nil` where the light has one colour, or nothing to say.
    public var color: LampColor? { look.flatMap { sink.gamut.name(of: $0.color) } }

    /// Brings the present state to the sink though it may have been shown before: the sink is new.
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
        // The sink before all else, for somebody waits to see it.
        if !isPlayed {
            show(look, level)
        } else if let look, look != before {
            changed?(LightFrame(level: level, color: sink.gamut.color(of: look.color), rhythm: look.pattern))
        }
        // What was called above may have given a layer something else to say: that has armed the timer, and told its look.
        guard update == updates else { return }
        // What plays by itself wakes nobody until it is over.
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
        // Dark has no colour.
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

    /// The sink does not play after all what it was to play.
    private func gaveUp(_ look: LightLook) {
        guard look == played else { return }
        unplayable = look
        update()
    }

    /// Has the sink play the look by itself, if it can.
    ///
    /// - Returns: whether it does.
    private func play(_ look: LightLook) -> Bool {
        defer { isRestarted = false }
        guard look.pattern.repeats, look != unplayable else { return false }
        if look == played, !isRestarted { return true }
        // What it refuses is shown step by step, and that tells what is broken.
        guard (try? sink.play(look, givenUp: { [weak self] in self?.gaveUp(look) })) == true else {
            unplayable = look
            return false
        }
        played = look
        return true
    }
}
