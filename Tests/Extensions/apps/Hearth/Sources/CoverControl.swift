import AppIntents
import SwiftUI
import WidgetKit

/// A toggle for one cover. Each placement chooses the cover, and how far it opens.
struct CoverControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: HearthKind.cover, provider: CoverProvider()) { state in
            ControlWidgetToggle(
                state.cover.name, isOn: state.cover.isOpen,
                action: MoveCoverIntent(CoverEntity(state.cover), openPosition: state.openPosition)
            ) { isOpen in
                Label(isOpen ? "Open" : "Closed", systemImage: isOpen ? "door.garage.open" : "door.garage.closed")
                    .controlWidgetActionHint(isOpen ? "Open the \(state.cover.name)" : "Close the \(state.cover.name)")
                    .controlWidgetStatus(isOpen ? "\(state.cover.name) opens" : "\(state.cover.name) closes")
            }
            .tint(.orange)
        }
        .displayName("Cover")
        .description("Opens and closes blinds or a garage door.")
        .promptsForUserConfiguration()
    }
}

struct CoverState {
    var cover: Cover
    /// In percent, as the placement has it.
    var openPosition: Int
}

struct CoverProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectCoverIntent) -> CoverState {
        let cover = configuration.cover
        return CoverState(
            cover: Cover(id: cover.id, name: cover.name, room: cover.room), openPosition: configuration.position)
    }

    func currentValue(configuration: SelectCoverIntent) async throws -> CoverState {
        let cover = try await HomeStore.shared.cover(configuration.cover.id)
        return CoverState(cover: cover, openPosition: configuration.position)
    }
}

struct SelectCoverIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Cover"

    @Parameter(title: "Cover")
    var cover: CoverEntity

    @Parameter(
        title: "Position", description: "How far it opens, in percent.", default: 100, controlStyle: .slider,
        inclusiveRange: (1, 100))
    var position: Int

    static var parameterSummary: some ParameterSummary {
        Summary("Open \(\.$cover)") {
            \.$position
        }
    }
}

/// The way into the house needs a person.
struct MoveCoverIntent: SetValueIntent {
    static var title: LocalizedStringResource = "Move Cover"
    static var authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication

    @Parameter(title: "Open")
    var value: Bool

    @Parameter(title: "Cover")
    var cover: CoverEntity

    @Parameter(title: "Position", default: 100, inclusiveRange: (1, 100))
    var position: Int

    init() {}

    init(_ cover: CoverEntity, openPosition: Int) {
        self.cover = cover
        position = openPosition
    }

    func perform() async throws -> some IntentResult {
        try await HomeStore.shared.moveCover(cover.id, to: value ? position : 0)
        return .result()
    }
}
