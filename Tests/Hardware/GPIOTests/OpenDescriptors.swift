import Foundation
import Glibc

/// The targets of this process's descriptors, filtered by `isRelevant`.
func openDescriptors(_ isRelevant: (String) -> Bool) throws -> [String] {
    let folder = "/proc/self/fd"
    let targets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        // The listing's own descriptor is already closed.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return targets.filter(isRelevant).sorted()
}

/// The descriptors of a kernel board: chips, requests, the inner epoll of a request, inotify.
///
/// - Parameter folder: The board's watched folder. Other tests in this process may watch others at the same time.
func openKernelDescriptors(watching folder: String? = nil) throws -> [String] {
    try openDescriptors { target in
        ["/dev/gpiochip", "anon_inode:gpio", "anon_inode:[eventpoll]"].contains { target.hasPrefix($0) }
            || folder == nil && target.hasPrefix("anon_inode:inotify")
    } + (try folder.map(inotifyWatches) ?? [])
}

/// This process's inotify watches on a folder, from `/proc/self/fdinfo` (proc(5)).
private func inotifyWatches(of folder: String) throws -> [String] {
    var status = stat()
    guard stat(folder, &status) == 0 else { return [] }
    let inode = "ino:" + String(status.st_ino, radix: 16) + " "
    let entries = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
    let texts = entries.compactMap { try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8) }
    let lines: [String] = texts.flatMap { $0.split(separator: "\n").map(String.init) }
    return lines.filter { $0.hasPrefix("inotify ") && "\($0) ".contains(inode) }
}
