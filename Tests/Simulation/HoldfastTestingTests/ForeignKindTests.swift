import EventLoop
import Holdfast
import HoldfastTesting
import LocalAPI
import Testing

/// Kinds as the sources of iOS apps have them: without a dot, or in the app's own domain (C3).
@PanelActor
struct ForeignKindTests {
    @Test("C3 a source's own kinds perform, reload and list their placements; the panel has them in the domain")
    func performed() async throws {
        let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Panels"
        let outcome = try await PanelHarness(hosting: ["vpn": VPN.self], in: folder).run(script: "vpn.panel")
        #expect(outcome.failures.isEmpty, "\(outcome.transcript)")
    }

    @Test("C3 a faulty kind of any length leaves out its control, with the reason; the other controls stay")
    func faulty() async throws {
        let bundle = try await HostedBundle(Faulty.self, name: "vpn")
        var description: ExtensionDescription?
        bundle.start()
        await EventLoop.panel.settle()
        await withCheckedContinuation { continuation in bundle.whenIdle { continuation.resume() } }
        _ = bundle.describe(in: "org.example.vpn") { description = try? $0.get() }
        await withCheckedContinuation { continuation in bundle.whenIdle { continuation.resume() } }
        let controls = try #require(description).controls
        #expect(
            controls.map(\.kind) == [
                "org.example.vpn.good", "org.example.vpn.GOOD",
                "org.example.vpn." + String(repeating: "k", count: 64), "org.example.vpn.a\u{FFFD}b\u{FFFD}c",
                "org.example.vpn.good",
            ])
        #expect(controls.map { $0.problem == nil } == [true, true, false, false, false])
        #expect(controls.allSatisfy { ($0.problem ?? "").utf8.count < 500 })
    }
}

private struct VPN: WidgetBundle {
    var body: some Widget {
        VPNControl()
        PlacementsControl()
    }
}

private struct VPNControl: ControlWidget {
    nonisolated static let kind = "VPNControlWidget"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: Provider()) { isOn in
            ControlWidgetToggle("VPN", isOn: isOn, action: SetVPN()) { isOn in
                Label(isOn ? "Connected" : "Not connected", systemImage: "network")
            }
        }
    }

    struct Provider: ControlValueProvider {
        var previewValue: Bool { false }

        func currentValue() async throws -> Bool { try SharedContainer.shared.value(Bool.self, forKey: "vpn") ?? false }
    }
}

private struct SetVPN: SetValueIntent {
    static let title: LocalizedStringResource = "VPN"

    @Parameter(title: "On") var value: Bool

    init() {}

    func perform() async throws -> some IntentResult {
        try SharedContainer.shared.set(value, forKey: "vpn")
        return .result()
    }
}

/// Turns the VPN on behind the panel's back, and reloads its control by the source's kind.
private struct PlacementsControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "com.example.app.placements") {
            ControlWidgetButton(action: Reload()) { Text("Reload") }
        }
    }

    struct Reload: AppIntent {
        static let title: LocalizedStringResource = "Reload"

        func perform() async throws -> some IntentResult {
            let kinds = Set(try await ControlCenter.shared.currentControls().map(\.kind))
            guard kinds == [VPNControl.kind, "com.example.app.placements"] else { throw Unexpected(kinds: kinds) }
            try SharedContainer.shared.set(true, forKey: "vpn")
            ControlCenter.shared.reloadControls(ofKind: VPNControl.kind)
            return .result()
        }
    }

    struct Unexpected: Error {
        var kinds: Set<String>
    }
}

private struct Named: ControlWidget {
    var kind = ""

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: kind) {
            ControlWidgetButton(action: PlacementsControl.Reload()) { Text("Named") }
        }
    }
}

private struct Faulty: WidgetBundle {
    var body: some Widget {
        Named(kind: "good")
        Named(kind: String(repeating: "k", count: 1 << 20))
        Named(kind: "a\nb\u{202E}c")
        Named(kind: "GOOD")
        Named(kind: "good")
    }
}
