import ControlModel
import LocalAPI
import MQTT
import MonotonicTime
import TestSupport
import Testing

@testable import Gateway

/// A toggle that one panel owns and others show and switch. `Tests/Gateway/broker` has it on mosquitto.
struct SharedToggleTests {
    @Test("others show the owner's state, switch it, and show it as stale while the owner's panel is away")
    func states() throws {
        var house = House(seed: 1, followers: 1)
        #expect(house.problem(of: 0) == "the broker is away")
        house.connectAll()
        house.deliverAll()
        #expect(house.shown(by: 0) == false)
        house.press(true)
        house.deliverAll()
        #expect(house.shown(by: 0) == true)
        house.request(false, by: 0)
        house.deliverAll()
        #expect(house.shown(by: 0) == false && house.truth == false)
        house.loseCore()
        house.deliverAll()
        #expect(house.problem(of: 0) == "the panel 'Hall', which shares 'house/focus', is away")
        house.startCore()
        house.deliverAll()
        #expect(house.shown(by: 0) == false)
    }

    @Test("an owner without 'remote: allowed' is shown, and takes nothing")
    func shownOnly() {
        var house = House(seed: 1, followers: 1, takesCommands: false)
        house.connectAll()
        house.deliverAll()
        #expect(house.shown(by: 0) == false)
        #expect(
            house.request(true, by: 0)
                == "the panel 'Hall', which shares 'house/focus', takes no commands; add remote: allowed to its control"
        )
    }

    @Test(
        "attack: what is no state of a shared toggle is none, and leads to no other topic",
        arguments: [
            "", "true", "{}", #"{"isOn": true}"#, SharedToggleTests.state(availability: "#"),
            SharedToggleTests.state(availability: "+/availability"), SharedToggleTests.state(availability: "a/b"),
            SharedToggleTests.state(availability: "a#/availability"),
            SharedToggleTests.state(availability: String(repeating: "a", count: 1_024) + "/availability"),
        ])
    func malformed(payload: String) throws {
        let source = try #require(
            TopicControls.source(TopicControls.sharedKind, ["topic": .string("house/focus")]))
        var controls = TopicControls(absence: "no broker")
        _ = controls.connected(as: "me")
        controls.follow(source, placedAs: [:])
        _ = controls.take(MQTTMessage("house/focus", Array(payload.utf8)))
        #expect(controls.topics == ["house/focus"])
        #expect(throws: TopicControls.Problem.notShared(topic: "house/focus")) { try controls.evaluation(of: source) }
    }

    private static func state(availability: String) -> String {
        #"{"isOn":true,"takesCommands":true,"availability":"\#(availability)","owner":{"name":"a","host":"b","version":"1","client":"c"}}"#
    }

    @Test("a panel reports another one that shares a toggle on its topic, but neither its own word nor an earlier one")
    func rivals() throws {
        var state = House.makeState(client: "first")
        let payload = Array(Self.state(availability: "x/availability").utf8)
        let live = state.take(MQTTMessage("house/focus", payload))
        #expect(live == .rival(host: "b", topic: "house/focus"))
        let kept = state.take(MQTTMessage("house/focus", payload, isRetained: true))
        #expect(kept == .other)
        let own = state.take(
            MQTTMessage(
                "house/focus",
                Array(Self.state(availability: "x/availability").replacing("\"c\"", with: "\"first\"").utf8)))
        #expect(own == .other)
        // The other panel removes its state, and with it that of this one.
        let gone = state.take(MQTTMessage("house/focus", []))
        #expect(gone == .rivalGone)
    }

    @Test(
        "after any history of cuts, restarts, late wills and doubled messages, all show the owner's state, and no request has been carried out twice"
    )
    func histories() {
        for seed in 0..<UInt64(Effort.count(10_000)) {
            var house = House(seed: seed, followers: 2)
            house.live(steps: 60)
            house.repair()
            let rounds = house.deliverAll()
            let shown = (0..<2).map { house.shown(by: $0) }
            #expect(shown == [house.truth, house.truth], "history \(seed): \(house.problem(of: 0) ?? "")")
            #expect(house.executed.values.allSatisfy { $0 == 1 }, "history \(seed)")
            #expect(rounds <= 6, "history \(seed)")
            if shown != [house.truth, house.truth] { return }
        }
    }
}

/// A house of panels at one broker, in virtual time: the pure parts of the gateways, and a broker as MQTT 5 describes it.
private struct House {
    /// A packet to the broker.
    private enum Packet {
        case subscribe(TopicFilter)
        case publish(MQTTMessage)
    }

    /// A connection to the broker.
    private struct Link {
        var filters: [TopicFilter] = []
        var will: MQTTMessage?
        var up: [Packet] = []
        var down: [MQTTMessage] = []
    }

    private static let topic = "house/focus", control = "org.example.hall.focus"
    private static let source = TopicControls.Source(state: topic, form: .shared)

    private var random: SplitMix64
    private var seconds = 1_795_666_752.0
    private let takesCommands: Bool

    // The owner.
    private(set) var truth = false
    private var hasCore = true
    private var run = 0
    private var owner: PublishedState
    private var inbox: CommandInbox
    private var picture = PanelPicture()

    // The others.
    private var others: [TopicControls]
    private var starts: [Int]

    // The broker. The owner has the first connection.
    private var kept: [String: MQTTMessage] = [:]
    private var links: [Link?]
    /// The wills of connections that the broker does not know to be cut.
    private var wills: [MQTTMessage] = []
    private var requests: [MQTTMessage] = []

    /// How often each request was carried out.
    private(set) var executed: [[UInt8]: Int] = [:]

    static func makeState(client: String) -> PublishedState {
        PublishedState(
            Publication(
                topic: "holdfast", domain: "org.example.hall",
                by: .init(name: "Hall", host: "pi", version: "1", client: client), shares: [control: topic]))
    }

    init(seed: UInt64, followers: Int, takesCommands: Bool = true) {
        random = SplitMix64(seed: seed)
        self.takesCommands = takesCommands
        owner = Self.makeState(client: "owner0")
        inbox = CommandInbox(client: "owner0")
        others = Array(repeating: TopicControls(absence: "the broker is away"), count: followers)
        starts = Array(repeating: 0, count: followers)
        links = Array(repeating: nil, count: followers + 1)
        for index in others.indices { others[index].follow(Self.source, placedAs: [:]) }
        startCore()
    }

    // MARK: The view of each panel

    func shown(by other: Int) -> Bool? { try? others[other].evaluation(of: Self.source).control.isOn }

    func problem(of other: Int) -> String? {
        do {
            _ = try others[other].evaluation(of: Self.source)
            return nil
        } catch {
            return "\(error)"
        }
    }

    // MARK: The owner's panel

    private func notice() -> PanelNotice {
        let snapshot = ControlSnapshot(
            kind: Self.control, displayName: "Focus", template: .toggle(isOn: truth), title: "Focus",
            valueText: truth ? "On" : "Off", hint: "Hold")
        var control = ListedControl(name: Self.control, snapshot: snapshot)
        control.takesCommands = takesCommands ? true : nil
        return PanelNotice(.control, name: Self.control, control: control)
    }

    mutating func press(_ isOn: Bool) {
        truth = isOn
        if hasCore { tell([notice()]) }
    }

    mutating func loseCore() {
        guard hasCore else { return }
        hasCore = false
        picture = PanelPicture()
        send(owner.lost(), over: 0)
    }

    mutating func startCore() {
        hasCore = true
        tell([PanelNotice(.reset), notice(), PanelNotice(.ready)])
    }

    private mutating func tell(_ notices: [PanelNotice]) {
        for notice in notices {
            picture.apply(notice)
            send(owner.take(notice, of: picture, at: seconds), over: 0)
        }
    }

    private mutating func restartOwner() {
        cut(0)
        run += 1
        owner = Self.makeState(client: "owner\(run)")
        inbox = CommandInbox(client: "owner\(run)")
        if hasCore { startCore() }
    }

    private mutating func takeAtOwner(_ message: MQTTMessage) {
        let meaning = owner.take(message)
        send(owner.answer(at: seconds), over: 0)
        guard case .command(let control) = meaning else { return }
        let refusals = inbox.refusedCount
        inbox.take(message, for: control, clock: seconds, at: now)
        if inbox.refusedCount == refusals { executed[message.payload, default: 0] += 1 }
        while let command = inbox.next(at: now) {
            if hasCore { press(command.isOn ?? !truth) }
            inbox.ended(command, refusal: hasCore ? nil : "away")
        }
    }

    // MARK: The other panels

    @discardableResult
    mutating func request(_ isOn: Bool, by other: Int) -> String? {
        do {
            guard let begun = try others[other].request(isOn, of: Self.source, clock: seconds, now: now) else {
                return nil
            }
            send([begun.message], over: other + 1)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private mutating func restart(_ other: Int) {
        cut(other + 1)
        starts[other] += 1
        others[other] = TopicControls(absence: "the broker is away")
        others[other].follow(Self.source, placedAs: [:])
    }

    private mutating func follow(_ other: Int) {
        guard let link = links[other + 1] else { return }
        let asked = link.up.compactMap { packet -> String? in
            if case .subscribe(let filter) = packet { filter.text } else { nil }
        }
        for topic in others[other].topics.subtracting(link.filters.map(\.text) + asked).sorted() {
            links[other + 1]?.up.append(.subscribe(TopicFilter(topic)))
        }
    }

    private mutating func take(_ message: MQTTMessage, at other: Int) {
        _ = others[other].take(message)
        _ = others[other].ended(at: now)
        follow(other)
    }

    // MARK: The network

    private var now: MonotonicInstant { MonotonicInstant(nanoseconds: Int64((seconds - 1_795_666_752) * 1e9)) }

    private mutating func send(_ messages: [MQTTMessage], over link: Int) {
        links[link]?.up += messages.map { .publish($0) }
    }

    mutating func connectAll() { for link in links.indices { connect(link) } }

    private mutating func connect(_ link: Int) {
        guard links[link] == nil else { return }
        if link == 0 {
            links[0] = Link(will: owner.publication.availability(false), up: owner.filters.map { .subscribe($0) })
            send(owner.connected(at: seconds), over: 0)
        } else {
            links[link] = Link()
            _ = others[link - 1].connected(as: "other\(link)-\(starts[link - 1])")
            follow(link - 1)
        }
    }

    /// Cuts a connection. Messages under way are lost, and the broker sends the will at once or later.
    private mutating func cut(_ link: Int) {
        guard let cut = links[link] else { return }
        links[link] = nil
        if link > 0 { _ = others[link - 1].disconnected("the broker is away") }
        guard let will = cut.will else { return }
        if random.once(in: 2) { publish(will, from: nil) } else { wills.append(will) }
    }

    /// The broker ends without a word, with what it keeps or without.
    private mutating func restartBroker() {
        wills = []
        for link in links.indices where links[link] != nil {
            links[link]?.will = nil
            cut(link)
        }
        if random.once(in: 2) { kept = [:] }
    }

    private mutating func publish(_ message: MQTTMessage, from sender: Int?) {
        if message.isRetained { kept[message.topic] = message.payload.isEmpty ? nil : message }
        if message.topic.hasSuffix("/set") { requests.append(message) }
        for link in links.indices {
            for filter in links[link]?.filters ?? [] where Self.matches(filter.text, message.topic) {
                if link == sender, !filter.includesOwn { continue }
                var copy = message
                if !filter.marksKept { copy.isRetained = false }
                links[link]?.down.append(copy)
                break
            }
        }
    }

    private static func matches(_ filter: String, _ topic: String) -> Bool {
        let (wanted, levels) = (filter.split(separator: "/"), topic.split(separator: "/"))
        return wanted.count == levels.count && zip(wanted, levels).allSatisfy { $0 == "+" || $0 == $1 }
    }

    private mutating func deliverUp(_ link: Int) {
        guard links[link]?.up.isEmpty == false, let packet = links[link]?.up.removeFirst() else { return }
        switch packet {
        case .publish(let message): publish(message, from: link)
        case .subscribe(let filter):
            links[link]?.filters.append(filter)
            for topic in kept.keys.sorted() where Self.matches(filter.text, topic) {
                if let message = kept[topic] { links[link]?.down.append(message) }
            }
        }
    }

    private mutating func deliverDown(_ link: Int, twice: Bool = false) {
        guard links[link]?.down.isEmpty == false, let message = links[link]?.down.removeFirst() else { return }
        for _ in 0..<(twice ? 2 : 1) {
            if link == 0 { takeAtOwner(message) } else { take(message, at: link - 1) }
        }
    }

    // MARK: A history

    mutating func live(steps: Int) {
        connectAll()
        for _ in 0..<steps {
            let link = Int(random.number(in: 0...Int64(links.count - 1)))
            let other = Int(random.number(in: 0...Int64(others.count - 1)))
            switch random.number(in: 0...29) {
            case 0...9: deliverUp(link)
            case 10...17: deliverDown(link, twice: random.once(in: 4))
            case 18: press(!truth)
            case 19...20: request(random.once(in: 2), by: other)
            case 21: cut(link)
            case 22...23: connect(link)
            case 24: random.once(in: 2) ? restartOwner() : restart(other)
            case 25: if random.once(in: 4) { restartBroker() }
            case 26: hasCore ? loseCore() : startCore()
            case 27: if let old = requests.randomElement(using: &random) { links[0]?.down.append(old) }
            case 28: if !wills.isEmpty { publish(wills.removeFirst(), from: nil) }
            default: seconds += Double(random.number(in: 0...8))
            }
        }
    }

    /// Mends all connections. The broker has noticed by then which ones were cut.
    mutating func repair() {
        while !wills.isEmpty { publish(wills.removeFirst(), from: nil) }
        if !hasCore { startCore() }
        connectAll()
    }

    /// Delivers all that is under way.
    ///
    /// - Returns: How many times each side had something to send.
    @discardableResult
    mutating func deliverAll() -> Int {
        var rounds = 0
        while links.contains(where: { $0?.up.isEmpty == false || $0?.down.isEmpty == false }) {
            for link in links.indices { while links[link]?.up.isEmpty == false { deliverUp(link) } }
            for link in links.indices { while links[link]?.down.isEmpty == false { deliverDown(link) } }
            rounds += 1
        }
        return rounds
    }
}
