import Glibc

/// The environment variables that a process was started with.
package struct ExtensionEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    /// The process's own.
    package static let process = ExtensionEnvironment { name in getenv(name).map { String(cString: $0) } }

    /// Variables that are given instead.
    package init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    private init(value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// A variable's value; `nil` where it is not set, or empty.
    package subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
