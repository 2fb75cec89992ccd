/// A script that cannot be read, or cannot run here.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the script; `nil` where the script is not to blame.
    public var place: ScriptPlace?

    /// What is wrong and what to do.
    public var message: String

    /// An error at `place`.
    public init(_ message: String, at place: ScriptPlace?) {
        self.place = place
        self.message = message
    }

    public var description: String {
        (place.map { "\($0): " } ?? "") + "error: \(message)"
    }
}
