import Foundation
import Glibc

/// What this process's descriptors refer to, as far as `isRelevant`.
func openDescriptors(_ isRelevant: (String) -> Bool) throws -> [String] {
    let folder = "/proc/self/fd"
    let targets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        // The descriptor that the listing itself used is closed by now.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return targets.filter(isRelevant).sorted()
}

/// What a kernel board opens: chips, requests, the inner epoll of a request, inotify.
///
/// - Parameter folder: the one that the board watches; other tests of this process may watch others meanwhile.
func openKernelDescriptors(watching folder: String? = nil) throws -> [String] {
    try openDescriptors { target in
        ["/dev/gpiochip", "anon_inode:gpio", "anon_inode:[eventpoll]"].contains { target.hasPrefix($0) }
            || folder == nil && target.hasPrefix("anon_inode:inotify")
    } + (try folder.map(inotifyWatches) ?? [])
}

/// The inotify watches of this process on a folder, as proc(5) tells them.
private func inotifyWatches(of folder: String) throws -> [String] {
    var status = stat()
    guard stat(folder, &status) == 0 else { return [] }
    let inode = "ino:" + String(status.st_ino, radix: 16) + " "
    let entries = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
    return entries.compactMap { try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8) }
        .flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { $0.hasPrefix("inotify ") && ($0 + " ").contains(inode) }
}
