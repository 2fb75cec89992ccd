import Glibc

/// The environment variables of the process.
enum Variable {
    static func isSet(_ name: String) -> Bool { getenv(name) != nil }
}
