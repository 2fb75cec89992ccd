import ControlModel

@testable import Panel

extension PerformanceWorld {
    enum Control: Int {
        case gate, lamp, scene

        private enum Gate {}
        private enum Lamp {}
        private enum Scene {}

        var id: ObjectIdentifier {
            switch self {
            case .gate: ObjectIdentifier(Gate.self)
            case .lamp: ObjectIdentifier(Lamp.self)
            case .scene: ObjectIdentifier(Scene.self)
            }
        }
    }

    enum Person: Int {
        case panel, trusted, program, programWithPIN, itself, interlock

        var requester: Requester {
            switch self {
            case .panel: .panel
            case .trusted: .trusted
            case .program: .program(session: nil, actor: Self.user)
            case .programWithPIN: .programWithPIN(actor: Self.user)
            case .itself: .itself
            case .interlock: .consequence(LastingRight(.required))
            }
        }

        private static let user = AuditActor.program(user: 1_000)

        /// Whether the audit trail has to name the person.
        var isNamed: Bool {
            switch self {
            case .panel, .program, .programWithPIN: true
            case .trusted, .itself, .interlock: false
            }
        }
    }

    enum Reply { case done, failed, next }

    enum Event: Equatable {
        case hold(Control, Person)
        /// A request with a target state, which answers no question.
        case turnOn(Control, Person)
        /// A hold that the simulation delays by this number of seconds.
        case delayedHold(Control, seconds: Int)
        case turnOffByInterlock
        case unlock, lock, loseKeypad, breakDisk
        /// The end of a program's session, and of the person who began a consequence.
        case endRights
        case proof(succeeds: Bool)
        case reply(Reply)
        case ask, withdraw
        case answer(Bool, Person)
        case dropPending
        case elapse
        case remove(Control)
        case stop

        static let all: [Event] = [
            .hold(.gate, .panel), .hold(.gate, .trusted), .hold(.gate, .program), .hold(.gate, .programWithPIN),
            .hold(.gate, .itself), .hold(.lamp, .panel), .hold(.lamp, .programWithPIN), .hold(.lamp, .itself),
            .hold(.scene, .panel), .hold(.scene, .trusted), .turnOn(.gate, .panel), .turnOn(.gate, .programWithPIN),
            .delayedHold(.gate, seconds: 1), .delayedHold(.gate, seconds: 60), .delayedHold(.lamp, seconds: 1),
            .turnOffByInterlock, .unlock, .lock, .endRights, .loseKeypad,
            .breakDisk, .proof(succeeds: true), .proof(succeeds: false), .reply(.done), .reply(.failed),
            .reply(.next), .ask, .withdraw, .answer(true, .panel), .answer(true, .program), .answer(false, .panel),
            .dropPending, .elapse, .remove(.gate), .stop,
        ]
    }
}
