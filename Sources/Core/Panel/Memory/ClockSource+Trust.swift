import Configuration
import EventLoop
import Glibc
import Store

extension ClockSource {
    /// Whether a time is right as far as can be known, so that guests' hours and `dim` may rely on it.
    ///
    /// A real-time clock whose battery was empty shows an older time than the store has recorded.
    ///
    /// - Parameters:
    ///   - newest: the newest trusted time so far, in milliseconds since 1970; `nil` if none.
    ///   - isSetByRTC: whether the kernel has set the wall clock from a real-time clock.
    public func trusts(_ time: StoredTime, newest: Int64?, isSetByRTC: @autoclosure () -> Bool) -> Bool {
        if time.isSynchronized { return true }
        return switch self {
        case .synchronized: false
        case .rtc: time.milliseconds >= newest ?? .min && isSetByRTC()
        }
    }

    /// Whether the kernel has set the wall clock from a real-time clock, at boot or when the clock's driver was loaded.
    /// `/sys/class/rtc/rtcN/hctosys` is 1 then (`Documentation/ABI/testing/sysfs-class-rtc`, `drivers/rtc/sysfs.c`).
    ///
    /// - Parameter folder: the kernel's directory of real-time clocks.
    public static func isSetByRTC(in folder: String = "/sys/class/rtc") -> Bool {
        FolderEntries.names(in: folder).contains { name in
            guard name.hasPrefix("rtc"), let file = fopen("\(folder)/\(name)/hctosys", "re") else { return false }
            defer { fclose(file) }
            return fgetc(file) == Int32(UInt8(ascii: "1"))
        }
    }
}
