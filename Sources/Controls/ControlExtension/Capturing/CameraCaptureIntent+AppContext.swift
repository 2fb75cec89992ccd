import Controls
import FoundationEssentials

extension CameraCaptureIntent {
    /// The value that any process of the extension's user last passed to `updateAppContext`; `nil` without a value.
    ///
    /// - Throws: `SharedContainerError`.
    public static var appContext: AppContext? {
        get async throws {
            let container = ExtensionContext.current.container
            let kept = try container.value([String: String].self, forKey: appContextsKey)
            guard let text = kept?[persistentIdentifier] else { return nil }
            do {
                return try JSONDecoder().decode(AppContext.self, from: Data(text.utf8))
            } catch {
                throw SharedContainerError.undecodable(key: appContextsKey, problem: "\(error)")
            }
        }
    }

    /// Stores the value that the intent finds in `appContext` at every later performance. The value is on the disk when
    /// this method returns.
    ///
    /// - Parameter newContext: The value, at most 4 KiB as JSON, as on iOS; `nil` removes the stored value.
    /// - Throws: `SharedContainerError`.
    public static func updateAppContext(_ newContext: AppContext?) async throws {
        let text = try newContext.map { context throws(SharedContainerError) in
            let data: Data
            do {
                data = try JSONEncoder().encode(context)
            } catch {
                throw .unencodable(key: appContextsKey, problem: "\(error)")
            }
            guard data.count <= longestAppContext else {
                throw .tooLong(key: appContextsKey, count: data.count, limit: longestAppContext)
            }
            return String(decoding: data, as: UTF8.self)
        }
        try ExtensionContext.current.container.update(forKey: appContextsKey, default: [String: String]()) {
            $0[persistentIdentifier] = text
        }
    }
}

/// The key for the contexts of all intents of an extension, stored by the intents' names.
private let appContextsKey = "holdfast.app-contexts"

/// The maximum size of a context as JSON, in bytes.
private let longestAppContext = 4_096
