import Foundation

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
func openKernelDescriptors() throws -> [String] {
    try openDescriptors { target in
        ["/dev/gpiochip", "anon_inode:gpio", "anon_inode:[eventpoll]", "anon_inode:inotify"]
            .contains { target.hasPrefix($0) }
    }
}
