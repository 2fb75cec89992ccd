/// A line of a panel script.
public struct ScriptPlace: Sendable, Hashable, CustomStringConvertible {
    /// The script's file, as it was given.
    public var file: String

    /// The line, from 1.
    public var line: Int

    /// A line of `file`.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    public var description: String { "\(file):\(line)" }
}
