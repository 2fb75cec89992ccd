import AppIntents
import Foundation

//# Foundation, as far as controls use it

//| `UserDefaults` | works | lasts over restarts, written after each call
func storeCount() { UserDefaults.standard.set(3, forKey: "count") }

//| `UserDefaults(suiteName:)` | works | lasts over restarts, written after each call
func storeInSuite() { UserDefaults(suiteName: "group.org.example")?.set(3, forKey: "count") }

//| `UserDefaults.setValue(_:forKey:)` and `value(forKey:)` | works | as `set(_:forKey:)` and `object(forKey:)`
func storeByKey() -> Bool {
    UserDefaults.standard.setValue(3, forKey: "count")
    return UserDefaults.standard.value(forKey: "count") != nil
}

//| `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` | works | a folder of the extension's state
func groupFolder() -> URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")
}

//| `LocalizedStringResource` | works | looked up when it is shown
func resourceOfBell() -> LocalizedStringResource { "Bell \(1)" }

//| `LocalizedStringResource(_:table:comment:)` | works | in another table
func resourceInTable() -> LocalizedStringResource { LocalizedStringResource("Bell", table: "House", comment: "A bell") }

//| `LocalizedStringResource(_:defaultValue:table:comment:)` | works | by a key that is never shown
func resourceWithKey() -> LocalizedStringResource { LocalizedStringResource("bell.name", defaultValue: "Bell") }

//| `LocalizedStringResource(_:table:locale:bundle:comment:)` | works | in the program's tables and language
func resourceInBundle() -> LocalizedStringResource { LocalizedStringResource("Bell", table: "House", bundle: .main) }

//| `LocalizedStringResource(_:defaultValue:table:locale:bundle:comment:)` | works | in the program's tables and language
func keyInBundle() -> LocalizedStringResource {
    LocalizedStringResource(
        "bell.title", defaultValue: "Bell", bundle: .atURL(URL(filePath: "/srv")), comment: "A title")
}

//| `String(localized:table:bundle:locale:comment:)` | works | in the program's tables and language
func stringInBundle() -> String { String(localized: "Bell", table: "House", bundle: .main, locale: .current) }

//| `String(localized:defaultValue:table:bundle:locale:comment:)` | works | in the program's tables and language
func stringByKey() -> String { String(localized: "bell.title", defaultValue: "Bell", comment: "A title") }

//| `String(localized:)` | works | looked up at once
func localizedBell() -> String { String(localized: "Bell") }

//| `String(localized:table:comment:)` | works | in another table
func localizedInTable() -> String { String(localized: "Bell", table: "House", comment: "A bell") }

//| `LocalizedError` | works | the text of a thrown error
struct MissingBell: LocalizedError {
    var errorDescription: String? { "There is no bell" }
}

//| `URLSession` | works | if a drop-in of the extension's unit opens the network
func load(_ url: URL) { URLSession.shared.dataTask(with: url) { _, _, _ in }.resume() }
