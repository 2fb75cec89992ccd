import AppIntents
import SwiftUI
import WidgetKit

/// While the panel is locked nobody sees whether the door is open.
struct GarageDoorControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.garage.door", provider: DoorProvider()) { isOpen in
            ControlWidgetToggle("Garage Door", isOn: isOpen, action: MoveDoor()) { isOpen in
                Label(
                    isOpen ? "Open" : "Closed",
                    systemImage: isOpen ? "door.garage.open" : "door.garage.closed"
                )
                .controlWidgetActionHint(isOpen ? "Open the Garage" : "Close the Garage")
            }
            .tint(.orange)
            .privacySensitive()
        }
        .displayName("Garage Door")
        .description("Opens and closes the garage door.")
    }
}

struct DoorProvider: ControlValueProvider {
    var previewValue: Bool { false }

    func currentValue() async throws -> Bool {
        await Door.shared.isOpen
    }
}

/// Closing is done at once; opening asks to hold again.
struct MoveDoor: SetValueIntent {
    static var title: LocalizedStringResource = "Garage Door"
    static var isDiscoverable = false

    @Parameter(title: "Open")
    var value: Bool

    func perform() async throws -> some IntentResult {
        if value {
            try await requestConfirmation(dialog: "Open the garage door?")
        }
        await Door.shared.move(open: value)
        return .result()
    }
}

/// Stands for the door's motor.
actor Door {
    static let shared = Door()
    private(set) var isOpen = false

    func move(open: Bool) {
        isOpen = open
    }
}
