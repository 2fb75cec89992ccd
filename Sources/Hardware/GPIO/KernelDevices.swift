import CGPIO
import EventLoop
import Glibc

/// The folder with the device files of GPIO chips.
struct KernelDevices: Sendable {
    /// `/dev`, where the kernel (devtmpfs) creates the device files.
    let folder: String

    /// The prefix of the kernel's names for GPIO chips (`drivers/gpio/gpiolib.c`, `GPIOCHIP_NAME`).
    static let prefix = "gpiochip"

    /// Opens every chip, in the order of their numbers.
    ///
    /// - Returns: The chips, and the paths of the chips that this process may not open.
    func openAll() throws(GPIOError) -> (chips: [KernelChip], denied: [String]) {
        var found: (chips: [KernelChip], denied: [String]) = ([], [])
        for path in paths() {
            do throws(EventLoopError) {
                found.chips.append(try KernelChip(path: path))
            } catch {
                switch error.code {
                case EACCES, EPERM: found.denied.append(path)
                // The device has gone since the folder was read, or is not a GPIO chip despite its name.
                case ENOENT, ENODEV, ENXIO, ENOTTY: continue
                default: throw .failed(call: error.call, object: path, code: error.code)
                }
            }
        }
        return found
    }

    /// The path of the chip if `text` is a symbolic link to it, such as `/dev/gpiochip4` on a Raspberry Pi 5; else
    /// `text`.
    func resolvingLink(_ text: String) -> String {
        let path = text.hasPrefix("/") ? text : "\(folder)/\(text)"
        guard isLink(path), let target = realpath(path, nil) else { return text }
        defer { free(target) }
        return String(cString: target)
    }

    private func paths() -> [String] {
        FolderEntries.names(in: folder)
            .filter { $0.hasPrefix(Self.prefix) }
            .map { "\(folder)/\($0)" }
            // A link would list its chip, and each of the chip's lines, twice.
            .filter { !isLink($0) }
            // By length first: gpiochip2 before gpiochip10.
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Watches the folder for devices that come, go, or change their permissions.
    func watch() throws(GPIOError) -> OwnedDescriptor {
        let descriptor = holdfast_device_watch_open(folder)
        guard descriptor >= 0 else { throw .failed(call: "inotify", object: folder, code: SystemCall.lastError) }
        return OwnedDescriptor(descriptor)
    }
}
