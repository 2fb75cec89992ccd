import Controls
import Testing

@Suite @MainActor
struct IntentModesTests {
    @Test("C22 openAppWhenRun and supportedModes both say whether something opens before the intent performs")
    func opening() throws {
        func opens(_ type: (some AppIntent).Type) throws -> Bool {
            try PerformableIntent(type, parameters: [:]).openAppWhenRun
        }
        #expect(try !opens(Plain.self))
        #expect(try opens(Opening.self))
        #expect(try opens(Immediate.self))
        #expect(try !opens(Dynamic.self))
        #expect(try opens(Both.self))
        #expect(Opening.supportedModes == .foreground && Plain.supportedModes == .background)
    }

    @Test("an intent that asks to continue in its app throws, with words for the person")
    func continuing() async throws {
        let words = "It can go on only in an app, and a panel has none"
        for type in [Continuing.self, Requesting.self, NeedingError.self, NeedingOlderError.self]
            as [any AppIntent.Type]
        {
            let outcome = await perform(type)
            #expect(outcome == words, "\(type)")
        }
    }

    private func perform(_ type: any AppIntent.Type) async -> String {
        do {
            try await PerformableIntent(type, parameters: [:]).perform()
            return "performed"
        } catch {
            return String(failure: error)
        }
    }

    private struct Plain: AppIntent {
        static let title: LocalizedStringResource = "Plain"
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Opening: AppIntent {
        static let title: LocalizedStringResource = "Opening"
        static let openAppWhenRun = true
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Immediate: AppIntent {
        static let title: LocalizedStringResource = "Immediate"
        static let supportedModes: IntentModes = .foreground(.immediate)
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Dynamic: AppIntent {
        static let title: LocalizedStringResource = "Dynamic"
        static let supportedModes: IntentModes = [.background, .foreground(.dynamic)]
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Both: AppIntent {
        static let title: LocalizedStringResource = "Both"
        static let supportedModes: IntentModes = [.background, .foreground]
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Continuing: AppIntent {
        static let title: LocalizedStringResource = "Continuing"
        func perform() async throws -> some IntentResult {
            try await continueInForeground("Go on?")
            return .result()
        }
    }

    private struct Requesting: ForegroundContinuableIntent {
        static let title: LocalizedStringResource = "Requesting"
        func perform() async throws -> some IntentResult & ReturnsValue<Int> {
            .result(value: try await requestToContinueInForeground { 3 })
        }
    }

    private struct NeedingError: AppIntent {
        static let title: LocalizedStringResource = "Needing"
        func perform() async throws -> some IntentResult {
            if isTitled(self) { throw needsToContinueInForegroundError("Go on?") }
            return .result()
        }
    }

    private struct NeedingOlderError: ForegroundContinuableIntent {
        static let title: LocalizedStringResource = "Needing"
        func perform() async throws -> some IntentResult {
            if isTitled(self) { throw needsToContinueInForegroundError {} }
            return .result()
        }
    }
}

/// `true`, in a way that the compiler does not see.
private func isTitled(_ intent: some AppIntent) -> Bool { !String(localized: type(of: intent).title).isEmpty }
