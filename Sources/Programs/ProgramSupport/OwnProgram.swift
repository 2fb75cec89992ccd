import Glibc

/// The program that this process runs.
package enum OwnProgram {
    /// The path of the program's file. If the file has been replaced since the start, the kernel's link to the running
    /// program.
    package static var path: String {
        let link = "/proc/self/exe"
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return access(path, X_OK) == 0 ? path : link
    }
}
