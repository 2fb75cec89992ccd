import EventLoop
import LocalAPI

/// The fake panel's audit trail.
extension FakePanel {
    nonisolated static let log: [PanelInterface.Log.Reply] = [
        .init(
            entry: LogEntry(
                number: 1, time: 1_777_636_992.75, isSynchronized: false, who: "program of user 0", what: "enrol",
                subject: "al\u{1B}[2Jice", outcome: "done")),
        .init(
            entry: LogEntry(
                number: 2, time: 1_777_651_200, isSynchronized: true, who: "alice", what: "unlock", subject: "panel",
                outcome: "done")),
        .init(unwritten: 3),
        .init(
            entry: LogEntry(
                number: 6, time: 1_777_651_201, isSynchronized: true, who: "panel", what: "perform",
                subject: "org.example.hallway.front-door.garden", outcome: "refused", detail: "it needs\na PIN")),
        .init(dropped: 1),
        .init(
            entry: LogEntry(
                number: 8, time: 1_777_651_202, isSynchronized: true, who: "alice", what: "make-recovery-code",
                outcome: "done")),
    ]

    static func logMethods(_ recorder: Recorder) -> [VarlinkMethod] {
        [
            .method(PanelInterface.Log.self, streams: true) { parameters, call in
                let requested = [
                    parameters.seconds.map { "seconds \($0)" }, parameters.since.map { "since \($0)" },
                    parameters.last.map { "last \($0)" }, parameters.follow.map { "follow \($0)" },
                ].compactMap(\.self)
                if parameters.last == 7 {
                    call.push(.init(isReduced: true))
                    call.push(
                        .init(
                            entry: LogEntry(
                                number: nil, time: 1_777_651_200, isSynchronized: true, who: "a program",
                                what: "perform",
                                subject: "a.lamp", outcome: "done", detail: "on")))
                    return call.reply(.init())
                }
                guard parameters.last != 10 || parameters.follow == true, parameters.since != 0 else {
                    return call.fail(PanelInterface.Refused(reason: "it tells who did what"))
                }
                for reply in log.suffix(parameters.last == nil ? log.count : 1) { call.push(reply) }
                if parameters.follow == true { recorder.keep(call) } else { call.reply(.init()) }
                recorder.note((["log"] + requested).joined(separator: " "))
            }
        ]
    }
}
