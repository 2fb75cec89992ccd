import EventLoop

/// The observers of a panel, and the order in which they receive its events.
///
/// ```
///   report ──▶ observers, in the order in which they came ──▶ onEvent
///   report(after:) ──▶ the reaction, whose events wait ──▶ the event ──▶ the waiting events, the oldest first
/// ```
/// Every event leaves the panel here.
@PanelActor
final class PanelEvents {
    private struct Observation {
        let number: Int
        let viewpoint: Viewpoint
        let observer: @PanelActor (PanelEvent) -> Void
    }

    /// The lock, which tells whether viewers in front of the panel see private content.
    private let lock: PanelLock?
    private var observations: [Observation] = []
    private var lastNumber = 0
    /// The events that wait for another event's delivery; `nil` while nothing is delivered after a reaction.
    private var waiting: [(event: PanelEvent?, redacted: PanelEvent?)]?
    /// Called with each event after the observers, except events of `reportAtPanel`; private events are not redacted.
    var onEvent: (@PanelActor (PanelEvent) -> Void)?

    /// Events of a panel.
    ///
    /// - Parameter lock: The panel's lock; without one, viewers in front of the panel see no private content.
    init(lock: PanelLock?) {
        self.lock = lock
    }

    /// Adds an observer of all events from now on.
    ///
    /// - Returns: A number that identifies the observer for `remove`.
    func observe(as viewpoint: Viewpoint, _ observer: @escaping @PanelActor (PanelEvent) -> Void) -> Int {
        lastNumber += 1
        observations.append(Observation(number: lastNumber, viewpoint: viewpoint, observer: observer))
        return lastNumber
    }

    func remove(_ number: Int) {
        observations.removeAll { $0.number == number }
    }

    /// Reports an event to all observers.
    ///
    /// - Parameters:
    ///   - event: The event for viewers of private content; `nil` for none.
    ///   - redacted: The event for all others; `nil` for none.
    func report(_ event: PanelEvent?, redacted: PanelEvent?) {
        if waiting == nil { deliver(event, redacted: redacted) } else { waiting?.append((event, redacted)) }
    }

    /// Reports an event that all observers may see.
    func report(_ event: PanelEvent) { report(event, redacted: event) }

    /// Reports an event; only viewers of private content receive a private one.
    func report(_ event: PanelEvent, isPrivate: Bool) { report(event, redacted: isPrivate ? nil : event) }

    /// Lets the panel react, and then reports the event and its consequences. Observers receive the events in causal
    /// order, and lights do not wait for observers.
    func report(_ event: PanelEvent, after reaction: () -> Void) {
        // Events raised during another event's delivery are queued behind it.
        guard waiting == nil else {
            report(event, redacted: event)
            return reaction()
        }
        waiting = []
        reaction()
        deliver(event, redacted: event)
        // Events raised by observers come after the events that are already queued.
        while waiting?.isEmpty == false, let next = waiting?.removeFirst() {
            deliver(next.event, redacted: next.redacted)
        }
        waiting = nil
    }

    /// Reports an event to observers in front of the panel only.
    func reportAtPanel(_ event: PanelEvent) {
        for observation in observations where observation.viewpoint == .panel { observation.observer(event) }
    }

    private func deliver(_ event: PanelEvent?, redacted: PanelEvent?) {
        // The state is looked up once, not for each observer, since the lookup reads the clock.
        let isUnlocked = lock?.isUnlocked ?? false
        for observation in observations {
            if let event = observation.viewpoint.sees(isUnlocked) ? event : redacted { observation.observer(event) }
        }
        if let event = event ?? redacted { onEvent?(event) }
    }
}

/// The events, the faults and the activities of a panel, which its parts report.
@PanelActor
struct PanelReports {
    let events: PanelEvents
    let faults: FaultList
    let activities: ActivityList

    /// Reports of a panel without faults and activities.
    ///
    /// - Parameter lock: the panel's lock; without one, viewers in front of the panel see no private content.
    init(lock: PanelLock?, scheduler: any Scheduler) {
        events = PanelEvents(lock: lock)
        faults = FaultList(events: events)
        activities = ActivityList(events: events, scheduler: scheduler)
    }
}
