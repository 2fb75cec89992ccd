import Authentication
import EventLoop
import Glibc
import ProgramSupport

/// The panel's file and the device's key of this machine, as a package or `make install` has them.
struct InstalledPanel: Sendable {
    private let folder: String
    private let tools = SystemdTools()

    /// - Parameter folder: The folder of both files.
    init(folder: String = "/etc/holdfast") {
        self.folder = folder
    }

    /// Checks that `replace` can begin.
    ///
    /// - Parameter isAdministrator: Whether this process can administer units and files of this machine.
    /// - Throws: `InstallationProblem`.
    func checkReplaceable(
        isAdministrator: Bool = SystemdTools.isRunning && geteuid() == 0
    ) throws(InstallationProblem) {
        guard isAdministrator else { throw .noNewBoard }
        // A unit with a sealed key ignores the file that `put` writes.
        let sealed = folder + "/device-key.cred"
        guard access(sealed, F_OK) != 0 else { throw .sealedKey(sealed) }
    }

    /// Puts a backup's panel file and key in place, and restarts the panel and a gateway that runs.
    ///
    /// - Returns: A line about each file that was there before, and its new name, and one about a gateway that was not
    ///   restarted.
    /// - Throws: `InstallationProblem`, `FileProblem`, `DeviceKeyError`, `SystemdTools.Failure`. After a failure each file is
    ///   the former one or the backup's, and a second attempt goes on.
    func replace(by backup: PeopleBackup) async throws -> [String] {
        try checkReplaceable()
        let lines = try put(backup)
        // The panel reads its key once, at its start.
        try await tools.run("systemctl", "reset-failed", "holdfast.service", to: "reset failures of the panel's unit")
        try await tools.run("systemctl", "restart", "holdfast.service", to: "restart the panel")
        return lines + [await tools.restartGateway()].compactMap(\.self)
    }

    /// Puts the files in place. A file with other contents keeps a name of its own.
    ///
    /// - Returns: A line about each of these.
    /// - Throws: `FileProblem`, `DeviceKeyError`.
    func put(_ backup: PeopleBackup) throws -> [String] {
        guard mkdir(folder, 0o755) == 0 || SystemCall.lastError == EEXIST else {
            throw FileProblem(path: folder, call: "mkdir")
        }
        let key = try place("device-key") { path throws(DeviceKeyError) in try backup.key.write(to: path) }
        let panel = try place("panel.yaml") { path throws(FileProblem) in
            do throws(NewFile.Failure) {
                // The panel's own user reads it.
                try NewFile.write(backup.panelFile, to: path, mode: 0o644)
            } catch {
                throw FileProblem(path: path, call: error.call, code: error.code)
            }
        }
        return [key, panel].compactMap { $0 }
    }

    /// Writes a new file beside `name`, keeps the former file under another name, and gives the new one its name.
    private func place<Failure: Error>(
        _ name: String, write: (String) throws(Failure) -> Void
    ) throws -> String? {
        let (path, new) = ("\(folder)/\(name)", "\(folder)/\(name).new")
        unlink(new)
        try write(new)
        let kept = (1...).lazy.map { "\(path).before-restore-\($0)" }.first { access($0, F_OK) != 0 } ?? path
        let exists = access(path, F_OK) == 0
        // The name is free or has the former file's second name: at no time is the former file without a name.
        guard !exists || link(path, kept) == 0 else { throw FileProblem(path: kept, call: "link") }
        guard rename(new, path) == 0 else { throw FileProblem(path: path, call: "rename") }
        if let failure = NewFile.syncFolder(of: path) {
            throw FileProblem(path: path, call: failure.call, code: failure.code)
        }
        return exists ? "the old \(path) is now \(kept)" : nil
    }
}
