import Configuration
import EventLoop
import Glibc
import ProgramSupport

/// `holdfast.txt` on the boot partition.
struct CardSettingsFile {
    private let path: String
    /// The folder that contains `usr`; empty for this machine's own.
    private let root: String

    init(boot: String, root: String = "") {
        (path, self.root) = (boot + "/holdfast.txt", root)
    }

    /// Reads all lines.
    func read() throws(FileContents.Failure) -> CardSettingsReader {
        let bytes = try FileContents.read(path, limit: 2 * CardSettings.largestFile)
        let zones = root + "/usr/share/zoneinfo/"
        let countries = (try? FileContents.read(zones + "iso3166.tab", limit: 65_536)).map {
            String(decoding: $0, as: UTF8.self)
        }
        return CardSettingsReader(
            bytes,
            isTimeZone: { name in
                var status = stat()
                return stat(zones + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            }, isCountry: { country in countries.map { $0.contains("\n\(country)\t") } ?? true })
    }

    /// Replaces a secret by asterisks, in place: no copy of it is left elsewhere on the boot partition, and a full one has room.
    func hide(_ range: Range<Int>) throws(FileProblem) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileProblem(path: path, call: "open") }
        defer { close(descriptor) }
        let stars = [UInt8](repeating: UInt8(ascii: "*"), count: range.count)
        guard pwrite(descriptor, stars, stars.count, off_t(range.lowerBound)) == stars.count, fsync(descriptor) == 0
        else {
            throw FileProblem(path: path, call: "pwrite")
        }
    }
}
