/// One file system (statvfs(3)).
struct DiskFacts: Sendable, Hashable {
    /// A path on the file system.
    var path: String
    /// The bytes that users other than root can still write, and all bytes.
    var freeBytes: UInt64
    var bytes: UInt64
    /// The files that can still be made, and all of them; both 0 if the file system has no such limit.
    var freeFiles: UInt64 = 0
    var files: UInt64 = 0
    var isReadOnly = false
    /// Whether the panel writes here.
    var isWritten = false
}

/// Checks the space of the file systems that the panel depends on.
enum DiskRules {
    /// The free bytes below which SQLite's log and the journal soon fail.
    private static let least: UInt64 = 16 << 20
    /// The free bytes below which a person should look.
    private static let few: UInt64 = 200 << 20

    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        facts.disks.flatMap { disk in
            let found = disk.isReadOnly ? [readOnly(disk)] : [space(disk), inodes(disk)].compactMap(\.self)
            return found.isEmpty ? [.ok("disk", disk.path, "\(text(disk.freeBytes)) are free")] : found
        }
    }

    private static func readOnly(_ disk: DiskFacts) -> Finding {
        guard disk.isWritten else { return .note("disk-read-only", disk.path, "the file system is read-only") }
        return .error(
            "disk-read-only", disk.path, "the file system is read-only, so states, people and the log are not kept",
            remedy:
                "sudo dmesg | grep -iE 'mmc|ext4|remount' shows why; sudo mount -o remount,rw \(disk.path), or replace "
                + "the card")
    }

    private static func space(_ disk: DiskFacts) -> Finding? {
        guard disk.bytes > 0, disk.freeBytes < few else { return nil }
        let found = "only \(text(disk.freeBytes)) are free"
        let remedy = "sudo journalctl --vacuum-size=50M && sudo apt clean; df -h \(disk.path)"
        if disk.freeBytes < least { return .error("disk-full", disk.path, found, remedy: remedy) }
        // Some file systems are small by intention.
        return disk.freeBytes * 20 < disk.bytes ? .warning("disk-nearly-full", disk.path, found, remedy: remedy) : nil
    }

    private static func inodes(_ disk: DiskFacts) -> Finding? {
        guard disk.freeFiles < disk.files / 100 else { return nil }
        return .error(
            "disk-inodes", disk.path, "only \(disk.freeFiles) more files can be created",
            remedy: "sudo du --inodes -xd 3 / | sort -n | tail, and remove files from the largest folders")
    }

    private static func text(_ bytes: UInt64) -> String {
        bytes < 10 << 30 ? "\(bytes >> 20) MiB" : "\(bytes >> 30) GiB"
    }
}
