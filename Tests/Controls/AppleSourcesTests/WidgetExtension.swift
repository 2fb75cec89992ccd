// A widget extension's file with a widget, a control and a live activity.
import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct Provider: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> SimpleEntry {
        SimpleEntry(date: Date(), configuration: ConfigurationAppIntent())
    }

    func snapshot(for configuration: ConfigurationAppIntent, in context: Context) async -> SimpleEntry {
        SimpleEntry(date: Date(), configuration: configuration)
    }

    func timeline(for configuration: ConfigurationAppIntent, in context: Context) async -> Timeline<SimpleEntry> {
        var entries: [SimpleEntry] = []
        let currentDate = Date()
        for hourOffset in 0..<5 {
            let entryDate = currentDate.addingTimeInterval(Double(hourOffset) * 3600)
            entries.append(SimpleEntry(date: entryDate, configuration: configuration))
        }
        return Timeline(entries: entries, policy: .atEnd)
    }
}

struct SimpleEntry: TimelineEntry {
    let date: Date
    let configuration: ConfigurationAppIntent
}

struct ConfigurationAppIntent: WidgetConfigurationIntent {
    static var title: LocalizedStringResource { "Configuration" }
    static var description: IntentDescription { "This is an example widget." }

    @Parameter(title: "Favorite Emoji", default: "😃")
    var favoriteEmoji: String
}

struct TimerWidgetEntryView: View {
    @Environment(\.widgetFamily) var family
    var entry: Provider.Entry

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Image(systemName: "hourglass")
                    .imageScale(.large)
                    .foregroundStyle(.tint)
                Text("Time:")
                    .font(.headline)
                Spacer()
                Text(entry.date, style: .time)
                    .monospacedDigit()
            }
            if family != .systemSmall {
                ForEach(["Work", "Break"], id: \.self) { name in
                    Text(name).foregroundStyle(.secondary)
                }
            }
            ZStack {
                Text(entry.configuration.favoriteEmoji)
            }
            .frame(maxWidth: .infinity)
            Button(intent: LaunchAppIntent(.timer)) {
                Label("Open", systemImage: "arrow.up")
            }
        }
        .padding()
        .containerBackground(.fill.tertiary, for: .widget)
    }
}

struct TimerWidget: Widget {
    let kind: String = "TimerWidget"

    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: kind, intent: ConfigurationAppIntent.self, provider: Provider()) { entry in
            TimerWidgetEntryView(entry: entry)
        }
        .configurationDisplayName("My Widget")
        .description("This is an example widget.")
        .supportedFamilies([.systemSmall, .accessoryRectangular])
        .contentMarginsDisabled()
    }
}

struct ClockProvider: TimelineProvider {
    func placeholder(in context: Context) -> ClockEntry {
        ClockEntry(date: Date())
    }

    func getSnapshot(in context: Context, completion: @escaping (ClockEntry) -> Void) {
        completion(ClockEntry(date: Date()))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<ClockEntry>) -> Void) {
        completion(Timeline(entries: [ClockEntry(date: Date())], policy: .after(Date().addingTimeInterval(60))))
    }
}

struct ClockEntry: TimelineEntry {
    var date: Date
}

struct ClockWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "ClockWidget", provider: ClockProvider()) { entry in
            Text(entry.date, style: .timer)
                .containerBackground(for: .widget) { Color.black }
        }
    }
}

struct TimerAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable {
        var endDate: Date
    }

    var name: String
}

struct TimerLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TimerAttributes.self) { context in
            VStack {
                Text(context.attributes.name)
                Text(timerInterval: Date()...context.state.endDate, countsDown: true)
            }
            .activityBackgroundTint(Color.cyan)
            .activitySystemActionForegroundColor(Color.black)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Text("Leading")
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text(context.attributes.name)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    ProgressView(timerInterval: Date()...context.state.endDate)
                }
            } compactLeading: {
                Image(systemName: "hourglass")
            } compactTrailing: {
                Text(context.state.endDate, style: .timer)
            } minimal: {
                Text(context.attributes.name).bold()
            }
            .widgetURL(URL(string: "http://www.apple.com"))
            .keylineTint(Color.red)
        }
    }
}

struct ProductivityExtensionBundle: WidgetBundle {
    var body: some Widget {
        TimerWidget()
        ClockWidget()
        TimerToggle()
        GarageDoorOpener()
        if #available(iOS 18.0, *) {
            PerformActionButton()
        }
        CameraButton()
        TimerLiveActivity()
    }
}

#Preview("Garage") {
    Label("Garage", systemImage: "door.garage.closed")
}
