/// What can go wrong with the record of driven lines. `DrivenLinesError+Description.swift` has the words.
public enum DrivenLinesError: Error, Sendable, Hashable {
    /// A system call on the file failed.
    case failed(call: String, path: String, code: Int32)
    /// The file is not a record of driven lines; `line` is the first bad line of its text, from 1.
    case malformed(path: String, line: Int)
    /// The file was written by a later Holdfast.
    case newerVersion(path: String, version: Int)
}
