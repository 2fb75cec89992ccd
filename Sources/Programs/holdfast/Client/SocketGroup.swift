import Glibc

/// Whose a socket is that one may not use.
enum SocketGroup {
    /// The name of the group that may use the socket at `path`; `nil` where its group may not, or has no name.
    static func name(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IWGRP != 0, let group = getgrgid(status.st_gid) else {
            return nil
        }
        return String(cString: group.pointee.gr_name)
    }
}
