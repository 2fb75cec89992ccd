import EventLoop
import MQTT
import MonotonicTime

/// Tells the state of the connection to a broker: a change at once, and after it the next one a minute later at the earliest, so
/// that a link that comes and goes fills no journal.
@PanelActor
public final class BrokerJournal {
    /// The shortest time between two lines.
    static let pause = Duration.seconds(60)

    private let tell: @PanelActor (BrokerClient.State) -> Void
    private let scheduler: any Scheduler
    private var present: BrokerClient.State?
    private var told: BrokerClient.State?
    private var timer: PanelTimer?

    /// Creates a journal that has told nothing.
    ///
    /// - Parameter tell: Called with `connected` or `away`.
    public init(on scheduler: any Scheduler = EventLoop.panel, tell: @escaping @PanelActor (BrokerClient.State) -> Void)
    {
        (self.scheduler, self.tell) = (scheduler, tell)
    }

    /// Takes a change of the state.
    public func note(_ state: BrokerClient.State) {
        switch state {
        case .connecting: return
        case .stopped: return timer?.cancel() ?? ()
        case .connected, .away: present = state
        }
        if timer?.deadline == nil { report() }
    }

    private func report() {
        guard let present, present != told else { return }
        told = present
        if timer == nil { timer = scheduler.makeTimer { [weak self] in self?.report() } }
        timer?.arm(at: scheduler.now.advanced(by: Self.pause))
        tell(present)
    }
}
