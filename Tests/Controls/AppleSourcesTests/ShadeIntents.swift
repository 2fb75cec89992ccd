import AppIntents
import Foundation

/// An intent that asks for a value, a choice and a confirmation.
struct SetShade: AppIntent {
    static var title: LocalizedStringResource = "Set Shade"
    static var description: IntentDescription? = IntentDescription(
        "Lowers a shade.", categoryName: "Windows", searchKeywords: ["blind", "window"], resultValueName: "Height")
    static var openAppWhenRun: Bool = false

    @Parameter(
        title: "Height", description: "In percent", default: 50, controlStyle: .slider, inclusiveRange: (0, 100))
    var height: Int

    @Parameter(title: "Speed", inclusiveRange: (0.1, 2.0))
    var speed: Double?

    @Parameter(title: "Shade", requestValueDialog: "Which shade?", optionsProvider: ShadeOptions())
    var shade: String?

    @Parameter(title: "Until")
    var until: Date?

    static var parameterSummary: some ParameterSummary {
        Summary("Set \(\.$shade) to \(\.$height) percent") {
            \.$speed
            \.$until
        }
    }

    struct ShadeOptions: DynamicOptionsProvider {
        func results() async throws -> [String] {
            ["Kitchen, east", "Kitchen, west", "Hall"]
        }

        func defaultResult() async -> String? {
            "Hall"
        }
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
        var name = shade ?? ""
        if name.isEmpty {
            name = try await $shade.requestValue()
        }
        if name == "Kitchen" {
            name = try await $shade.requestDisambiguation(
                among: ["Kitchen, east", "Kitchen, west"], dialog: "Which of the two?")
        }
        guard try await $height.requestConfirmation(for: height, dialog: "\(height) percent?") else {
            throw $height.needsValueError("How far, then?")
        }
        return .result(value: height, dialog: "\(name) is at \(height) percent")
    }
}

/// An intent that tells how much of it is done.
struct CloseShades: ProgressReportingIntent {
    static let title: LocalizedStringResource = "Close Shades"

    func perform() async throws -> some IntentResult {
        progress.totalUnitCount = 4
        for shade in 1...4 {
            progress.completedUnitCount = Int64(shade)
            // Again the same count.
            progress.completedUnitCount = Int64(shade)
        }
        return .result()
    }
}
