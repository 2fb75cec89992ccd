import Configuration
import EventLoop

/// Who tells people on one occasion: what waits to be told, and what is being told.
@PanelActor
final class NoticeTeller {
    let occasion: NotifiedOccasion
    /// What is carried out, but for the words.
    let action: FollowingAction
    var queue = NoticeQueue()
    /// What tells them of something now.
    var slot: ControlSlot?
    /// Goes on with the next one.
    var timer: PanelTimer?

    init(_ occasion: NotifiedOccasion, _ action: FollowingAction) {
        self.occasion = occasion
        self.action = action
    }
}
