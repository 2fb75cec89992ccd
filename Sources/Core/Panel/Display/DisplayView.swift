import EventLoop
import Indicators
import MonotonicTime

/// One view of the text display: the panel's own display, or a client's copy.
///
/// All events of one turn of the loop together produce one frame.
@PanelActor
final class DisplayView {
    private(set) var frame: DisplayFrame?
    /// Whether moving content is animated; otherwise no timer wakes the loop for it.
    var isAnimated = true
    let showsOwnFaults: Bool
    /// The current audience of the view.
    let viewpoint: @PanelActor () -> Viewpoint
    /// Whether the viewer has an unlocked session of a person who is not a guest.
    let isResident: @PanelActor () -> Bool
    /// The display's size in columns and rows.
    var size: DisplaySize { picture.size }

    private var picture: DisplayPicture
    private weak var displays: Displays?
    private var timer: PanelTimer?
    private let show: @PanelActor (DisplayFrame, _ isNews: Bool) -> Void

    /// - Parameter show: called with each frame that differs from the previous one.
    init(
        of displays: Displays, size: DisplaySize, characters: DisplayCharacters, showsOwnFaults: Bool,
        viewpoint: @escaping @PanelActor () -> Viewpoint, isResident: @escaping @PanelActor () -> Bool,
        show: @escaping @PanelActor (DisplayFrame, _ isNews: Bool) -> Void
    ) {
        self.displays = displays
        self.showsOwnFaults = showsOwnFaults
        self.viewpoint = viewpoint
        self.isResident = isResident
        self.show = show
        picture = DisplayPicture(size: size, characters: characters)
        timer = displays.scheduler.makeTimer { [weak self] in self?.draw() }
    }

    /// Schedules a new frame, drawn after all events of this turn of the loop.
    func invalidate() {
        guard let displays else { return }
        timer?.arm(at: displays.scheduler.now)
    }

    /// Draws the current content.
    func draw() {
        guard let displays else { return }
        let moment = picture.show(displays.content(for: self), at: displays.scheduler.now)
        timer?.arm(at: isAnimated ? moment.next : nil)
        guard moment.frame != frame else { return }
        frame = moment.frame
        show(moment.frame, moment.isNews)
    }

    /// Shows the whole content on a display that has appeared, perhaps with other characters than expected.
    func restart(isAnimated: Bool, characters: DisplayCharacters) {
        self.isAnimated = isAnimated
        picture.characters = characters
        frame = nil
        invalidate()
    }

    func stop() {
        timer?.cancel()
        timer = nil
    }
}
