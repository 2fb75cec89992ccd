import Foundation
import Holdfast

/// A toggle that keeps its state as apps for iOS do: by `UserDefaults` with a suite, beside a file in the app group.
struct Defaults: ControlWidget {
    nonisolated static let group = "group.org.example.sample"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.sample.defaults", provider: Provider()) { isOn in
            ControlWidgetToggle("Defaults", isOn: isOn, action: SetDefaults()) { Text($0 ? "On" : "Off") }
        }
    }

    struct Provider: ControlValueProvider {
        var previewValue: Bool { false }

        func currentValue() async throws -> Bool {
            let count = UserDefaults.standard.integer(forKey: "count")
            let file = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Defaults.group)
            let text = file.flatMap { try? String(contentsOf: $0.appending(path: "count"), encoding: .utf8) }
            return UserDefaults(suiteName: Defaults.group)?.bool(forKey: "isOn") == true && text == "\(count)"
        }
    }
}

struct SetDefaults: SetValueIntent {
    static let title: LocalizedStringResource = "Defaults"

    @Parameter(title: "On") var value: Bool

    init() {}

    func perform() async throws -> some IntentResult {
        UserDefaults(suiteName: Defaults.group)?.set(value, forKey: "isOn")
        let count = UserDefaults.standard.integer(forKey: "count") + 1
        UserDefaults.standard.set(count, forKey: "count")
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Defaults.group)
        try folder.map { try "\(count)".write(to: $0.appending(path: "count"), atomically: true, encoding: .utf8) }
        return .result()
    }
}
