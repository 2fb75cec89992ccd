import AppIntents
import Foundation
import SwiftUI
import WidgetKit

//# SwiftUI: labels, views and colours

//| `View` | works | a control reads the first text, the first symbol and the hints of its label's views
struct OwnLabel: View {
    var body: some View { Label("Bell", systemImage: "bell") }
}

//| `ViewBuilder` | works | with `if`, `switch` and `if #available`
@MainActor @ViewBuilder func lampLabel(isOn: Bool, room: Room) -> some View {
    if isOn { Text("Lit") } else { Image(systemName: "lightbulb") }
    switch room {
    case .kitchen: Text("Kitchen")
    case .hall: EmptyView()
    }
    if #available(iOS 18, *) { Text("New") }
}

//| `Text(_:tableName:comment:)` | works | a key of the table `Localizable`, or of another one
func textByKey() -> Text { Text("Bell", tableName: "House", comment: "A bell of the house") }

//| `Text(_:tableName:bundle:comment:)` | works | in the program's tables, whatever the bundle
func textInBundle() -> Text { Text("Bell", tableName: nil, bundle: .main, comment: "A bell of the house") }

//| `Text(_:)` of a `LocalizedStringResource` | works | looked up when it is shown
func textByResource(_ resource: LocalizedStringResource) -> Text { Text(resource) }

//| `Text(_:)` of a string | works | shown unchanged
func textByString(_ string: String) -> Text { Text(string) }

//| `Text(verbatim:)` | works | shown unchanged
func textVerbatim() -> Text { Text(verbatim: "Bell") }

//| `Text(_:)` of an `Image` | works | the label's symbol
func textOfImage() -> Text { Text(Image(systemName: "bell")) }

//| Interpolation of an `Image` or `Text` | works | the words, and the label's symbol
func textWithImage() -> Text { Text("\(Image(systemName: "bell")) Bell, \(Text("twice"))") }

//| Interpolation with a `specifier:` | works | as printf(3) formats a number
func textWithSpecifier() -> Text { Text("\(21.5, specifier: "%.1f") degrees") }

//| `Text(_:style:)` | works | nothing updates the text: the date in ISO 8601
func textOfDate() -> Text { Text(Date.now, style: .relative) }

//| `Text(timerInterval:pauseTime:countsDown:showsHours:)` | works | nothing updates the text: its end in ISO 8601
func textOfTimer() -> Text { Text(timerInterval: Date.now...Date.now.addingTimeInterval(60), countsDown: true) }

//| `Text(_:format:)` | works | formatted when the control is evaluated
func textOfFormat(_ date: Date) -> Text { Text(date, format: .iso8601) }

//| `LocalizedStringKey` | works | a key of the table `Localizable`
func keyOfBell() -> LocalizedStringKey { "Bell \(1)" }

//| `Label(_:systemImage:)` | works | the title is a key, a resource or a string
@MainActor func symbolLabel(title: String, resource: LocalizedStringResource) -> some View {
    VStack {
        Label("Bell", systemImage: "bell")
        Label(resource, systemImage: "bell")
        Label(title, systemImage: "bell")
    }
}

//| `Label(_:image:)` | works | a symbol of an asset catalogue, or an SVG file in the folder `symbols`
@MainActor func imageLabel() -> some View { Label("Bell", image: "bell") }

//| `Label(title:icon:)` | works | the first text and the first symbol
@MainActor func viewLabel() -> some View {
    Label {
        Text("Bell")
        Text("Twice")
    } icon: {
        Image(systemName: "bell")
    }
}

//| `Image(systemName:)` | works | a symbol by its name in SF Symbols
func imageBySymbol() -> Image { Image(systemName: "bell") }

//| `Image(_:)` | works | a symbol of an asset catalogue, or an SVG file in the folder `symbols`
func imageByFile() -> Image { Image("bell") }

//| `Image(systemName:variableValue:)` | works | the whole symbol is drawn
func variableImage() -> Image { Image(systemName: "wifi", variableValue: 0.5) }

//| `Image(_:bundle:)` | works | whatever the bundle
func imageInBundle() -> Image { Image("bell", bundle: .main) }

//| `EmptyView` | works | nothing
@MainActor func emptyLabel() -> some View { EmptyView() }

//| `Group` | works | read in order
@MainActor func groupedLabel() -> some View { Group { Text("Bell") } }

//| `HStack`, `VStack` and `ZStack` | works | read in order; a button's second text is its subtitle
@MainActor func stackedLabel() -> some View {
    HStack(alignment: .top, spacing: 4) {
        VStack(alignment: .leading) { Text("Bell") }
        ZStack(alignment: .center) { Text("Twice") }
    }
}

//| `ForEach` | works | read in order
@MainActor func repeatedLabel() -> some View {
    ForEach(["Bell", "Door"], id: \.self) { name in Text(name) }
}

//| `AnyView` | works | its content is read
@MainActor func erasedLabel() -> some View { AnyView(Text("Bell")) }

//| `ViewThatFits` | works | the first of its views is read
@MainActor func fittingLabel() -> some View {
    ViewThatFits(in: .horizontal) {
        Text("Front door bell")
        Text("Bell")
    }
}

//| `State` | works | a panel evaluates a view once, with the first value
struct StatefulLabel: View {
    @State private var isOpen = false

    var body: some View { Text(isOpen ? "Open" : "Shut") }
}

//| `Binding` | works | reads and writes another view's `State`
struct BoundLabel: View {
    @Binding var isOpen: Bool

    var body: some View { Text(isOpen ? "Open" : "Shut") }
}

//| `Spacer` and `Divider` | nothing | a panel draws no views
@MainActor func spacedLabel() -> some View {
    HStack {
        Spacer()
        Divider()
    }
}

//| `Button(intent:label:)` | works | its label is read; a control has nothing to press within
@MainActor func innerButton() -> some View { Button(intent: Ring()) { Text("Ring") } }

//| `Button(_:intent:)` | works | its title is read; a control has nothing to press within
@MainActor func innerTitledButton() -> some View { Button("Ring", intent: Ring()) }

//| `Toggle(isOn:intent:label:)` | works | its label is read; a control has nothing to press within
@MainActor func innerToggle() -> some View { Toggle(isOn: true, intent: SwitchLamp()) { Text("Lamp") } }

//| `Toggle(_:isOn:intent:)` | works | its title is read; a control has nothing to press within
@MainActor func innerTitledToggle() -> some View { Toggle("Lamp", isOn: true, intent: SwitchLamp()) }

//| `Link(destination:label:)` | works | its label is read
@MainActor func linkedLabel(_ url: URL) -> some View { Link(destination: url) { Text("Bell") } }

//| `ProgressView` | nothing | a panel draws no views
@MainActor func progressOfEgg() -> some View { ProgressView(value: 0.5) }

//| `ProgressView(timerInterval:countsDown:)` | nothing | a panel draws no views
@MainActor func timeOfEgg() -> some View { ProgressView(timerInterval: Date.now...Date.now.addingTimeInterval(60)) }

//| `Color` as a view | nothing | a panel draws no views
@MainActor func colorAsView() -> some View { Color.red }

//| `Color(red:green:blue:opacity:)` | works | in sRGB; opacity dims towards black
func mixedColor() -> Color { Color(red: 1, green: 0.5, blue: 0, opacity: 0.8) }

//| `Color(white:opacity:)` | works | a grey
func grayColor() -> Color { Color(white: 0.5) }

//| `Color(hue:saturation:brightness:opacity:)` | works | in sRGB
func hueColor() -> Color { Color(hue: 0.1, saturation: 1, brightness: 1) }

//| `Color(_:)` | works | a colour set of an asset catalogue
func namedColor() -> Color { Color("Lamp") }

//| `Color(_:bundle:)` | works | whatever the bundle
func namedColorInBundle() -> Color { Color("Lamp", bundle: .main) }

//| `Color.red` and the other system colours | works | as in iOS, in the light appearance
func systemColors() -> [Color] {
    [
        .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray, .white,
        .black,
    ]
}

//| `Color.primary`, `Color.secondary` and `Color.clear` | works | as on a dark display
func meaningfulColors() -> [Color] { [.primary, .secondary, .clear] }

//| `Color.accentColor` | works | the colour set `AccentColor`, or system blue: the tint of a control that has none
func accent() -> Color { Color.accentColor }

//| `Color.opacity(_:)` | works | dimmed towards black
func dimmedColor() -> Color { Color.red.opacity(0.5) }

//| `Circle`, `Capsule`, `Rectangle` and other shapes | nothing | a panel draws no views
@MainActor func roundLabel() -> some View {
    ZStack {
        Circle().fill(.red)
        Capsule().stroke(.blue, lineWidth: 2)
        RoundedRectangle(cornerRadius: 4)
    }
}

//| `Environment` and `EnvironmentValues` | nothing | all values are defaults
struct EnvironmentReader: View {
    @Environment(\.widgetFamily) var family
    @Environment(\.colorScheme) var colorScheme

    var body: some View { Text(colorScheme == .dark ? "Dark" : "Light") }
}

//| `EnvironmentValues.widgetRenderingMode` | nothing | always `fullColor`
struct ModeReader: View {
    @Environment(\.widgetRenderingMode) var mode

    var body: some View { Text(mode == .fullColor ? "Colours" : "One colour") }
}

//| `EnvironmentValues.showsWidgetContainerBackground` | nothing | always `false`
struct BackgroundReader: View {
    @Environment(\.showsWidgetContainerBackground) var hasBackground

    var body: some View { Text(hasBackground ? "Background" : "None") }
}

//| `EnvironmentValues.isLuminanceReduced` | nothing | always `false`
struct LuminanceReader: View {
    @Environment(\.isLuminanceReduced) var isDimmed

    var body: some View { Text(isDimmed ? "Dimmed" : "Bright") }
}

//| `EnvironmentValues().openURL(_:)` | works | the panel opens the address after `perform()`
@MainActor func openInPerform(_ url: URL) { EnvironmentValues().openURL(url) }

//| `OpenURLAction` | works | a handler may open the address by itself
@MainActor func openByHandler(_ url: URL) {
    let action = OpenURLAction { _ in .handled }
    action(url)
}

//| `#Preview(_:traits:body:)` | nothing | Xcode draws previews; `holdfast up` shows a control on a panel
#Preview { Text("Bell") }
#Preview("Wide", traits: .sizeThatFitsLayout, .fixedLayout(width: 300, height: 80)) {
    let title = "Bell"
    Text(title)
}
