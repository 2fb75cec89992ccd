/// A program to start, and what it is started with.
struct LaunchedProgram: Sendable, Hashable {
    /// What people call it: the extension's name, or `core`.
    var name: String
    /// Its file.
    var path: String
    /// Its arguments, the first of which is its own name.
    var arguments: [String]
    /// Its environment: `NAME=VALUE`.
    var environment: [String]
}
