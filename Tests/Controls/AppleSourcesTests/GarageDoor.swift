import AppIntents
import SwiftUI
import WidgetKit

struct GarageDoorOpener: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(
            kind: "com.yourcompany.GarageDoorOpener",
            provider: GarageDoorValueProvider()
        ) { state in
            ControlWidgetToggle(
                "Garage Door",
                isOn: state != .closed,
                action: ToggleGarageDoor()
            ) { isOpen in
                Label(isOpen ? "Open" : "Closed", systemImage: isOpen ? "door.garage.open" : "door.garage.closed")
                    .controlWidgetActionHint(isOpen ? "Open the Garage" : "Close the Garage")
            }
            .tint(.orange)
            .disabled(state == .jammed)
            .privacySensitive()
        }
        .displayName("Garage Door")
        .description("Opens and closes the garage door.")
    }
}

enum DoorState {
    case open, closed, jammed
}

struct GarageDoorValueProvider: ControlValueProvider {
    var previewValue: DoorState { .closed }

    func currentValue() async throws -> DoorState {
        await GarageDoorManager.shared.state
    }
}

struct ToggleGarageDoor: SetValueIntent {
    static let title: LocalizedStringResource = "Open or Close the Garage Door"
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication

    @Parameter(title: "Door is open")
    var value: Bool

    func perform() async throws -> some IntentResult & ProvidesDialog {
        if value {
            try await requestConfirmation(actionName: .open, dialog: "Nobody is at home. Open it?")
        }
        try await GarageDoorManager.shared.set(value ? .open : .closed)
        return .result(dialog: value ? "The door opens" : "The door closes")
    }
}

enum GarageDoorError: Error, CustomLocalizedStringResourceConvertible {
    case obstructed

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .obstructed: return "Something is in the way"
        }
    }
}

actor GarageDoorManager {
    static let shared = GarageDoorManager()
    private(set) var state = DoorState.closed
    private var isObstructed = false

    func set(_ state: DoorState) throws {
        guard !isObstructed else { throw GarageDoorError.obstructed }
        self.state = state
    }

    func obstruct(_ isObstructed: Bool) {
        self.isObstructed = isObstructed
    }
}
