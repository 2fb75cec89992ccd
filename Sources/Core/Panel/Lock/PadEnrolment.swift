import Authentication
import EventLoop

/// Enrols a person at the panel's own pad, so that no program learns the PIN.
///
/// ```
///   owner ── an owner's PIN ─▶ pin ── one that may be a PIN ─▶ again ── the same ─▶ saving
///                               ▲                                │
///                               └────────── another ─────────────┘
/// ```
///
/// A client at a console may enrol any person. The owner's PIN proves that an owner stands at the pad, and not a
/// passer-by. Without an enrolled owner, the enrolment begins with the new PIN.
@PanelActor
final class PadEnrolment {
    /// The input that the enrolment waits for.
    enum Step: String, Sendable, CaseIterable {
        /// An owner's PIN.
        case owner
        case pin
        /// The new PIN a second time.
        case again
        /// No input: the new PIN is being checked and saved.
        case saving

        /// The request that a display shows.
        var request: String? {
            switch self {
            case .owner: "Owner's PIN"
            case .pin: "New PIN"
            case .again: "New PIN again"
            case .saving: nil
            }
        }
    }

    /// The progress of an enrolment, for the client that requested it.
    enum News: Sendable, Hashable {
        /// An input is requested; `refusal` says why the last one was not accepted.
        case asks(Step, refusal: String?)
        /// The person has the PIN.
        case done
        /// The person has no PIN; the text is the reason.
        case failed(String)
    }

    let name: String
    let role: Role
    let validity: Validity
    /// The author of the enrolment in the audit trail.
    private(set) var who: AuditActor
    private(set) var step: Step
    private var first: PIN?
    /// How many new PINs already belonged to another person.
    var collisions = 0
    private let onNews: @PanelActor (News) -> Void
    /// Ends the enrolment early, with the reason; `PanelLock` sets it.
    var abandon: (@PanelActor (String) -> Void)?

    init(
        name: String, role: Role, validity: Validity, by who: AuditActor, needsOwner: Bool,
        onNews: @escaping @PanelActor (News) -> Void
    ) {
        (self.name, self.role, self.validity) = (name, role, validity)
        self.who = who
        self.onNews = onNews
        step = needsOwner ? .owner : .pin
    }

    /// Requests the first input.
    func begin() { ask(step) }

    /// Requests an input and forgets the first copy of the new PIN.
    func ask(_ step: Step, refusal: String? = nil) {
        self.step = step
        first = nil
        onNews(.asks(step, refusal: refusal))
    }

    /// Continues with the new PIN: an owner has typed their PIN.
    func recognised(_ owner: Person) {
        who = .person(owner.name, at: .pad)
        ask(.pin)
    }

    /// Takes a new PIN from the pad.
    ///
    /// - Returns: the PIN once both copies match; otherwise `nil`.
    func take(_ pin: PIN, rule: PINRule) -> PIN? {
        switch step {
        case .owner, .saving: break
        case .pin:
            // The broken rule itself is not named: it would tell bystanders something about the PIN.
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

    func end(_ news: News) {
        first = nil
        onNews(news)
    }
}
