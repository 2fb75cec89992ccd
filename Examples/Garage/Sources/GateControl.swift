import AppIntents
import SwiftUI
import WidgetKit

/// One control for any number of gates: each placement chooses its own.
struct GateControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "org.example.garage.gate", intent: SelectGate.self) { configuration in
            ControlWidgetButton(action: PulseGate(configuration.gate)) {
                Label(configuration.gate.name, systemImage: "entry.lever.keypad")
                    .controlWidgetActionHint("Open the \(configuration.gate.name)")
            } actionLabel: { isMoving in
                Text(isMoving ? "Moving…" : "Closed")
            }
        }
        .displayName("Gate")
        .promptsForUserConfiguration()
    }
}

struct Gate: AppEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Gate"
    static var defaultQuery = GateQuery()

    let id: String
    let name: String

    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

/// A real one would ask the gates' own server.
struct GateQuery: EntityQuery {
    private let gates = [Gate(id: "street", name: "Street Gate"), Gate(id: "yard", name: "Yard Gate")]

    func entities(for identifiers: [Gate.ID]) async throws -> [Gate] {
        gates.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> [Gate] {
        gates
    }
}

struct SelectGate: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Gate"

    @Parameter(title: "Gate")
    var gate: Gate
}

struct PulseGate: AppIntent {
    static var title: LocalizedStringResource = "Open Gate"

    @Parameter(title: "Gate")
    var gate: Gate

    init() {}

    init(_ gate: Gate) {
        self.gate = gate
    }

    func perform() async throws -> some IntentResult {
        // Here the gate would be told to move.
        .result()
    }
}
