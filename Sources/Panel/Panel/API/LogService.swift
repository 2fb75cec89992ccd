import Authentication
import EventLoop
import LocalAPI
import Store

/// Reading the audit trail.
@PanelActor
struct LogService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] { [.method(PanelInterface.Log.self, streams: true, readLog)] }

    private func readLog(
        _ parameters: PanelInterface.Log.Parameters, _ call: VarlinkCall<PanelInterface.Log.Reply>
    ) {
        let (isAdministrator, session) = (panel.isAdministrator(call), call.session)
        let mayRead: @PanelActor () -> Bool = {
            AccessPolicy.mayReadTrail(
                isAdministrator: isAdministrator, role: (session.value as? APISession)?.person?.role)
        }
        guard mayRead() else {
            return panel.refuse(
                call, "it tells who did what: give a PIN that is no guest's, or ask as root or the panel's own user",
                lacksAuthority: true)
        }
        guard let audit = panel.engine?.gate.lock?.audit else {
            return call.refuse("the panel writes nothing down: its store cannot be opened (holdfast status)")
        }
        guard let beginning = Self.beginning(parameters, audit) else {
            return call.fail(VarlinkService.InvalidParameter(parameter: "since"))
        }
        let reading = audit.read(from: beginning, follows: parameters.follow ?? false)
        reading.ready = { [weak call] in call?.resume() }
        call.follow {
            // A PIN expires, but a client can follow the trail for years.
            guard mayRead() else {
                return .failure(PanelInterface.Refused(reason: "the PIN was given too long ago: give it again"))
            }
            switch reading.next() {
            case .record(let record): return .reply(.init(entry: LogEntry(record)))
            case .unwritten(let count): return .reply(.init(unwritten: Int(clamping: count)))
            case .dropped(let count): return .reply(.init(dropped: Int(clamping: count)))
            case .wait: return .wait
            case .end: return .end
            case .failed(let error): return .failure(PanelInterface.Refused(reason: "\(error)"))
            }
        }
    }

    /// The beginning of the reading; `nil` for more than one beginning or an invalid time.
    private static func beginning(
        _ parameters: PanelInterface.Log.Parameters, _ audit: AuditLog
    ) -> AuditBeginning? {
        switch (parameters.seconds, parameters.since, parameters.last) {
        case (nil, nil, nil): .oldest
        case (nil, nil, let count?): .last(count)
        case (let seconds?, nil, nil):
            longest.contains(seconds) ? .since(audit.moment(ago: .milliseconds(Int64(seconds * 1_000)))) : nil
        case (nil, let time?, nil): longest.contains(abs(time)) ? .since(audit.moment(at: Int64(time * 1_000))) : nil
        default: nil
        }
    }

    /// The times that clocks can show, in seconds, up to the year 9999.
    private static let longest = 0.0...253_402_300_800
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
}
