import Foundation
import Testing

extension LEDFiles {
    /// A class of many LEDs, of which the first can hang.
    final class Many {
        let folder: URL
        let names: [String]

        init(_ count: Int) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
            names = (0..<count).map { "led\($0)" }
            for name in names {
                let led = folder.appending(path: name)
                try FileManager.default.createDirectory(at: led, withIntermediateDirectories: true)
                try Data("3\n".utf8).write(to: led.appending(path: "brightness"))
                try Data("100\n".utf8).write(to: led.appending(path: "max_brightness"))
            }
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        /// The brightness values of all LEDs but the first.
        var others: Set<String?> {
            Set(
                names.dropFirst().map { name in
                    try? String(contentsOf: folder.appending(path: "\(name)/brightness"), encoding: .utf8)
                        .trimmingCharacters(in: .newlines)
                })
        }

        /// Makes the first LED's brightness a full pipe. Draining the pipe lets the LED continue.
        func makeFirstHang() throws -> Int32 {
            let path = folder.appending(path: "\(names[0])/brightness").path
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            try #require(pipe >= 0)
            let page = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
            while write(pipe, page, page.count) > 0 {}
            return pipe
        }

        /// The text written into the pipe after it was filled.
        static func drain(_ pipe: Int32) -> String {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            var text = ""
            while case let count = read(pipe, &bytes, bytes.count), count > 0 {
                text += String(decoding: bytes.prefix(count).filter { $0 != UInt8(ascii: "x") }, as: UTF8.self)
            }
            return text
        }
    }
}
