/// A script that cannot be read, or cannot run here.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the script; `nil` where the script is not to blame.
    public var place: ScriptPlace?

    /// What is wrong and what to do.
    public var message: String

    /// What else is wrong with the script.
    public var others: [ScriptError] = []

    /// An error at `place`.
    public init(_ message: String, at place: ScriptPlace?) {
        self.place = place
        self.message = message
    }

    /// Several errors as one; `nil` where there are none.
    init?(_ errors: [ScriptError]) {
        guard let first = errors.first else { return nil }
        self = first
        others += errors.dropFirst().flatMap { [$0] + $0.others }
    }

    /// A line for each error.
    public var description: String {
        ([line] + others.map(\.line)).joined(separator: "\n")
    }

    private var line: String {
        (place.map { "\($0): " } ?? "") + "error: \(message)"
    }
}
