import CConformances
import Controls

/// The shortcut providers of this program. Nothing in an app's source names them: Apple's tools find them by their
/// conformance, and so does the program here.
package enum ShortcutProviders {
    /// The providers, each once, in the order of their names.
    static var all: [any AppShortcutsProvider.Type] {
        var found = Found()
        withUnsafeMutablePointer(to: &found) { found in
            holdfast_conforming_types(
                "AppShortcutsProvider",
                { metadata, found in
                    guard let metadata, let found else { return }
                    found.assumingMemoryBound(to: Found.self).pointee.add(unsafeBitCast(metadata, to: Any.Type.self))
                }, found)
        }
        return found.providers.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The providers in the module of a bundle: a test's program has several bundles.
    package static func all(inModuleOf bundle: any WidgetBundle.Type) -> [any AppShortcutsProvider.Type] {
        all.filter { module(of: $0) == module(of: bundle) }
    }

    private static func module(of type: Any.Type) -> Substring? { String(reflecting: type).split(separator: ".").first }

    private struct Found {
        var providers: [String: any AppShortcutsProvider.Type] = [:]

        mutating func add(_ type: Any.Type) {
            // Another module may have a protocol of this name.
            guard let provider = type as? any AppShortcutsProvider.Type else { return }
            providers[String(reflecting: type)] = provider
        }
    }
}
