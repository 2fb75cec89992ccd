import Glibc

/// Finds a command's program as a shell would, without a shell.
enum ProgramFile {
    /// The path of a program. A program that is given by a path is returned unchanged; a relative path counts from
    /// the command's working directory.
    ///
    /// - Throws: `CommandError.programMissing`, or `.notExecutable` where the folders of `path` have the program, but
    ///   none has it as an executable file.
    static func find(_ program: String, path: String) throws(CommandError) -> String {
        guard !program.contains("/") else { return program }
        var code = ENOENT
        for folder in path.split(separator: ":") {
            let candidate = "\(folder)/\(program)"
            var status = stat()
            guard stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if access(candidate, X_OK) == 0 { return candidate }
            code = errno
        }
        guard code == ENOENT else { throw .notExecutable(program: program, code: code) }
        throw .programMissing(program)
    }

    /// The error for an `errno` of `execve(2)`.
    static func failure(_ program: String, path: String, folder: String?, code: Int32) -> CommandError {
        guard code == ENOENT else { return .notExecutable(program: program, code: code) }
        let full = path.hasPrefix("/") ? path : "\(folder ?? ".")/\(path)"
        return access(full, F_OK) == 0 ? .interpreterMissing(program: program) : .programMissing(program)
    }
}
