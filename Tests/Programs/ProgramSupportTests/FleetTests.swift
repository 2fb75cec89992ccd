import MQTT
import Testing

@testable import ProgramSupport

/// The panels of a broker. `Tests/Gateway/broker` has the command on mosquitto.
struct FleetTests {
    private func fleet(_ messages: (String, String)...) -> Fleet {
        messages.reduce(into: Fleet(topic: "house/panels")) { fleet, message in
            fleet.take(MQTTMessage("house/panels/" + message.0, Array(message.1.utf8), isRetained: true))
        }
    }

    @Test("a panel has its name, host, version, lock and faults, in lines and as values")
    func states() {
        let fleet = fleet(
            ("org.b/availability", "online"),
            (
                "org.b/panel",
                #"{"publisher":{"name":"B","host":"pi","version":"1.2","client":"c"},"isLocked":false,"faults":["light ok: gone"],"time":3}"#
            ),
            (
                "org.a/panel",
                #"{"publisher":{"name":"A","host":"pi2","version":"1.1","client":"d"},"isLocked":true,"lockout":"no PINs for 30 s","faults":[]}"#
            ),
            ("org.a/availability", "online"),
            ("org.c/panel", #"{"publisher":{"name":"C"},"faults":[]}"#), ("org.c/availability", "offline"))
        #expect(
            fleet.lines == [
                "PANEL  NAME  HOST  VERSION  STATE",
                "org.a  A     pi2   1.1      locked; no PINs for 30 s",
                "org.b  B     pi    1.2      unlocked; light ok: gone",
                "org.c  C     -     -        offline",
                "3 panels: 1 offline, 1 with faults, 1 locked out, 1 unlocked",
            ])
        #expect(
            fleet.panels[1]
                == Fleet.Panel(
                    domain: "org.b", name: "B", host: "pi", version: "1.2", isOnline: true, isLocked: false,
                    faults: ["light ok: gone"], time: 3))
        #expect(Fleet(topic: "t").lines.last == "0 panels")
    }

    @Test("the last message counts, and a panel of which there is only a part is listed")
    func parts() {
        let fleet = fleet(
            ("org.a/availability", "online"), ("org.a/availability", "offline"), ("org.b/panel", "{}"))
        #expect(fleet.panels == [Fleet.Panel(domain: "org.a"), Fleet.Panel(domain: "org.b")])
    }

    @Test(
        "attack: messages that are none of a panel are left out, and control characters are not printed",
        arguments: [
            ("org.a/panel", "{"), ("org.a/panel", "[]"), ("org.a/panel", #"{"faults": 7}"#), ("org.a/panel", ""),
            ("org.a/control/x", "online"), ("org.a", "online"),
            ("org.a/panel", "{" + String(repeating: " ", count: 70_000) + "}"),
        ])
    func attacks(topic: String, payload: String) {
        #expect(fleet((topic, payload)).panels.isEmpty)
        let printed = fleet(("a\u{1B}[2J/panel", #"{"publisher":{"name":"x\ny"},"faults":[]}"#)).lines
        #expect(printed.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") } && printed.count == 3)
    }
}
