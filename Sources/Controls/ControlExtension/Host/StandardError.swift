import Glibc

/// What authors and the journal read.
package enum StandardError {
    /// Writes a text as lines of its own. Where nobody reads it, it is lost.
    package static func note(_ text: String) {
        _ = SystemFile.write(Array("\(text)\n".utf8), to: STDERR_FILENO)
    }
}
