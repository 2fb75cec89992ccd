import Configuration
import EventLoop

/// The notifier of one occasion, with its queue and its notification in progress.
@PanelActor
final class NoticeTeller {
    let occasion: NotifiedOccasion
    /// The action to perform for each notification, without the words.
    let action: FollowingAction
    var queue = NoticeQueue()
    /// The control that performs the current notification; `nil` between notifications.
    var slot: ControlSlot?
    /// Starts the next notification.
    var timer: PanelTimer?

    init(_ occasion: NotifiedOccasion, _ action: FollowingAction) {
        self.occasion = occasion
        self.action = action
    }
}
