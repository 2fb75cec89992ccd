import EventLoop
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

    /// The folder with the programs of installed extensions: `lib/holdfast/extensions` beside that of Holdfast's own
    /// programs. A packaged Holdfast has it in `/usr/local`, since `/usr` is the distribution's (FHS 3.0, 4.9).
    ///
    /// - Parameter program: The path of one of Holdfast's programs.
    package static func extensionsFolder(of program: String = OwnProgram.path) -> String {
        let prefix = NewFile.folder(of: NewFile.folder(of: program))
        return (prefix == "/usr" ? "/usr/local" : prefix) + "/lib/holdfast/extensions"
    }
}
