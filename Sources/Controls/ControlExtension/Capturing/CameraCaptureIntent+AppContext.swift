import Controls
import FoundationEssentials

extension CameraCaptureIntent {
    /// What `updateAppContext` was given last, by whichever process of the extension's user; `nil` where there is nothing.
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

    /// Keeps what the intent is to find in its `appContext` when it performs, however long after. It is on the disk when
    /// this returns.
    ///
    /// - Parameter newContext: At most 4 KiB as JSON, as on iOS; `nil` for none.
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

/// The contexts of all of an extension's intents, by the intents' names.
private let appContextsKey = "holdfast.app-contexts"

/// The bytes of a context as JSON.
private let longestAppContext = 4_096
