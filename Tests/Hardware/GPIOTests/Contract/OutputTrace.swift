import Foundation

/// The kernel's operations on an output, from its trace points (`include/trace/events/gpio.h`), which record even the
/// shortest level.
enum OutputTrace {
    private static let folder =
        ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"].first {
            FileManager.default.fileExists(atPath: "\($0)/events/gpio")
        } ?? "/sys/kernel/tracing"

    /// The steps of a line while `action` runs.
    static func steps(ofLabel label: String, offset: Int, during action: () throws -> Void) throws -> [OutputStep] {
        let number = try base(ofLabel: label) + offset
        try KernelFile.write("", to: "\(folder)/trace", truncating: true)
        try KernelFile.write("1", to: "\(folder)/events/gpio/enable")
        let result = Result { try action() }
        try KernelFile.write("0", to: "\(folder)/events/gpio/enable")
        try result.get()
        return try KernelFile.read("\(folder)/trace").split(separator: "\n").compactMap { step(of: $0, number: number) }
    }

    /// Reads `… gpio_value: 515 set 1` and `… gpio_direction: 515  in (0)`.
    private static func step(of row: Substring, number: Int) -> OutputStep? {
        let words = row.split(separator: " ")
        guard let event = words.firstIndex(where: { $0.hasPrefix("gpio_") }), words.count > event + 3,
            Int(words[event + 1]) == number
        else { return nil }
        switch (words[event], words[event + 2]) {
        case ("gpio_value:", "set"): return .level(words[event + 3] == "1")
        case ("gpio_direction:", "in"): return .input
        default: return nil
        }
    }

    /// The number of the chip's first line in the kernel's global numbering.
    private static func base(ofLabel label: String) throws -> Int {
        let classFolder = "/sys/class/gpio"
        for name in try FileManager.default.contentsOfDirectory(atPath: classFolder) where name.hasPrefix("gpiochip") {
            guard try KernelFile.read("\(classFolder)/\(name)/label") == label else { continue }
            if let base = Int(try KernelFile.read("\(classFolder)/\(name)/base")) { return base }
        }
        throw KernelFile.Failure(classFolder)
    }
}
