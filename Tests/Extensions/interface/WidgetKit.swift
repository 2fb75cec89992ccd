import AppIntents
import SwiftUI
import WidgetKit

//# WidgetKit: controls

//| `ControlWidget` | works | a control, whose body is evaluated on the main actor
struct BellControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "bell") { ControlWidgetButton(action: Ring()) { Text("Bell") } }
    }
}

//| `ControlWidget.main()` | works | a control alone is a program with `@main`
@MainActor func runBellControl() async { await BellControl.main() }

//| `WidgetBundle` | works | an extension is a bundle with `@main`
@main
struct HouseBundle: WidgetBundle {
    var body: some Widget {
        BellControl()
        LampControl()
    }
}

//| `WidgetBundleBuilder` | works | with `if`, `if #available` and `@WidgetBundleBuilder`
@MainActor @WidgetBundleBuilder func someControls(isLarge: Bool) -> some Widget {
    BellControl()
    if isLarge { LampControl() }
    if #available(iOS 18, *) { RoomLampControl() }
}

//| `StaticControlConfiguration(kind:content:)` | works | the kind is the name in the panel's file, after the domain
@MainActor func staticConfiguration() -> some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "static") { bellTemplate() }
}

//| `StaticControlConfiguration(kind:provider:content:)` | works | the template is evaluated at each reload
struct LampControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "lamp", provider: LampValue()) { isOn in
            ControlWidgetToggle("Lamp", isOn: isOn, action: SwitchLamp()) { isOn in Text(isOn ? "Lit" : "Dark") }
        }
    }
}

//| `ControlValueProvider` | works | the current value has five seconds
struct LampValue: ControlValueProvider {
    var previewValue: Bool { false }

    func currentValue() async throws -> Bool { true }
}

//| `AppIntentControlConfiguration(kind:intent:content:)` | works | each placement has its own configuration
@MainActor func intentConfiguration() -> some ControlWidgetConfiguration {
    AppIntentControlConfiguration(kind: "roomBell", intent: SelectRoom.self) { configuration in
        ControlWidgetButton(action: Ring()) { Text(configuration.room.rawValue) }
    }
}

//| `AppIntentControlConfiguration(kind:provider:content:)` | works | each placement has its own value
struct RoomLampControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "roomLamp", provider: RoomLampValue()) { isOn in
            ControlWidgetToggle("Lamp", isOn: isOn, action: SwitchLamp()) { isOn in Text(isOn ? "Lit" : "Dark") }
        }
    }
}

//| `AppIntentControlValueProvider` | works | the current value has five seconds
struct RoomLampValue: AppIntentControlValueProvider {
    func previewValue(configuration: SelectRoom) -> Bool { false }

    func currentValue(configuration: SelectRoom) async throws -> Bool { configuration.room == .kitchen }
}

//| `ControlWidgetConfiguration` | works | your own configuration is made of Apple's
struct OwnConfiguration: ControlWidgetConfiguration {
    var body: some ControlWidgetConfiguration { bellConfiguration().displayName("Bell") }
}

//| `ControlWidgetConfigurationBuilder` | works | one configuration; other statements may stand before it
@MainActor @ControlWidgetConfigurationBuilder func builtConfiguration() -> some ControlWidgetConfiguration {
    let kind = "built"
    StaticControlConfiguration(kind: kind) { bellTemplate() }
}

//| `EmptyControlWidgetConfiguration` | works | a control with it is not listed
@MainActor func noConfiguration() -> some ControlWidgetConfiguration { EmptyControlWidgetConfiguration() }

//| `displayName(_:)` of a control | works | the name in the gallery and in hints
@MainActor func namedControl() -> some ControlWidgetConfiguration { bellConfiguration().displayName("Bell") }

//| `description(_:)` of a control | works | the description in the gallery
@MainActor func describedControl() -> some ControlWidgetConfiguration { bellConfiguration().description("Rings.") }

//| `promptsForUserConfiguration()` of a control | works | the page asks the person who adds the control
@MainActor func promptingControl() -> some ControlWidgetConfiguration {
    bellConfiguration().promptsForUserConfiguration()
}

//| `pushHandler(_:)` of a control | works | MQTT messages reload the placements
@MainActor func pushedControl() -> some ControlWidgetConfiguration { bellConfiguration().pushHandler(BellPushes.self) }

//| `ControlPushHandler` | works | called with each placement's token, which is a part of an MQTT topic
struct BellPushes: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {}
}

//| `ControlPushInfo.token` | works | the placement's token, as UTF-8
func token(of info: ControlPushInfo) -> Int { info.token.count }

//| `ControlWidgetTemplate` | works | your own template is made of Apple's
struct OwnTemplate: ControlWidgetTemplate {
    var body: some ControlWidgetTemplate { bellTemplate().tint(.orange) }
}

//| `ControlWidgetTemplateBuilder` | works | one template; other statements may stand before it
@MainActor @ControlWidgetTemplateBuilder func builtTemplate() -> some ControlWidgetTemplate {
    let title = "Bell"
    ControlWidgetButton(action: Ring()) { Text(title) }
}

//| `EmptyControlWidgetTemplate` | works | a control with it is not listed
@MainActor func noTemplate() -> some ControlWidgetTemplate { EmptyControlWidgetTemplate() }

//| `ControlWidgetButton(action:label:)` | works | a hold performs the action
@MainActor func plainButton() -> some ControlWidgetTemplate { ControlWidgetButton(action: Ring()) { bellLabel() } }

//| `ControlWidgetButton(action:label:)` of an `OpenIntent` | works | the panel opens the target
@MainActor func openButton() -> some ControlWidgetTemplate { ControlWidgetButton(action: ShowRoom()) { bellLabel() } }

//| `ControlWidgetButton(action:label:actionLabel:)` | works | the second label shows while the action runs
@MainActor func buttonWithActionLabel() -> some ControlWidgetTemplate {
    ControlWidgetButton(action: Ring()) {
        bellLabel()
    } actionLabel: { isActive in
        if isActive { Text("Ringing…") }
    }
}

//| `ControlWidgetButton(_:action:actionLabel:)` | works | the title is a key, a resource or a string
@MainActor func titledButton(title: String, resource: LocalizedStringResource) {
    _ = ControlWidgetButton("Bell", action: Ring()) { Text($0 ? "Ringing…" : "Ready") }
    _ = ControlWidgetButton(resource, action: Ring()) { Text($0 ? "Ringing…" : "Ready") }
    _ = ControlWidgetButton(title, action: Ring()) { Text($0 ? "Ringing…" : "Ready") }
}

//| `ControlWidgetToggle(isOn:action:label:)` | works | the value is shown as "On" or "Off"
@MainActor func plainToggle() -> some ControlWidgetTemplate {
    ControlWidgetToggle(isOn: true, action: SwitchLamp()) { Text("Lamp") }
}

//| `ControlWidgetToggle(isOn:action:label:valueLabel:)` | works | the hint is that of the state to which a hold leads
@MainActor func toggleWithValueLabel() -> some ControlWidgetTemplate {
    ControlWidgetToggle(isOn: true, action: SwitchLamp()) {
        Text("Lamp")
    } valueLabel: { isOn in
        Label(isOn ? "Lit" : "Dark", systemImage: isOn ? "lightbulb.fill" : "lightbulb")
    }
}

//| `ControlWidgetToggle(_:isOn:action:valueLabel:)` | works | the title is a key, a resource or a string
@MainActor func titledToggle(title: String, resource: LocalizedStringResource) {
    _ = ControlWidgetToggle("Lamp", isOn: true, action: SwitchLamp()) { Text($0 ? "Lit" : "Dark") }
    _ = ControlWidgetToggle(resource, isOn: true, action: SwitchLamp()) { Text($0 ? "Lit" : "Dark") }
    _ = ControlWidgetToggle(title, isOn: true, action: SwitchLamp()) { Text($0 ? "Lit" : "Dark") }
}

//| `ControlWidgetToggleDefaultLabel` | works | the value label of a toggle that declares none
@MainActor func defaultValueLabel(_ label: ControlWidgetToggleDefaultLabel) -> some View { label }

//| `ControlWidgetButtonDefaultActionLabel` | works | the action label of a button that declares none
@MainActor func defaultActionLabel(_ label: ControlWidgetButtonDefaultActionLabel) -> some View { label }

//| `tint(_:)` of a template | works | the colour of the symbol, the value and an RGB light
@MainActor func tintedTemplate() -> some ControlWidgetTemplate { bellTemplate().tint(.purple) }

//| `disabled(_:)` of a template | works | the panel does not perform the control
@MainActor func disabledTemplate() -> some ControlWidgetTemplate { bellTemplate().disabled(true) }

//| `privacySensitive(_:)` of a template | works | hides the control's state while the panel is locked
@MainActor func privateTemplate() -> some ControlWidgetTemplate { bellTemplate().privacySensitive() }

//| `controlWidgetActionHint(_:)` | works | the hint of a tap: "Hold to …"
@MainActor func hintedLabel() -> some View { bellLabel().controlWidgetActionHint("Ring the Bell") }

//| `controlWidgetStatus(_:)` | works | shown for three seconds after the action
@MainActor func labelWithStatus() -> some View { bellLabel().controlWidgetStatus("It Rang") }

//| `ControlCenter.reloadControls(ofKind:)` | works | the panel asks the providers again
func reloadBells() { ControlCenter.shared.reloadControls(ofKind: "bell") }

//| `ControlCenter.reloadAllControls()` | works | reloads the controls of the extension's user
func reloadEverything() { ControlCenter.shared.reloadAllControls() }

//| `ControlCenter.currentControls()` | works | the placements of the extension's controls
func placedControls() async throws -> [ControlInfo] { try await ControlCenter.shared.currentControls() }

//| `ControlInfo.kind` | works | the kind as the source names it
func kind(of control: ControlInfo) -> String { control.kind }

//| `ControlInfo.id` | works | two placements with the same configuration share it
func identity(of control: ControlInfo) -> String { control.id }

//| `ControlInfo.configurationIntent(of:)` | works | `nil` if a required parameter has no value
func room(of control: ControlInfo) -> Room? { control.configurationIntent(of: SelectRoom.self)?.room }

//| `ControlInfo.pushInfo` | works | `nil` without a push handler
func isPushed(_ control: ControlInfo) -> Bool { control.pushInfo != nil }
