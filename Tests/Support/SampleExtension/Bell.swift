import Holdfast
import Synchronization

/// A button that rings until it is cancelled. Its value is available after that.
struct Bell: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.sample.bell", provider: BellProvider()) { text in
            ControlWidgetButton(action: Ring()) {
                Text(text)
            }
        }
    }
}

struct BellProvider: ControlValueProvider {
    var previewValue: String { "Bell" }

    func currentValue() async throws -> String {
        await Ringing.shared.end()
        return "Silent"
    }
}

struct Ring: AppIntent {
    static let title: LocalizedStringResource = "Ring"

    func perform() async throws -> some IntentResult {
        defer { Ringing.shared.hasEnded() }
        try await Task.sleep(for: .seconds(3600))
        return .result()
    }
}

/// Whether the bell was cancelled.
final class Ringing: Sendable {
    static let shared = Ringing()

    private struct State {
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func end() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    func hasEnded() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.hasEnded = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
