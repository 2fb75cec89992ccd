import Foundation
import Testing

/// The memory and the descriptors of this process.
struct ProcessUse {
    /// Resident memory that belongs to no file, in KiB (`Anonymous` in `/proc/self/smaps_rollup`, proc(5)).
    let memory: Int
    /// The number of open descriptors.
    let descriptors: Int

    /// Reads the use of this moment.
    init() throws {
        let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") })
        memory = try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
