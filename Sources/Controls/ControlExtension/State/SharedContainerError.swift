/// Why state could not be read or kept.
public enum SharedContainerError: Error, Sendable, Hashable {
    /// Nothing says where the user's state lies.
    case noHome
    /// The key cannot be a file's name.
    case invalidKey(String)
    /// A system call on a file failed with this `errno`.
    case file(path: String, call: String, code: Int32)
    /// What is kept is no value of the type asked for.
    case undecodable(key: String, problem: String)
    /// The value has no JSON form.
    case unencodable(key: String, problem: String)
    /// The value has so many bytes, more than it may.
    case tooLong(key: String, count: Int, limit: Int)
}
