import Configuration

/// The end of the dialogue, once the panel's file is in place: the service, the page on the network, the owner's PIN,
/// the lights, and the MQTT broker.
struct SetupFinish: Sendable {
    private enum State: Sendable {
        case starting
        case askingForNetwork(host: String)
        case servingNetwork
        case listingPeople
        case askingForName
        case askingForPIN(name: String)
        case askingAgain(name: String, pin: String)
        case enrolling(name: String)
        case askingForLights
        case testing
        case askingForBroker
        case connecting(SetupBroker)
        case over
    }

    private let facts: SetupFacts
    private let plan: PanelPlan
    private var state = State.starting
    /// The question that waits for an answer.
    private var question = ""
    private var hasAskedForNetwork = false
    private var hasAskedForPIN = false
    private var hasAskedForLights = false
    private var hasAskedForBroker = false
    private var broker = BrokerQuestions()
    private var minimumDigits = 4
    private var effects: [SetupEffect] = []

    init(_ facts: SetupFacts, _ plan: PanelPlan) {
        (self.facts, self.plan) = (facts, plan)
    }

    mutating func begin() -> [SetupEffect] {
        if facts.hasService {
            effects.append(.run(.startService))
        } else {
            proceed()
        }
        return take()
    }

    mutating func handle(_ event: SetupEvent) -> [SetupEffect] {
        switch event {
        case .answer(let text): answer(text.trimmedAnswer)
        case .finished(let result): finished(result)
        case .inputEnded, .watching, .edge, .scanned, .driven, .linesLost, .elapsed: break
        }
        return take()
    }

    private mutating func take() -> [SetupEffect] {
        defer { effects = [] }
        return effects
    }

    private mutating func say(_ text: String) { effects.append(.say(text)) }

    private mutating func ask(_ question: String, in next: State, isSecret: Bool = false) {
        state = next
        self.question = question
        effects.append(.ask(question, isSecret: isSecret))
    }

    private mutating func run(_ step: SetupStep, in next: State) {
        state = next
        effects.append(.run(step))
    }

    /// Goes on with the first part that is left.
    private mutating func proceed() {
        if let host = plan.host, !hasAskedForNetwork, !facts.isSimulated {
            hasAskedForNetwork = true
            if facts.hasCaddy {
                return ask(
                    Answers.prompt(
                        "Let Caddy serve the page at https://\(host)? Its present file is kept as Caddyfile.old",
                        ["yes", "no"], default: "yes"), in: .askingForNetwork(host: host))
            }
            say("The page needs a web server: 'sudo apt install caddy', then 'sudo holdfast setup' again.")
        }
        let canAsk = facts.hasService || facts.hasPanelSocket
        if plan.needsPIN, !hasAskedForPIN, canAsk {
            hasAskedForPIN = true
            return run(.listPeople, in: .listingPeople)
        }
        if plan.hasLights, !hasAskedForLights, canAsk {
            hasAskedForLights = true
            return ask(
                Answers.prompt("Show all meanings on the lights, a second each?", ["yes", "no"], default: "yes"),
                in: .askingForLights)
        }
        if facts.hasService, !plan.hasBroker, !hasAskedForBroker {
            hasAskedForBroker = true
            return askForBroker()
        }
        if !canAsk { sayWhatToRun() }
        say("Done.")
        state = .over
        effects.append(.end(0))
    }

    private mutating func sayWhatToRun() {
        say("Run the panel: holdfast \(facts.isSimulated ? "up" : "run") \(facts.file)")
        if plan.needsPIN { say("Then give yourself a PIN: holdfast pin add owner --role owner") }
        if plan.hasLights { say("Then test the lights: holdfast lights test") }
    }

    private mutating func finished(_ result: SetupResult) {
        switch (result, state) {
        case (.people(let owners, let minimum), .listingPeople):
            minimumDigits = minimum ?? minimumDigits
            if let owner = owners.first {
                say("\(owner) is an owner already.")
                proceed()
            } else {
                askForName()
            }
        case (.failed(let reason), .enrolling(let name)):
            say("\(reason).")
            askForPIN(name)
        case (.failed(let reason), .connecting(let refused)):
            say("\(reason).")
            broker.refuse(refused)
            askForBroker()
        case (.failed(let reason), _):
            say("\(reason).")
            proceed()
        case (.done(let lines), _):
            for line in lines { say(line) }
            proceed()
        case (.people, _), (.tables, _): break
        }
    }

    private mutating func askForBroker() { go(on: broker.question) }

    private mutating func go(on next: BrokerQuestions.Next) {
        switch next {
        case .ask(let question, let isSecret): ask(question, in: .askingForBroker, isSecret: isSecret)
        case .connect(let broker, let isTried):
            run(.connectBroker(broker, isTried: isTried), in: .connecting(broker))
        case .over: proceed()
        }
    }

    private mutating func askForName() {
        ask(
            Answers.prompt("Who is the owner? The owner gets the first PIN (or: skip)", default: "owner"),
            in: .askingForName)
    }

    private mutating func askForPIN(_ name: String) {
        ask(
            "PIN of \(name), \(minimumDigits) to 12 digits; it is not shown (or: skip)",
            in: .askingForPIN(name: name), isSecret: true)
    }

    /// Asks for the owner's name or PIN again. Steps that are carried out stay so.
    private mutating func goBack() {
        switch state {
        case .askingForPIN: askForName()
        case .askingAgain(let name, pin: _): askForPIN(name)
        case .askingForBroker where broker.goBack(): askForBroker()
        case .askingForNetwork, .askingForName, .askingForLights, .askingForBroker:
            say("There is no earlier question.")
            effects.append(.ask(question, isSecret: false))
        case .starting, .servingNetwork, .listingPeople, .enrolling, .testing, .connecting, .over: break
        }
    }

    private mutating func answer(_ text: String) {
        if text.lowercased() == "back" { return goBack() }
        switch state {
        case .askingForNetwork(let host):
            run(.serveNetwork(host: host), in: .servingNetwork, ifYes: text)
        case .askingForName:
            if text.lowercased() == "skip" { return proceed() }
            do throws(AnswerProblem) {
                askForPIN(try Answers.name(text, default: "owner"))
            } catch {
                say("\(error)")
                askForName()
            }
        case .askingForPIN(let name):
            if text.lowercased() == "skip" { return proceed() }
            let isPossible = text.allSatisfy(\.isPINDigit) && (minimumDigits...12).contains(text.count)
            if !isPossible {
                say("That is not a PIN.")
                return askForPIN(name)
            }
            ask("The same PIN again", in: .askingAgain(name: name, pin: text), isSecret: true)
        case .askingAgain(let name, let pin):
            if text != pin {
                say("The PINs differ.")
                return askForPIN(name)
            }
            run(.enrol(name, pin: pin), in: .enrolling(name: name))
        case .askingForLights: run(.testLights, in: .testing, ifYes: text)
        case .askingForBroker:
            do throws(AnswerProblem) {
                go(on: try broker.take(text))
            } catch {
                say("\(error)")
                askForBroker()
            }
        case .starting, .servingNetwork, .listingPeople, .enrolling, .testing, .connecting, .over: break
        }
    }

    private mutating func run(_ step: SetupStep, in next: State, ifYes answer: String) {
        do throws(AnswerProblem) {
            if try Answers.yes(answer, default: true) { run(step, in: next) } else { proceed() }
        } catch {
            effects.append(.ask("\(error)", isSecret: false))
        }
    }
}
