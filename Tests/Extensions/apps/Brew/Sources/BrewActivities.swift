import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct BrewAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var time: ClosedRange<Date>
    }

    var tea: Tea
    var name: String
    var symbol = "cup.and.saucer"

    init(tea: Tea) {
        self.tea = tea
        name = tea.name
    }
}

/// The live activities of teas, one for each tea that draws.
enum BrewActivities {
    static func start(_ tea: Tea, until end: Date) {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { return }
        do {
            _ = try Activity.request(attributes: BrewAttributes(tea: tea), content: content(until: end), pushType: nil)
        } catch {
            // The timer is of use without its activity.
            print("No activity for \(tea.name): \(error)")
        }
    }

    static func prolong(_ tea: Tea, until end: Date) async {
        for activity in Activity<BrewAttributes>.activities where activity.attributes.tea == tea {
            await activity.update(content(until: end))
        }
    }

    static func end(_ tea: Tea) async {
        for activity in Activity<BrewAttributes>.activities where activity.attributes.tea == tea {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }

    private static func content(until end: Date) -> ActivityContent<BrewAttributes.ContentState> {
        let now = Date()
        return ActivityContent(state: BrewAttributes.ContentState(time: now...max(now, end)), staleDate: end)
    }
}

/// The activity's views on a phone.
struct BrewLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: BrewAttributes.self) { context in
            VStack {
                Text(context.attributes.name)
                    .font(.headline)
                Text(timerInterval: context.state.time, countsDown: true)
            }
            .padding()
            .activityBackgroundTint(Color.brown)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Image(systemName: context.attributes.symbol)
                }
                DynamicIslandExpandedRegion(.center) {
                    Text(context.attributes.name)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    ProgressView(timerInterval: context.state.time)
                }
            } compactLeading: {
                Image(systemName: context.attributes.symbol)
            } compactTrailing: {
                Text(timerInterval: context.state.time, countsDown: true)
            } minimal: {
                Image(systemName: context.attributes.symbol)
            }
            .keylineTint(Color.brown)
        }
    }
}

#Preview("Green", as: .content, using: BrewAttributes(tea: .green)) {
    BrewLiveActivity()
} contentStates: {
    BrewAttributes.ContentState(time: Date.now...Date.now.addingTimeInterval(180))
}
