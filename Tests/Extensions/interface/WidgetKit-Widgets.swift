import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

//# WidgetKit: ordinary widgets and live activities

//| `Widget` | nothing | a panel shows controls; `holdfast status` notes which widgets it leaves out
struct Clock: Widget {
    var body: some WidgetConfiguration { clockConfiguration() }
}

//| `StaticConfiguration` | nothing | the views of an ordinary widget are never drawn
@MainActor func clockConfiguration() -> some WidgetConfiguration {
    StaticConfiguration(kind: "clock", provider: ClockTimeline()) { entry in Text(entry.date, style: .time) }
}

//| `AppIntentConfiguration` | nothing | the views of an ordinary widget are never drawn
@MainActor func choosableClock() -> some WidgetConfiguration {
    AppIntentConfiguration(kind: "choice", intent: ChooseClock.self, provider: ChosenTimeline()) { entry in
        Text(entry.date, style: .time)
    }
}

//| `EmptyWidgetConfiguration` | nothing | a widget with it shows nothing
@MainActor func noWidget() -> some WidgetConfiguration { EmptyWidgetConfiguration() }

//| `WidgetConfigurationIntent` | nothing | only an ordinary widget has such a configuration
struct ChooseClock: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Choose Clock"

    @Parameter(title: "Seconds", default: true) var hasSeconds: Bool
}

//| `TimelineProvider` | nothing | never called
struct ClockTimeline: TimelineProvider {
    func placeholder(in context: Context) -> ClockEntry { ClockEntry(date: .now) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (ClockEntry) -> Void) {
        completion(ClockEntry(date: .now))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<ClockEntry>) -> Void) {
        completion(Timeline(entries: [ClockEntry(date: .now)], policy: .atEnd))
    }
}

//| `TimelineProviderContext` | nothing | never made
func isClockSmall(in context: TimelineProviderContext) -> Bool { context.family == .systemSmall && context.isPreview }

//| `AppIntentTimelineProvider` | nothing | never called
struct ChosenTimeline: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> ClockEntry { ClockEntry(date: .now) }

    func snapshot(for configuration: ChooseClock, in context: Context) async -> ClockEntry { ClockEntry(date: .now) }

    func timeline(for configuration: ChooseClock, in context: Context) async -> Timeline<ClockEntry> {
        Timeline(entries: [ClockEntry(date: .now)], policy: .never)
    }
}

//| `AppIntentRecommendation` | nothing | never asked for
func recommendedClock() -> AppIntentRecommendation<ChooseClock> {
    AppIntentRecommendation(intent: ChooseClock(), description: "Clock")
}

//| `TimelineEntry` | nothing | never shown
struct ClockEntry: TimelineEntry {
    let date: Date
}

//| `TimelineEntryRelevance` | nothing | never read
func relevanceOfClock() -> TimelineEntryRelevance { TimelineEntryRelevance(score: 1, duration: 60) }

//| `Timeline` | nothing | never shown
func hourlyTimeline() -> Timeline<ClockEntry> { Timeline(entries: [], policy: hourly()) }

//| `TimelineReloadPolicy` | nothing | never read; a control reloads by `ControlCenter`
func hourly() -> TimelineReloadPolicy { .after(Date.now.addingTimeInterval(3_600)) }

//| `WidgetFamily` | nothing | the size of an ordinary widget
func smallFamilies() -> [WidgetFamily] { [.systemSmall, .accessoryCircular, .accessoryInline] }

//| `configurationDisplayName(_:)` | nothing | an ordinary widget is not listed
@MainActor func namedClock() -> some WidgetConfiguration { clockConfiguration().configurationDisplayName("Clock") }

//| `description(_:)` of a widget | nothing | an ordinary widget is not listed
@MainActor func describedClock() -> some WidgetConfiguration { clockConfiguration().description("The time.") }

//| `supportedFamilies(_:)` | nothing | an ordinary widget is not drawn
@MainActor func smallClock() -> some WidgetConfiguration { clockConfiguration().supportedFamilies([.systemSmall]) }

//| `contentMarginsDisabled()` | nothing | an ordinary widget is not drawn
@MainActor func wideClock() -> some WidgetConfiguration { clockConfiguration().contentMarginsDisabled() }

//| `containerBackgroundRemovable(_:)` | nothing | an ordinary widget is not drawn
@MainActor func opaqueClock() -> some WidgetConfiguration { clockConfiguration().containerBackgroundRemovable(false) }

//| `promptsForUserConfiguration()` of a widget | nothing | only a control's configuration is asked for
@MainActor func promptingClock() -> some WidgetConfiguration { choosableClock().promptsForUserConfiguration() }

//| `disfavoredLocations(_:for:)` and `WidgetLocation` | nothing | a control is where the panel's file places it
@MainActor func homelessClock() -> some WidgetConfiguration {
    clockConfiguration().disfavoredLocations([.homeScreen, .standBy], for: [.systemSmall])
}

//| `onBackgroundURLSessionEvents(matching:_:)` | nothing | Linux has no background sessions
@MainActor func downloadingClock() -> some WidgetConfiguration {
    clockConfiguration().onBackgroundURLSessionEvents(matching: "clock") { _, completion in completion() }
}

//| `supplementalActivityFamilies(_:)` and `ActivityFamily` | nothing | the views of an activity are not drawn
@MainActor func watchedClock() -> some WidgetConfiguration {
    clockConfiguration().supplementalActivityFamilies([.small])
}

//| `WidgetCenter.reloadTimelines(ofKind:)` | nothing | a control reloads by `ControlCenter.reloadControls(ofKind:)`
func reloadClock() { WidgetCenter.shared.reloadTimelines(ofKind: "clock") }

//| `WidgetCenter.reloadAllTimelines()` | nothing | controls reload by `ControlCenter.reloadAllControls()`
func reloadClocks() { WidgetCenter.shared.reloadAllTimelines() }

//| `WidgetCenter.invalidateConfigurationRecommendations()` | nothing | no recommendations are asked for
func forgetRecommendations() { WidgetCenter.shared.invalidateConfigurationRecommendations() }

//| `WidgetCenter.currentConfigurations()` | nothing | empty: people place no ordinary widgets
func placedClocks() async throws -> Int { try await WidgetCenter.shared.currentConfigurations().count }

//| `WidgetCenter.getCurrentConfigurations(_:)` | nothing | empty: people place no ordinary widgets
func countPlacedClocks() {
    WidgetCenter.shared.getCurrentConfigurations { result in print((try? result.get().count) ?? 0) }
}

//| `WidgetInfo` | nothing | never made
func isClock(_ widget: WidgetInfo) -> Bool { widget.kind == "clock" && widget.family == .systemSmall }

//| `#Preview(_:as:widget:timeline:)` | nothing | Xcode draws previews; `holdfast up` shows a control on a panel
struct ClockWidget: Widget {
    var body: some WidgetConfiguration { clockConfiguration() }
}

#Preview("Small", as: .systemSmall) {
    ClockWidget()
} timeline: {
    ClockEntry(date: .now)
    ClockEntry(date: .now)
}

//| `#Preview(_:as:widget:timelineProvider:)` | nothing | Xcode draws previews
#Preview(as: .systemSmall) {
    ClockWidget()
} timelineProvider: {
    ClockTimeline()
}

//| `#Preview(_:as:using:widget:contentStates:)` | nothing | Xcode draws previews
#Preview("Egg", as: .content, using: EggAttributes(name: "Egg")) {
    EggWidget()
} contentStates: {
    EggAttributes.ContentState(endDate: .now)
}

//| `PreviewProvider` | nothing | previews are drawn by Xcode
struct ClockPreviews: PreviewProvider {
    static var previews: some View { Text("Clock") }
}

//| `previewContext(_:)` and `WidgetPreviewContext` | nothing | previews are drawn by Xcode
@MainActor func previewOfClock() -> some View {
    Text("Clock").previewContext(WidgetPreviewContext(family: .systemSmall))
}

//| `AccessoryWidgetBackground` | nothing | an ordinary widget is not drawn
@MainActor func backgroundOfClock() -> some View { AccessoryWidgetBackground() }

//| `ActivityConfiguration` | nothing | a panel shows properties of the attributes, and draws no views
struct EggWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: EggAttributes.self) { context in
            eggLabel(context)
        } dynamicIsland: { context in
            eggIsland(context)
        }
    }
}

//| `ActivityViewContext` | nothing | never made
@MainActor func eggLabel(_ context: ActivityViewContext<EggAttributes>) -> some View {
    Text(context.isStale ? context.activityID : context.attributes.name)
}

//| `DynamicIsland` | nothing | a panel has none
@MainActor func eggIsland(_ context: ActivityViewContext<EggAttributes>) -> DynamicIsland {
    DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { Text(context.attributes.name) }
        DynamicIslandExpandedRegion(.bottom, priority: 1) { Text(context.state.endDate, style: .timer) }
    } compactLeading: {
        Text("Egg")
    } compactTrailing: {
        Text(context.state.endDate, style: .timer)
    } minimal: {
        Text("Egg")
    }
}

//| `keylineTint(_:)` and `widgetURL(_:)` of a `DynamicIsland` | nothing | a panel has none
@MainActor func tintedIsland(_ island: DynamicIsland) -> DynamicIsland { island.widgetURL(nil).keylineTint(.red) }
