public import FoundationEssentials
import Synchronization

/// An action that opens a URL: as the action of a button, or as what a result opens (`.result(opensIntent:)`).
///
/// The panel decides what that means. The page shows an `http` or `https` address, a text display names it, and the
/// panel's file may name a program for a scheme: `opened: {https: {command: [PROGRAM, "{what}"]}}`.
public struct OpenURLIntent: SystemIntent {
    public static let title: LocalizedStringResource = "Open URL"
    /// `false`: a URL is a part of another action.
    public static let isDiscoverable = false

    @Parameter(title: "URL") public var url: URL

    /// An intent without a URL. It asks for one.
    public init() {}

    /// An intent for a URL.
    public init(_ url: URL) {
        self.url = url
    }

    /// Does nothing: the panel opens the URL.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}

/// Opens a URL: `EnvironmentValues().openURL(url)`.
///
/// The panel opens the URL after `perform()` has returned. If one `perform()` opens several URLs, the last one counts.
/// Outside of `perform()` nothing opens.
public struct OpenURLAction: Sendable {
    /// The answer of a handler for a URL.
    public struct Result: Sendable {
        fileprivate let url: @Sendable (URL) -> URL?
        fileprivate let isAccepted: Bool

        /// The handler has opened the URL by itself.
        public static let handled = Result(url: { _ in nil }, isAccepted: true)
        /// The URL does not open.
        public static let discarded = Result(url: { _ in nil }, isAccepted: false)
        /// The panel opens the URL.
        public static let systemAction = Result(url: { $0 }, isAccepted: true)

        /// The panel opens another URL instead.
        public static func systemAction(_ url: URL) -> Result { Result(url: { _ in url }, isAccepted: true) }
    }

    private let handler: @Sendable (URL) -> Result

    /// An action that asks `handler` first.
    public init(handler: @escaping @Sendable (URL) -> Result) {
        self.handler = handler
    }

    public func callAsFunction(_ url: URL) {
        callAsFunction(url) { _ in }
    }

    /// Opens a URL, and tells `completion` at once whether a performance has accepted it.
    public func callAsFunction(_ url: URL, completion: (_ accepted: Bool) -> Void) {
        let result = handler(url)
        guard let opened = result.url(url) else { return completion(result.isAccepted) }
        completion(OpenedURL.current?.set(opened) != nil)
    }
}

extension EnvironmentValues {
    /// Opens a URL, from the `perform()` of an intent.
    public var openURL: OpenURLAction { OpenURLAction { _ in .systemAction } }
}

/// The URL that code of one performance has opened last.
final class OpenedURL: Sendable {
    /// The performance's own, also in its tasks; `nil` outside of a performance.
    @TaskLocal static var current: OpenedURL?

    private let url = Mutex<URL?>(nil)

    func set(_ url: URL) {
        self.url.withLock { $0 = url }
    }

    /// The target for the panel; `nil` if nothing was opened.
    var target: OpenTarget? { url.withLock { $0 }.map(OpenTarget.init(url:)) }
}

extension OpenTarget {
    init(url: URL) {
        // The rest of a URL may contain secrets, and the title is written into logs.
        let title = url.host() ?? url.scheme.map { $0 + ":" } ?? "URL"
        self.init(type: Self.url, typeName: "URL", value: url._data, title: title)
    }
}

extension URL: _IntentValue {
    public static var _type: IntentValueType { .text }

    /// The URL's text.
    public var _data: IntentValue { .string(absoluteString) }

    /// A URL with a scheme; `nil` for other data.
    public init?(_data data: IntentValue) {
        guard case .string(let text) = data, let url = URL(string: text), url.scheme != nil else { return nil }
        self = url
    }
}
