import Configuration
import Testing

@testable import holdfast

/// The service, the owner's PIN and the lights, once the panel's file is written.
struct SetupFinishTests {
    private static let panel = """
        name: Door
        domain: org.example.door
        controls: {door: {button: {pulse: GPIO18, for: 3s}, authentication: required}}
        lights: {door: {line: GPIO26, shows: door}}

        """

    /// A session in which nothing is added to the panel.
    private static func talk(
        change: (inout SetupFacts) -> Void, result: @escaping (SetupStep) -> SetupResult
    ) throws -> Talk {
        var facts = try SetupFacts.pi(panel: panel)
        change(&facts)
        var talk = Talk(facts)
        talk.result = result
        return talk
    }

    @Test("the running panel is stopped only after yes, and starts again; the owner gets a PIN; the lights are tested")
    func service() throws {
        var talk = try Self.talk {
            ($0.hasService, $0.serviceRuns) = (true, true)
        } result: { step in
            switch step {
            case .stopService: .tables(PinTable.tables(of: SetupFacts.lines, panel: nil))
            case .listPeople: .people(owners: [], minimumDigits: 6)
            case .enrol(_, pin: "135790"): .done(["owner may unlock the panel, as owner."])
            case .enrol: .failed("the PIN is among the commonest")
            default: .done([])
            }
        }
        talk.answer("add")
        #expect(talk.steps == [] && talk.question.hasPrefix("? The panel runs and holds its lines."))
        talk.answer("yes", "none", "", "no")
        #expect(talk.steps == [.stopService, .startService, .listPeople])
        talk.answer("")
        #expect(talk.question == "? PIN of owner, 6 to 12 digits; it is not shown (or: skip)")
        talk.answer("1357", "135790", "135791", "123456", "123456", "135790", "135790")
        #expect(talk.lines.contains("That is not a PIN.") && talk.lines.contains("The PINs differ."))
        #expect(talk.lines.contains("the PIN is among the commonest."))
        #expect(talk.question == "? Show all meanings on the lights, a second each? (yes, no) [yes]")
        talk.answer("yes")
        #expect(talk.steps.last == .testLights)
        #expect(talk.question.hasPrefix("? MQTT broker for other panels, programs and Home Assistant"))
        talk.answer("")
        #expect(talk.code == 0)
        #expect(!talk.lines.contains { $0.contains("135790") } && talk.kept == nil)
    }

    @Test("a broker is tried with its user before it is written; one that does not serve may be kept, or left out")
    func broker() throws {
        let local = try #require(BrokerAddress("mqtt://broker.local"))
        let broker = SetupBroker(address: local, user: "hall", password: "secret word")
        var isServed = false
        var talk = try Self.talk {
            ($0.hasService, $0.serviceRuns) = (true, false)
        } result: { step in
            switch step {
            case .listPeople: .people(owners: ["alice"], minimumDigits: 6)
            case .connectBroker(_, isTried: true) where !isServed:
                .failed("mqtt://broker.local:1883: Connection refused")
            case .connectBroker: .done(["The panel is at the broker."])
            default: .done([])
            }
        }
        talk.answer("add", "none", "", "no", "no")
        #expect(
            talk.question
                == "? MQTT broker for other panels, programs and Home Assistant, such as mqtt://localhost (none) [none]"
        )
        talk.answer("not an address", "broker.local", "", "keep")
        #expect(talk.lines.contains { $0.hasPrefix("'not an address' is not a broker's address") })
        #expect(
            talk.steps.suffix(2) == [
                .connectBroker(SetupBroker(address: local), isTried: true),
                .connectBroker(SetupBroker(address: local), isTried: false),
            ])
        #expect(talk.lines.contains("mqtt://broker.local:1883: Connection refused.") && talk.code == 0)

        talk = try Self.talk {
            $0.hasService = true
        } result: { step in
            switch step {
            case .listPeople: .people(owners: ["alice"], minimumDigits: 6)
            case .connectBroker(let tried, isTried: _): tried == broker ? .done(["Served."]) : .failed("refused")
            default: .done([])
            }
        }
        isServed = true
        talk.answer("add", "none", "", "no", "no", "mqtt://broker.local", "hill", "back", "hall", "", "secret word")
        #expect(talk.steps.last == .connectBroker(broker, isTried: true))
        #expect(talk.lines.suffix(2) == ["Served.", "Done."] && talk.code == 0)
        #expect(!talk.lines.contains { $0.contains("secret") })
    }

    @Test("a panel that has a broker is asked for none")
    func knownBroker() throws {
        var facts = try SetupFacts.pi(panel: Self.panel + "mqtt: {broker: \"mqtt://localhost\"}\n")
        facts.hasService = true
        var talk = Talk(facts)
        talk.result = { $0 == .listPeople ? .people(owners: ["alice"], minimumDigits: 6) : .done([]) }
        talk.answer("add", "none", "", "no", "no")
        #expect(talk.code == 0)
    }

    @Test("without a service and without a panel's socket, the commands are said")
    func commands() throws {
        var talk = try Self.talk { _ in
        } result: { _ in
            .done([])
        }
        talk.answer("add", "none", "", "panel.local", "")
        #expect(talk.written?.hasSuffix("\ngateway: {origins: [\"https://panel.local\"]}\n") == true)
        #expect(
            talk.lines.suffix(5) == [
                "The page needs a web server: 'sudo apt install caddy', then 'sudo holdfast setup' again.",
                "Run the panel: holdfast run panel.yaml",
                "Then give yourself a PIN: holdfast pin add owner --role owner",
                "Then test the lights: holdfast lights test", "Done.",
            ])
    }

    @Test("Caddy's file is written only after yes, and an address is no host name")
    func network() throws {
        var talk = try Self.talk {
            $0.hasCaddy = true
        } result: { _ in
            .done([])
        }
        talk.answer("add", "none", "", "192.168.1.20")
        #expect(talk.lines.contains("'192.168.1.20' is an address; give a name such as panel.local."))
        talk.answer("door.home.arpa", "", "yes")
        #expect(talk.steps.last == .serveNetwork(host: "door.home.arpa"))
    }

    @Test("quit after the file is written ends with success, since the panel is there")
    func quit() throws {
        var talk = try Self.talk {
            $0.hasPanelSocket = true
        } result: { step in
            step == .listPeople ? .people(owners: ["anna"], minimumDigits: nil) : .done([])
        }
        talk.answer("add", "none", "", "no")
        #expect(talk.lines.contains("anna is an owner already."))
        talk.answer("quit")
        #expect(talk.code == 0)
    }

    @Test("Caddy's file is that of the guide, with the host name in the site's address")
    func caddyText() throws {
        let text = SetupSteps.caddyText(for: "door.home.arpa")
        let lines = text.split(separator: "\n")
        #expect(lines.contains("{$HOLDFAST_HOST:door.home.arpa} {") && !text.contains("panel.local"))
        #expect(lines.contains { $0.hasPrefix("\treverse_proxy 127.0.0.1:") })
    }
}
