import ControlModel
import LocalAPI
import Panel
import Testing

@Suite("Advice on an extension's controls")
struct DescribedControlAdviceTests {
    private func advice(_ snapshot: ControlSnapshot, _ policy: IntentAuthenticationPolicy = .alwaysAllowed) -> [String]
    {
        let preview = ControlEvaluation(
            control: snapshot, intent: IntentReference(type: "T", title: "T", authentication: policy))
        let control = DescribedControl(kind: snapshot.kind, displayName: snapshot.displayName, preview: preview)
        return ExtensionDescription(displayName: "E", controls: [control]).advice
    }

    private func snapshot(
        _ name: String, _ template: ControlSnapshot.Template, hint: ControlHint, isPrivate: Bool = false
    ) -> ControlSnapshot {
        ControlSnapshot(
            kind: "org.e.c", displayName: name, template: template, title: name, hint: hint.text,
            privacy: ControlSnapshot.Privacy(state: isPrivate))
    }

    @Test("an extension's own hint is judged, and a hint made from the control's name is not")
    func hints() {
        let own = advice(snapshot("Bell", .button, hint: .button(displayName: "Bell", actionHint: "Rings the Bell")))
        #expect(own.count == 1 && own.first?.hasPrefix("control 'org.e.c': the hint 'Rings the Bell' begins") == true)
        #expect(
            advice(snapshot("Bell", .button, hint: .button(displayName: "Bell", actionHint: "Ring the Bell"))) == [])
        #expect(
            advice(snapshot("The Bell", .toggle(isOn: false), hint: .toggle(isOn: false, displayName: "The Bell")))
                == [])
        #expect(advice(snapshot("The Bell", .button, hint: .button(displayName: "The Bell"))) == [])
    }

    @Test("A1 A3 an extension's control that opens a door is advised to be guarded and redacted")
    func opening() {
        let hint = ControlHint.button(displayName: "Door", actionHint: "Unlock the Door")
        #expect(advice(snapshot("Door", .toggle(isOn: false), hint: hint)).count == 2)
        #expect(
            advice(
                snapshot("Door", .toggle(isOn: false), hint: hint, isPrivate: true), .requiresLocalDeviceAuthentication)
                == [])
    }

    @Test("a control without a preview causes no advice")
    func withoutPreview() {
        let control = DescribedControl(kind: "org.e.c", displayName: "Relay 1")
        #expect(ExtensionDescription(displayName: "E", controls: [control]).advice == [])
    }
}
