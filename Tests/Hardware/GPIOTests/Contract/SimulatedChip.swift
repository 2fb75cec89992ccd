import Foundation
import Glibc

/// A chip of the kernel's `gpio-sim`, made through configfs (`Documentation/admin-guide/gpio/gpio-sim.rst`).
final class SimulatedChip {
    let label: String
    private let folder: String
    private let lineNames: [String?]
    private let hog: (offset: Int, name: String)?

    /// Sets up a chip, not yet plugged in.
    init(label: String, lineNames: [String?], hog: (offset: Int, name: String)?) throws {
        self.label = label
        self.lineNames = lineNames
        self.hog = hog
        folder = "/sys/kernel/config/gpio-sim/test-\(label)"
        // An interrupted run may have left the chip.
        remove()
        try make(folder)
        try make("\(folder)/bank0")
        try write("\(lineNames.count)", to: "\(folder)/bank0/num_lines")
        try write(label, to: "\(folder)/bank0/label")
        for (offset, name) in lineNames.enumerated() where name != nil || hog?.offset == offset {
            let line = "\(folder)/bank0/line\(offset)"
            try make(line)
            try write(name ?? "", to: "\(line)/name")
            guard let hog, hog.offset == offset else { continue }
            try make("\(line)/hog")
            try write(hog.name, to: "\(line)/hog/name")
            try write("input", to: "\(line)/hog/direction")
        }
    }

    func plug() throws { try write("1", to: "\(folder)/live") }

    func unplug() throws { try write("0", to: "\(folder)/live") }

    func pull(_ offset: Int, high: Bool) throws {
        try write(high ? "pull-up" : "pull-down", to: attribute("pull", of: offset))
    }

    func level(_ offset: Int) throws -> Bool {
        try read(attribute("value", of: offset)) == "1"
    }

    /// The chip's device file, while it is plugged in.
    func path() throws -> String { "/dev/" + (try read("\(folder)/bank0/chip_name")) }

    /// Removes the chip and its configfs entries.
    func remove() {
        if (try? read("\(folder)/live")) == "1" { try? unplug() }
        for offset in lineNames.indices {
            rmdir("\(folder)/bank0/line\(offset)/hog")
            rmdir("\(folder)/bank0/line\(offset)")
        }
        rmdir("\(folder)/bank0")
        rmdir(folder)
    }

    private func attribute(_ name: String, of offset: Int) throws -> String {
        let device = try read("\(folder)/dev_name")
        let chip = try read("\(folder)/bank0/chip_name")
        return "/sys/devices/platform/\(device)/\(chip)/sim_gpio\(offset)/\(name)"
    }

    private func make(_ path: String) throws {
        guard mkdir(path, 0o755) == 0 else { throw KernelFile.Failure(path) }
    }

    private func write(_ text: String, to path: String) throws { try KernelFile.write(text, to: path) }

    private func read(_ path: String) throws -> String { try KernelFile.read(path) }
}
