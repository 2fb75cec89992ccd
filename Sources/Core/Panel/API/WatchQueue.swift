import LocalAPI

/// The events and changed controls that wait for one watcher, and the part of the panel's state that the watcher lacks.
///
/// ```
///   append ─► event ─────┐
///   change ─► control ───┼─► [ step, step … ] ──next──► watcher
///   begin ──► state ─────┘            │                    ▲
///                                     └─ rest ─► finish ───┘ before the other steps
/// ```
///
/// Controls wait by their names, each at most once, and the owner reads a control when it sends it. So only the number of
/// events has to be limited. A watcher that falls further behind loses them, and gets the whole state again.
struct WatchQueue: Sendable {
    /// The next thing to send.
    enum Step: Sendable, Hashable {
        /// An event, or another notice of the state.
        case notice(PanelNotice)
        /// A control of the state.
        case control(String)
        /// A control that has changed.
        case change(String)
        /// The state's other notices. The owner passes them to `finish`.
        case rest
    }

    /// The most events that wait.
    static let limit = 2_048

    private var steps: ArraySlice<Step> = []
    /// The number of events in `steps`.
    private var eventCount = 0
    /// The controls in `steps`.
    private var controls: Set<String> = []
    /// The state's other notices. They are older than all `steps`.
    private var rest: ArraySlice<PanelNotice> = []
    /// Whether a `reset` waits.
    private(set) var hasReset = false

    /// Begins to send the state of a panel with these controls, after the events that wait.
    ///
    /// - Parameter again: Whether a notice `reset` precedes the state. Too many events are then dropped.
    mutating func begin(_ controls: [String], again: Bool = false) {
        if again && eventCount >= Self.limit {
            (steps, eventCount) = ([], 0)
        } else {
            steps.removeAll { if case .notice = $0 { false } else { true } }
        }
        if again {
            steps.append(.notice(PanelNotice(.reset)))
            eventCount += 1
            hasReset = true
        }
        steps += controls.map(Step.control) + [.rest]
        self.controls = Set(controls)
        rest = []
    }

    /// Adds the notices for `Step.rest`.
    mutating func finish(_ notices: [PanelNotice]) { rest = notices[...] }

    /// Adds a control that has changed, unless it waits.
    mutating func change(_ control: String) {
        if controls.insert(control).inserted { steps.append(.change(control)) }
    }

    /// Adds an event.
    ///
    /// - Returns: `false` if too many wait. The event is not added then, and the owner has to begin the state again.
    mutating func append(_ event: PanelNotice) -> Bool {
        guard eventCount < Self.limit else { return false }
        steps.append(.notice(event))
        eventCount += 1
        // A control of this name that comes later is another one, and has to be sent after this event.
        if event.event == .removed, let name = event.name { controls.remove(name) }
        return true
    }

    /// Takes the next step; `nil` if there is none at present.
    mutating func next() -> Step? {
        if let notice = Self.take(&rest) { return .notice(notice) }
        let step = Self.take(&steps)
        switch step {
        case .notice(let notice):
            eventCount -= 1
            if notice.event == .reset { hasReset = false }
        case .control(let name), .change(let name): controls.remove(name)
        case .rest, nil: break
        }
        return step
    }

    /// Takes the first element. A slice keeps the memory of taken elements, so an empty one is replaced.
    private static func take<Element>(_ elements: inout ArraySlice<Element>) -> Element? {
        defer { if elements.isEmpty { elements = [] } }
        return elements.popFirst()
    }
}
