import ControlModel
import FoundationEssentials
import Gestures
import LocalAPI
import MQTT
import Testing

@testable import Gateway

/// The messages to Home Assistant. `make home-assistant` has a real one read them.
struct DiscoveryTests {
    private static let domain = "org.Example.hall"

    private func notice(
        _ key: String, isOn: Bool? = nil, value: String? = nil, symbol: String? = nil, takesCommands: Bool = false
    ) -> PanelNotice {
        let snapshot = ControlSnapshot(
            kind: "\(Self.domain).\(key)", displayName: key.capitalized,
            template: isOn.map { .toggle(isOn: $0) } ?? .button,
            title: "Title", symbol: symbol.map { .system($0) }, valueText: value, hint: "Hold")
        var control = ListedControl(name: snapshot.kind, snapshot: snapshot)
        control.takesCommands = takesCommands
        return PanelNotice(.control, name: control.name, control: control)
    }

    private func picture(_ notices: PanelNotice...) -> PanelPicture {
        (notices + [PanelNotice(.ready)]).reduce(into: PanelPicture()) { $0.apply($1) }
    }

    private let publication = Publication(
        topic: "holdfast", domain: domain, by: .init(name: "Hall", host: "pi", version: "1.2", client: "holdfast1"))

    private func makeDiscovery() -> Discovery {
        Discovery(
            prefix: "homeassistant", root: "holdfast/org.example.hall",
            panel: .init(name: "Hall", version: "1.2", icon: { $0 == "lightbulb.fill" ? "lightbulb" : nil }))
    }

    @Test("each control is an entity by what it shows and takes, and so are lock and faults")
    func entities() {
        var discovery = makeDiscovery()
        let messages = discovery.messages(
            for: picture(
                notice("lamp", isOn: true, value: "On", takesCommands: true), notice("door", isOn: false),
                notice("bell", takesCommands: true), notice("rain", value: "3 mm"), notice("scene"),
                PanelNotice(.locked)),
            of: publication)
        let node = "holdfast_2f_org__example__hall"
        #expect(
            messages.map(\.topic) == [
                "homeassistant/binary_sensor/\(node)/panel_fault/config",
                "homeassistant/binary_sensor/\(node)/panel_lock/config",
                "homeassistant/switch/\(node)/control_lamp/config",
                "homeassistant/binary_sensor/\(node)/control_door/config",
                "homeassistant/button/\(node)/control_bell/config", "homeassistant/sensor/\(node)/control_rain/config",
            ])
        #expect(!messages.contains { !$0.isRetained })
    }

    @Test("an entity has its topics, its device, its origin and its availability")
    func configuration() throws {
        var discovery = makeDiscovery()
        let message = try #require(
            discovery.messages(
                for: picture(notice("lamp", isOn: true, symbol: "lightbulb.fill", takesCommands: true)), of: publication
            ).last)
        let topic = "holdfast/org.example.hall/control/lamp"
        let state =
            "{% if value_json.isOn is defined %}{{ 'ON' if value_json.isOn else 'OFF' }}{% else %}None{% endif %}"
        let stale = "{{ 'online' if value_json.freshness == 'fresh' else 'offline' }}"
        #expect(
            String(decoding: message.payload, as: UTF8.self) == #"""
                {"availability":[{"topic":"holdfast/org.example.hall/availability"},\#
                {"topic":"\#(topic)","value_template":"\#(stale)"}],"availability_mode":"all","command_topic":"\#(topic)/set",\#
                "device":{"identifiers":["holdfast_2f_org__example__hall"],"manufacturer":"Holdfast","model":"Control panel",\#
                "name":"Hall","sw_version":"1.2"},"icon":"mdi:lightbulb","json_attributes_topic":"\#(topic)","name":"Lamp",\#
                "origin":{"name":"Holdfast","sw_version":"1.2"},"state_topic":"\#(topic)",\#
                "unique_id":"holdfast_2f_org__example__hall_control_lamp","value_template":"\#(state)"}
                """#)
    }

    @Test(
        "an entity's name has no panel's name at its beginning, which Home Assistant puts there; the panel's name alone is null",
        arguments: [
            ("Hall", #""name":null"#), ("hall", #""name":null"#), ("Hall Lamp", #""name":"Lamp""#),
            ("Hallway", #""name":"Hallway""#), ("Hall - Lamp", #""name":"- Lamp""#), ("Lamp", #""name":"Lamp""#),
            ("Hall  ", #""name":null"#),
        ])
    func names(displayName: String, name: String) throws {
        var discovery = makeDiscovery()
        var lamp = notice("lamp", isOn: true)
        lamp.control?.snapshot.displayName = displayName
        let message = try #require(discovery.messages(for: picture(lamp), of: publication).last)
        let payload = String(decoding: message.payload, as: UTF8.self)
        // The device has a name, too.
        #expect(
            payload.contains(#""json_attributes_topic":"holdfast/org.example.hall/control/lamp",\#(name),"#),
            "\(payload)")
    }

    @Test("a contact and a value have their device class and unit, a switch and a button have none")
    func classes() throws {
        func configuration(_ notice: PanelNotice, _ entityClass: EntityClass) throws -> String {
            var discovery = Discovery(
                prefix: "homeassistant", root: "holdfast/org.example.hall",
                panel: .init(
                    name: "Hall", version: "1.2", classes: [try #require(notice.name): entityClass], icon: { _ in nil })
            )
            let message = try #require(discovery.messages(for: picture(notice), of: publication).last)
            return message.topic + " " + String(decoding: message.payload, as: UTF8.self)
        }
        let door = try configuration(notice("door", isOn: true), EntityClass(deviceClass: "door"))
        #expect(door.contains("/binary_sensor/") && door.contains(#""device_class":"door""#))
        #expect(!door.contains("unit_of_measurement"))
        let power = try configuration(notice("power", value: "7"), EntityClass(deviceClass: "power", unit: "W"))
        #expect(power.contains("/sensor/") && power.contains(#""device_class":"power""#))
        #expect(power.contains(#""unit_of_measurement":"W""#))
        let contact = try configuration(
            notice("strike", value: "Shut"), EntityClass(deviceClass: "door", wordForOn: #"A "jar" / half"#))
        #expect(contact.contains("/binary_sensor/") && contact.contains(#""device_class":"door""#))
        #expect(contact.contains(#"'ON' if value_json.value == \"A \\\"jar\\\" / half\" else 'OFF'"#))
        for isOn in [true, nil] {
            let commanded = try configuration(
                notice("lamp", isOn: isOn, takesCommands: true), EntityClass(deviceClass: "door", wordForOn: "On"))
            #expect(!commanded.contains("device_class") && !commanded.contains("binary_sensor"))
        }
    }

    @Test("a button that is called as the panel keeps the word that tells what it is")
    func buttonName() throws {
        var discovery = Discovery(
            prefix: "homeassistant", root: "holdfast/org.example.hall",
            panel: .init(name: "Hall", version: "1.2", buttons: ["hall"], icon: { _ in nil }))
        let message = try #require(discovery.messages(for: picture(), of: publication).last)
        #expect(String(decoding: message.payload, as: UTF8.self).contains(#""name":"button""#))
    }

    @Test("a button is an entity of events, each gesture an event that Home Assistant knows beforehand")
    func buttons() throws {
        var discovery = Discovery(
            prefix: "homeassistant", root: "holdfast/org.example.hall",
            panel: .init(name: "Hall", version: "1.2", buttons: ["top"], icon: { _ in nil }))
        let messages = discovery.messages(for: picture(), of: publication)
        #expect(messages.last?.topic == "homeassistant/event/holdfast_2f_org__example__hall/button_top/config")
        #expect(
            String(decoding: try #require(messages.last).payload, as: UTF8.self) == #"""
                {"availability":[{"topic":"holdfast/org.example.hall/availability"}],"availability_mode":"all",\#
                "device":{"identifiers":["holdfast_2f_org__example__hall"],"manufacturer":"Holdfast","model":"Control panel",\#
                "name":"Hall","sw_version":"1.2"},"device_class":"button",\#
                "event_types":["tap","hold","double_tap","triple_tap","long_hold"],"name":"top button",\#
                "origin":{"name":"Holdfast","sw_version":"1.2"},"state_topic":"holdfast/org.example.hall/button/top",\#
                "unique_id":"holdfast_2f_org__example__hall_button_top",\#
                "value_template":"{{ {'event_type': value_json.gesture} | tojson }}"}
                """#)
    }

    @Test("Home Assistant knows each gesture that a button recognises")
    func gestures() { #expect(Set(Discovery.gestures) == Set(ButtonGesture.allCases.map(\.rawValue))) }

    @Test("a change of state changes no entity, and a control that has gone takes its entity with it")
    func changes() {
        var discovery = makeDiscovery()
        var picture = picture(notice("lamp", isOn: true, symbol: "lightbulb.fill"), notice("door", isOn: false))
        #expect(discovery.messages(for: picture, of: publication).count == 3)
        picture.apply(notice("lamp", isOn: false, symbol: "lightbulb"))
        #expect(discovery.messages(for: picture, of: publication).isEmpty)
        picture.apply(PanelNotice(.removed, name: "\(Self.domain).door"))
        let node = "homeassistant/binary_sensor/holdfast_2f_org__example__hall/"
        #expect(
            discovery.messages(for: picture, of: publication) == [MQTTMessage(removing: node + "control_door/config")])
        discovery.forget()
        #expect(discovery.messages(for: picture, of: publication).count == 2)
    }

    @Test("entities of an earlier run are removed, those of other panels and devices are left")
    func leftovers() {
        var discovery = makeDiscovery()
        let own = "homeassistant/switch/holdfast_2f_org__example__hall/control_old/config"
        for topic in [
            own, "homeassistant/switch/holdfast_2f_org__example__door/control_old/config",
            "homeassistant/switch/lamp/config",
            "homeassistant/switch/holdfast_2f_org__example__hall/control_old/state",
            "other/switch/holdfast_2f_org__example__hall/x/config",
        ] {
            _ = discovery.found(MQTTMessage(topic, Array("{}".utf8), isRetained: true))
        }
        let messages = discovery.messages(for: picture(notice("lamp", isOn: true)), of: publication)
        #expect(messages.filter { $0.payload.isEmpty } == [MQTTMessage(removing: own)])
    }

    @Test("Home Assistant's start is its word at its own topic")
    func birth() {
        let discovery = makeDiscovery()
        #expect(discovery.isBirth(MQTTMessage("homeassistant/status", Array("online".utf8))))
        #expect(!discovery.isBirth(MQTTMessage("homeassistant/status", Array("offline".utf8))))
        #expect(!discovery.isBirth(MQTTMessage("holdfast/status", Array("online".utf8))))
    }

    @Test("nothing is told before the whole state has come")
    func incomplete() {
        var discovery = makeDiscovery()
        var picture = PanelPicture()
        picture.apply(notice("lamp", isOn: true))
        #expect(discovery.messages(for: picture, of: publication).isEmpty)
    }

    @Test("no two controls have one entity, whatever their names")
    func identifiers() {
        var discovery = makeDiscovery()
        let names = ["a.b", "a_b", "a__b", "a.5f_b", "a_5f_b", "a-b", "a/b", "\u{1F6AA}", "1f6aa"]
        let messages = discovery.messages(
            for: names.map { notice($0, isOn: true) }.reduce(into: picture()) { $0.apply($1) }, of: publication)
        #expect(Set(messages.map(\.topic)).count == names.count + 1)
    }
}
