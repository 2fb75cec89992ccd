// An app's source, after the session "Extend your app's controls across the system". The file has no code for Linux.
import AppIntents
import Foundation
import SwiftUI
import WidgetKit

struct TimerToggle: ControlWidget {
    static let kind: String = "com.apple.Productivity.TimerToggle"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(
            kind: Self.kind,
            provider: ConfigurableTimerValueProvider()
        ) { timerState in
            ControlWidgetToggle(
                timerState.timer.name,
                isOn: timerState.isRunning,
                action: ToggleTimerIntent(timer: timerState.timer),
                valueLabel: { isOn in
                    Label(
                        isOn ? "Running" : "Stopped",
                        systemImage: isOn ? "hourglass" : "hourglass.bottomhalf.filled"
                    )
                    .controlWidgetActionHint(isOn ? "Start" : "Stop")
                }
            )
            .tint(.purple)
        }
        .displayName("Productivity Timer")
        .description("Start and stop a productivity timer.")
        .promptsForUserConfiguration()
        .pushHandler(TimerPushHandler.self)
    }
}

struct TimerState {
    var timer: ProductivityTimer
    var isRunning: Bool
}

struct ConfigurableTimerValueProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectTimerIntent) -> TimerState {
        TimerState(timer: configuration.timer, isRunning: false)
    }

    func currentValue(configuration: SelectTimerIntent) async throws -> TimerState {
        let timer = configuration.timer
        let isRunning = try await TimerManager.shared.fetchTimerRunning(timer: timer)
        return TimerState(timer: timer, isRunning: isRunning)
    }
}

struct SelectTimerIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Timer"
    static var description = IntentDescription("The timer that the control starts and stops.")

    @Parameter(title: "Timer")
    var timer: ProductivityTimer

    static var parameterSummary: some ParameterSummary {
        Summary("Use \(\.$timer)")
    }
}

struct ToggleTimerIntent: SetValueIntent, LiveActivityIntent {
    static var title: LocalizedStringResource = "Productivity Timer"

    @Parameter(title: "Running")
    var value: Bool

    @Parameter(title: "Timer")
    var timer: ProductivityTimer

    init() {}

    init(timer: ProductivityTimer) {
        self.timer = timer
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        try TimerManager.shared.setTimerRunning(value, timer: timer)
        return .result()
    }
}

struct ProductivityTimer: AppEntity, Hashable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Timer"
    static var defaultQuery = TimerQuery()

    var id: UUID
    var name: String

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", image: .init(systemName: "hourglass"))
    }
}

struct TimerQuery: EntityQuery {
    @MainActor
    func entities(for identifiers: [ProductivityTimer.ID]) async throws -> [ProductivityTimer] {
        TimerManager.shared.timers.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> [ProductivityTimer] {
        await TimerManager.shared.timers
    }

    func defaultResult() async -> ProductivityTimer? {
        try? await suggestedEntities().last
    }
}

struct TimerPushHandler: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        for control in controls {
            guard let token = control.pushInfo?.token else { continue }
            let timer = control.configurationIntent(of: SelectTimerIntent.self)?.timer
            Server.shared.register("\(control.kind) \(timer?.name ?? "-") \(token.count)")
        }
    }
}

final class Server: @unchecked Sendable {
    static let shared = Server()
    private let lock = NSLock()
    private var known: [String] = []

    func register(_ placement: String) {
        lock.withLock { known.append(placement) }
    }

    var registered: [String] {
        lock.withLock { known }
    }
}

@MainActor
class TimerManager {
    static let shared = TimerManager()

    var timers = [
        ProductivityTimer(id: UUID(), name: "Work"),
        ProductivityTimer(id: UUID(), name: "Break"),
    ]
    var running: Set<UUID> = []

    func fetchTimerRunning(timer: ProductivityTimer) async throws -> Bool {
        running.contains(timer.id)
    }

    func setTimerRunning(_ isRunning: Bool, timer: ProductivityTimer) throws {
        if isRunning {
            running.insert(timer.id)
        } else {
            running.remove(timer.id)
        }
    }
}
