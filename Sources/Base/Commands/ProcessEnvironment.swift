import CSpawn

/// The environment of this process.
package enum ProcessEnvironment {
    /// Its variables, by their names.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var next = holdfast_environment() else { return variables }
        while let text = next.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }
}
