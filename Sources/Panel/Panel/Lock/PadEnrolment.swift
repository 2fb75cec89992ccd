import Authentication
import EventLoop

/// Somebody is given a PIN at the panel's own pad, so that no program learns it.
///
/// ```
///   owner ── an owner's PIN ─▶ pin ── one that may be a PIN ─▶ again ── the same ─▶ saving
///                               ▲                                │
///                               └────────── another ─────────────┘
/// ```
///
/// Whoever asks for it at a console may enrol anybody; the owner's PIN says that it is an owner who stands at the pad,
/// and not whoever came by. Where no owner is enrolled it begins with the new PIN.
@PanelActor
final class PadEnrolment {
    /// What is asked for.
    enum Step: String, Sendable, CaseIterable {
        /// An owner's PIN.
        case owner
        /// The PIN that is new.
        case pin
        /// The same once more.
        case again
        /// Nothing: it is being checked whether it can be had.
        case saving

        /// What a display asks for.
        var request: String? {
            switch self {
            case .owner: "Owner's PIN"
            case .pin: "New PIN"
            case .again: "New PIN again"
            case .saving: nil
            }
        }
    }

    /// What becomes of it, for whoever has asked.
    enum News: Sendable, Hashable {
        /// Something is asked for; `refusal` says why what was typed last does not do.
        case asks(Step, refusal: String?)
        /// They have the PIN.
        case done
        /// They have not.
        case failed(String)
    }

    let name: String
    let role: Role
    let validity: Validity
    /// Who does it, as far as that is known.
    private(set) var who: AuditActor
    private(set) var step: Step
    private var first: PIN?
    /// How many PINs were somebody's already.
    var collisions = 0
    /// What becomes of it.
    private let told: @PanelActor (News) -> Void
    /// Ends it before it is done, with the reason; the panel's lock sets it.
    var abandon: (@PanelActor (String) -> Void)?

    init(
        name: String, role: Role, validity: Validity, by who: AuditActor, needsOwner: Bool,
        told: @escaping @PanelActor (News) -> Void
    ) {
        (self.name, self.role, self.validity) = (name, role, validity)
        self.who = who
        self.told = told
        step = needsOwner ? .owner : .pin
    }

    /// Asks for what comes first.
    func begin() { ask(step) }

    /// Asks for something.
    func ask(_ step: Step, refusal: String? = nil) {
        self.step = step
        first = nil
        told(.asks(step, refusal: refusal))
    }

    /// An owner has typed their PIN.
    func recognised(_ owner: Person) {
        who = .person(owner.name, at: .pad)
        ask(.pin)
    }

    /// A new PIN was typed.
    ///
    /// - Returns: the PIN, once it was typed twice.
    func take(_ pin: PIN, rule: PINRule) -> PIN? {
        switch step {
        case .owner, .saving: break
        case .pin:
            // Which of its rules it breaks would tell those who look on what was typed.
            guard rule.refusal(of: pin) == nil else {
                ask(.pin, refusal: "\(rule)")
                break
            }
            ask(.again)
            first = pin
        case .again:
            guard let first, first.isSame(as: pin) else {
                ask(.pin, refusal: "the two differ")
                break
            }
            self.first = nil
            step = .saving
            return pin
        }
        return nil
    }

    /// It is over.
    func end(_ news: News) {
        first = nil
        told(news)
    }
}
