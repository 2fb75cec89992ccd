import CGPIO
import EventLoop
import Glibc

/// A chip's open device file, closed at the last release of this object.
final class KernelChip {
    let path: String
    let label: String
    let lineCount: Int
    let pointer: OpaquePointer

    /// Opens the chip at `path`.
    init(path: String) throws(EventLoopError) {
        guard let pointer = holdfast_gpio_chip_open(path) else {
            throw EventLoopError(call: "open")
        }
        var info = holdfast_gpio_chip_info()
        guard holdfast_gpio_chip_get_info(pointer, &info) == 0 else {
            let error = EventLoopError(call: "GPIO_GET_CHIPINFO")
            holdfast_gpio_chip_close(pointer)
            throw error
        }
        self.pointer = pointer
        self.path = path
        label = Self.text(info.label)
        lineCount = Int(info.line_count)
    }

    deinit {
        holdfast_gpio_chip_close(pointer)
    }

    /// The chip's description in errors.
    var description: String { LineDirectory.Chip(path: path, label: label, lineNames: []).description }

    /// The kernel's present information about the line at `offset`.
    func line(_ offset: Int) throws(GPIOError) -> LineInfo {
        var info = holdfast_gpio_line_info()
        guard holdfast_gpio_chip_get_line_info(pointer, UInt32(offset), &info) == 0 else {
            throw error(call: "GPIO_GET_LINEINFO")
        }
        let name = Self.text(info.name)
        let consumer = Self.text(info.consumer)
        return LineInfo(
            address: LineAddress(chip: path, chipLabel: label, offset: offset, name: name.isEmpty ? nil : name),
            isOutput: info.is_output,
            consumer: info.is_used ? (consumer.isEmpty ? "kernel" : consumer) : nil, bias: Bias(info.bias))
    }

    func lines() throws(GPIOError) -> [LineInfo] {
        try (0..<lineCount).map { offset throws(GPIOError) in try line(offset) }
    }

    /// The error of a call on this chip or its lines, from the current `errno`.
    func error(call: String) -> GPIOError {
        let code = SystemCall.lastError
        return code == ENODEV ? .chipGone(description) : .failed(call: call, object: description, code: code)
    }

    /// The text in a C array of characters, which Swift imports as a tuple, up to its NUL.
    private static func text(_ characters: some Any) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
