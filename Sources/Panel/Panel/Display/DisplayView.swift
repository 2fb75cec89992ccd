import EventLoop
import Indicators
import MonotonicTime

/// A text display of the panel's as somebody looks at it: its own, or one that another program asked for.
///
/// What happens in one turn of the loop makes one frame.
@PanelActor
final class DisplayView {
    /// The frame that is seen now.
    private(set) var frame: DisplayFrame?
    /// The characters in which it is shown.
    var characters: DisplayCharacters {
        get { picture.characters }
        set { picture.characters = newValue }
    }
    /// Whether what moves does so; else nobody is woken for it.
    var isAnimated = true
    /// Whether the faults of the display itself are shown.
    let showsOwnFaults: Bool
    /// For whose eyes it is, now.
    let viewpoint: @PanelActor () -> Viewpoint
    /// Whether the viewer has the session of a person who is no guest, now.
    let isOfPersonButGuest: @PanelActor () -> Bool
    /// The display's size.
    var size: DisplaySize { picture.size }

    private var picture: DisplayPicture
    private weak var engine: PanelEngine?
    private var timer: PanelTimer?
    private let show: @PanelActor (DisplayFrame, _ isNews: Bool) -> Void

    /// - Parameter show: Is called with each frame that differs from the one before.
    init(
        of engine: PanelEngine, size: DisplaySize, characters: DisplayCharacters, showsOwnFaults: Bool,
        viewpoint: @escaping @PanelActor () -> Viewpoint, isOfPersonButGuest: @escaping @PanelActor () -> Bool,
        show: @escaping @PanelActor (DisplayFrame, _ isNews: Bool) -> Void
    ) {
        self.engine = engine
        self.showsOwnFaults = showsOwnFaults
        self.viewpoint = viewpoint
        self.isOfPersonButGuest = isOfPersonButGuest
        self.show = show
        picture = DisplayPicture(size: size, characters: characters)
        timer = engine.scheduler.makeTimer { [weak self] in self?.draw() }
    }

    /// Something else may be to be said: it is looked at once all has happened that is to happen now.
    func invalidate() {
        guard let engine else { return }
        timer?.arm(at: engine.scheduler.now)
    }

    /// Draws what is so now.
    func draw() {
        guard let engine else { return }
        let moment = picture.show(engine.displayContent(for: self), at: engine.scheduler.now)
        timer?.arm(at: isAnimated ? moment.next : nil)
        guard moment.frame != frame else { return }
        frame = moment.frame
        show(moment.frame, moment.isNews)
    }

    /// The next frame is shown, whether it differs or not: the display does not show the last one any more.
    func forget() {
        frame = nil
    }

    /// Draws nothing more.
    func stop() {
        timer?.cancel()
        timer = nil
    }
}
