import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI
import Store

/// Reading the log: the audit trail, and the last performances that the trail leaves out.
@PanelActor
struct LogService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] { [.method(PanelInterface.Log.self, streams: true, readLog)] }

    private typealias Parameters = PanelInterface.Log.Parameters
    private typealias Call = VarlinkCall<PanelInterface.Log.Reply>

    private func readLog(_ parameters: Parameters, _ call: Call) {
        let (isAdministrator, session) = (panel.isAdministrator(call), call.session)
        let access: @PanelActor () -> TrailAccess = {
            AccessPolicy.accessToTrail(
                isAdministrator: isAdministrator, role: (session.value as? APISession)?.person?.role)
        }
        let now = access()
        guard now != .none else {
            return panel.refuse(
                call, "it shows who did what: give a PIN that is not a guest's, or ask as root or the panel's own user",
                lacksAuthority: true)
        }
        guard let beginning = Beginning(parameters) else {
            return call.fail(VarlinkService.InvalidParameter(parameter: "since"))
        }
        let follows = parameters.follow ?? false
        if now == .whole, parameters.performances != true {
            readTrail(from: beginning, follows: follows, call) { access() == .whole }
        } else {
            readPerformances(from: beginning, follows: follows, call, as: now) { access() == now }
        }
    }

    private static let expiry = PanelInterface.Refused(reason: "the PIN was given too long ago: give it again")

    private func readTrail(
        from beginning: Beginning, follows: Bool, _ call: Call, mayRead: @escaping @PanelActor () -> Bool
    ) {
        guard let audit = panel.engine?.gate.lock?.audit else {
            return call.refuse("the panel writes nothing down: its store cannot be opened (holdfast status)")
        }
        let reading = audit.read(from: beginning.position(in: audit), follows: follows)
        reading.ready = { [weak call] in call?.resume() }
        call.follow {
            // A PIN expires, but a client can follow the trail for years.
            guard mayRead() else { return .failure(Self.expiry) }
            switch reading.next() {
            case .record(let record): return .reply(.init(entry: panel.titled(LogEntry(record))))
            case .unwritten(let count): return .reply(.init(unwritten: Int(clamping: count)))
            case .dropped(let count): return .reply(.init(dropped: Int(clamping: count)))
            case .wait: return .wait
            case .end: return .end
            case .failed(let error): return .failure(PanelInterface.Refused(reason: "\(error)"))
            }
        }
    }

    // MARK: Performances

    /// Reads the performances that the trail leaves out. A reader of the whole trail gets names and private controls;
    /// another reader learns first that the log is reduced.
    private func readPerformances(
        from beginning: Beginning, follows: Bool, _ call: Call, as access: TrailAccess,
        mayRead: @escaping @PanelActor () -> Bool
    ) {
        guard let memory = panel.engine?.controls.memory else { return call.refuse(PanelService.beingReadAgain) }
        let seesAll = access == .whole
        let reading = PerformanceReading(memory.performances, follows: follows) { [weak panel] entry in
            seesAll ? !entry.isGuarded : panel?.engine?.gate.isPublic(entry) ?? false
        } from: {
            beginning.choose(from: $0, memory)
        }
        reading.ready = { [weak call] in call?.resume() }
        var mustSay = !seesAll
        call.follow {
            // The reduced log needs no PIN, so that its reader may unlock meanwhile.
            guard !seesAll || mayRead() else { return .failure(Self.expiry) }
            if mustSay {
                mustSay = false
                return .reply(.init(isReduced: true))
            }
            switch reading.next() {
            case .entry(let entry):
                let time = memory.wallTime(of: entry.time)
                return .reply(.init(entry: panel.titled(LogEntry(entry, at: time, hasName: seesAll))))
            case .wait: return .wait
            case .end: return .end
            }
        }
    }
}

extension PanelService {
    /// The entry with the title of its control. A reader of the entry may see the control's private title, too.
    fileprivate func titled(_ entry: LogEntry) -> LogEntry {
        guard entry.what == AuditAction.perform.rawValue, let subject = entry.subject,
            let slot = engine?.controls.all(subject).first
        else { return entry }
        var entry = entry
        entry.title = slot.declaration?.title ?? slot.snapshot.displayName
        return entry
    }
}

/// The beginning of a reading, as a client asks for it.
private enum Beginning {
    case oldest
    case last(Int)
    /// This number of seconds ago.
    case ago(Double)
    /// At a time in seconds since 1970.
    case since(Double)

    /// `nil` for more than one beginning or an invalid time.
    init?(_ parameters: PanelInterface.Log.Parameters) {
        switch (parameters.seconds, parameters.since, parameters.last) {
        case (nil, nil, nil): self = .oldest
        case (nil, nil, let count?): self = .last(max(count, 0))
        case (let seconds?, nil, nil) where Self.longest.contains(seconds): self = .ago(seconds)
        case (nil, let time?, nil) where Self.longest.contains(abs(time)): self = .since(time)
        default: return nil
        }
    }

    /// The times that clocks can show, in seconds, up to the year 9999.
    private static let longest = 0.0...253_402_300_800

    @PanelActor
    func position(in audit: AuditLog) -> AuditBeginning {
        switch self {
        case .oldest: .oldest
        case .last(let count): .last(count)
        case .ago(let seconds): .since(audit.moment(ago: .milliseconds(Int64(seconds * 1_000))))
        case .since(let time): .since(audit.moment(at: Int64(time * 1_000)))
        }
    }

    /// The entries from the beginning on. A date leaves out none while nothing keeps the clock right.
    @PanelActor
    func choose(from entries: [PanelHistory.Entry], _ memory: PanelMemory) -> ArraySlice<PanelHistory.Entry> {
        let now = memory.wallTime
        let earliest: Double
        switch self {
        case .oldest: return entries[...]
        case .last(let count): return entries.suffix(count)
        case .ago(let seconds): earliest = Double(now.milliseconds) - seconds * 1_000
        case .since(let time):
            guard now.isSynchronized else { return entries[...] }
            earliest = time * 1_000
        }
        return entries.drop { Double(memory.wallTime(of: $0.time).milliseconds) < earliest }
    }
}

extension AccessGate {
    /// Whether everybody may learn of a performance: its control neither was nor is guarded or private. An unknown
    /// control counts as guarded.
    fileprivate func isPublic(_ entry: PanelHistory.Entry) -> Bool {
        guard !entry.isConfidential, let slot = controls[entry.name], slot.name == entry.name else { return false }
        return !slot.redacted.isRedacted && neededAuthentication(of: slot, goingTo: nil) == .none
    }
}

extension LogEntry {
    /// An entry as sent to clients.
    init(_ record: AuditRecord) {
        let (entry, wall) = (record.entry, record.entry.moment.wall)
        self.init(
            number: Int(clamping: record.number), time: Double(wall.milliseconds) / 1_000,
            isSynchronized: wall.isSynchronized, who: entry.who, what: entry.what, subject: entry.subject,
            outcome: entry.outcome, detail: entry.detail)
    }

    /// A performance as sent to clients. It has no number: gaps would tell of others.
    ///
    /// - Parameter hasName: Whether the entry names a person.
    fileprivate init(_ entry: PanelHistory.Entry, at time: StoredTime, hasName: Bool) {
        self.init(
            number: nil, time: Double(time.milliseconds) / 1_000, isSynchronized: time.isSynchronized,
            who: hasName ? entry.who.name : entry.who.origin, what: AuditAction.perform.rawValue, subject: entry.name,
            outcome: AuditOutcome.done.rawValue, detail: entry.isOn.map { $0 ? "on" : "off" })
    }
}
