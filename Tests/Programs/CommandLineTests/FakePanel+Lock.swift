import EventLoop
import LocalAPI

/// The fake panel's lock. The only right PIN is 271905.
extension FakePanel {
    nonisolated static let pin = "271905"
    nonisolated static let people = [
        ListedPerson(name: "alice", role: "owner"),
        ListedPerson(name: "bob\u{1B}[2J", role: "guest", limits: "days=mon,tue hours=22:00-06:00 uses=3"),
    ]

    static func lockMethods(_ recorder: Recorder, _ people: [ListedPerson]) -> [VarlinkMethod] {
        [
            .method(PanelInterface.Unlock.self) { parameters, call in
                recorder.note("unlock \(parameters.pin)")
                switch parameters.pin {
                case pin: call.reply(NoParameters())
                case "555555": call.fail(PanelInterface.WrongPIN(seconds: 60))
                default: call.fail(PanelInterface.WrongPIN())
                }
            },
            .method(PanelInterface.Lock.self) {
                recorder.note("lock")
                $1.reply(NoParameters())
            },
            .method(PanelInterface.People.self, streams: true) {
                var rest = people[...]
                $1.stream { rest.popFirst().map { .init(person: $0) } }
            },
            .method(PanelInterface.AddPerson.self) { parameters, call in
                let person = parameters.person
                recorder.note("add \(person.name) \(person.role) [\(person.limits ?? "")] \(parameters.pin)")
                guard person.name != "alice" else {
                    return call.fail(PanelInterface.Refused(reason: "somebody has that name"))
                }
                call.reply(NoParameters())
            },
            .method(PanelInterface.EnrolAtPad.self, streams: true) { parameters, call in
                recorder.note("enrol \(parameters.person.name) at the pad")
                guard parameters.person.name != "alice" else {
                    return call.fail(PanelInterface.Refused(reason: "somebody has that name"))
                }
                call.push(.init(asks: "owner"))
                call.push(.init(asks: "pin"))
                call.push(.init(asks: "again"))
                call.push(.init(asks: "pin", refusal: "the two differ"))
                call.reply(.init())
            },
            .method(PanelInterface.RemovePerson.self) {
                recorder.note("remove \($0.name)")
                $1.reply(NoParameters())
            },
            .method(PanelInterface.MakeRecoveryCode.self) { $1.reply(.init(code: "ABCD-EFGH")) },
            .method(PanelInterface.EndLockout.self) {
                recorder.note("end lockout \($0.code ?? "as root")")
                $1.reply(NoParameters())
            },
            .method(PanelInterface.BackUp.self) {
                recorder.note("back up \($0.file) \($0.passphrase)")
                $1.reply(.init(backup: "00ff"))
            },
            .method(PanelInterface.Restore.self) {
                recorder.note("restore \($0.backup) \($0.passphrase)")
                guard $0.backup == "00ff" else {
                    return $1.fail(PanelInterface.UnusableBackup(reason: "is not a backup of Holdfast's"))
                }
                $1.reply(.init(people: 2))
            },
        ]
    }
}
