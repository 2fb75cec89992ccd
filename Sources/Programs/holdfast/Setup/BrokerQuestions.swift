import Configuration

/// The way to an MQTT broker, by the answers of a person.
struct SetupBroker: Sendable, Hashable {
    var address: BrokerAddress
    /// The user's name at the broker; `nil` to connect without one.
    var user: String?
    var password: String?
}

/// The questions about the MQTT broker, which come last.
///
/// ```
///   address ─▶ user ─▶ password ─▶ connect ─ served ─▶ over
///     ▲ none: over                    └─ refused ─▶ address, or keep
/// ```
struct BrokerQuestions: Sendable {
    /// The step after an answer.
    enum Next: Sendable, Hashable {
        case ask(String, isSecret: Bool)
        /// Connect to the broker, and write the answers; without trying it first where a person wants to keep them.
        case connect(SetupBroker, isTried: Bool)
        case over
    }

    private enum State: Sendable {
        case address
        case user(BrokerAddress)
        case password(BrokerAddress, user: String)
    }

    private var state = State.address
    /// The answers that the broker did not serve.
    private var refused: SetupBroker?

    /// The question that waits for an answer.
    var question: Next {
        switch state {
        case .address:
            let words = refused == nil ? ["none"] : ["none", "keep"]
            return .ask(
                Answers.prompt(
                    "MQTT broker for other panels, programs and Home Assistant, such as mqtt://localhost", words,
                    default: "none"), isSecret: false)
        case .user:
            return .ask(Answers.prompt("User at the broker", ["none"], default: "none"), isSecret: false)
        case .password(_, let user):
            return .ask("Password of \(user) at the broker; it is not shown", isSecret: true)
        }
    }

    mutating func take(_ answer: String) throws(AnswerProblem) -> Next {
        switch state {
        case .address:
            if answer.isEmpty || answer.lowercased() == "none" { return .over }
            if let refused, answer.lowercased() == "keep" { return .connect(refused, isTried: false) }
            guard let address = BrokerAddress(answer) ?? BrokerAddress("mqtt://" + answer) else {
                throw AnswerProblem("'\(answer)' is not a broker's address; use mqtt://localhost, or mqtts:// with TLS")
            }
            state = .user(address)
        case .user(let address):
            if answer.isEmpty || answer.lowercased() == "none" {
                return .connect(SetupBroker(address: address), isTried: true)
            }
            state = .password(address, user: try Answers.name(answer, default: ""))
        case .password(let address, let user):
            guard !answer.isEmpty else { throw AnswerProblem("a user needs a password; back returns to the name") }
            return .connect(SetupBroker(address: address, user: user, password: answer), isTried: true)
        }
        return question
    }

    /// Takes note that the broker did not serve, and asks again.
    mutating func refuse(_ broker: SetupBroker) {
        (state, refused) = (.address, broker)
    }

    /// Takes the last answer back.
    ///
    /// - Returns: Whether there was one.
    mutating func goBack() -> Bool {
        switch state {
        case .address: return false
        case .user: state = .address
        case .password(let address, user: _): state = .user(address)
        }
        return true
    }
}
