/// The settings of a Raspberry Pi's `config.txt` that may apply to this board, in their order.
///
/// Source: Raspberry Pi documentation, "config.txt": "File format", "include", "Conditional filters".
struct BootConfiguration: Sendable, Hashable {
    /// One line of the form `name=value`.
    struct Setting: Sendable, Hashable {
        var name: String
        var value: String
        /// The file and the line, such as `/boot/firmware/config.txt:12`.
        var place: String
        /// Whether the setting certainly applies; filters for monitors, serial numbers and levels are not evaluated.
        var isSure: Bool

        /// The line as it is written.
        var text: String { "\(name)=\(value)" }
    }

    /// The path of `config.txt`.
    let path: String
    /// Whether the board is of the Raspberry Pi 5's generation, on which some overlays have other lines.
    let isPi5: Bool
    private(set) var settings: [Setting] = []

    /// The most files that are read, so that files that include each other end.
    private static let mostFiles = 16
    /// The most settings that are kept.
    private static let mostSettings = 2_000

    /// Reads `config.txt` and the files that it includes.
    ///
    /// - Parameters:
    ///   - path: The path of `config.txt`. Included files are in the same folder.
    ///   - model: The board's model, as in `/proc/device-tree/model`.
    ///   - read: The bytes of a file; `nil` if the file cannot be read.
    init(path: String, model: String, read: (String) -> [UInt8]?) {
        self.path = path
        isPi5 = BootFilters.matches("pi5", model: model) == true
        var filters = BootFilters(model: model)
        var files = 0
        take(path, &filters, &files, read)
    }

    private mutating func take(
        _ path: String, _ filters: inout BootFilters, _ files: inout Int, _ read: (String) -> [UInt8]?
    ) {
        files += 1
        guard files <= Self.mostFiles, let bytes = read(path) else { return }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where settings.count < Self.mostSettings {
            let text = String(decoding: line, as: UTF8.self).trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                filters.add(text[text.index(after: text.startIndex)..<end].lowercased())
            } else if text.hasPrefix("include ") {
                guard filters.verdict != false else { continue }
                let name = String(text.dropFirst("include ".count)).trimmed
                // The firmware knows the boot partition alone, and no folder above.
                guard !name.isEmpty, !name.contains("..") else { continue }
                take(path.folder + "/" + name, &filters, &files, read)
            } else if let equals = text.firstIndex(of: "="), filters.verdict != false {
                settings.append(
                    Setting(
                        name: String(text[..<equals]).trimmed,
                        value: String(text[text.index(after: equals)...]).trimmed,
                        place: "\(path):\(index + 1)", isSure: filters.verdict == true))
            }
        }
    }
}

/// The conditional filters in effect at a line of `config.txt`.
///
/// Source: Raspberry Pi documentation, "config.txt", "Conditional filters". A filter replaces an earlier one of its kind.
struct BootFilters {
    private let model: String
    private var hasNone = false
    /// Whether the board is of the filter's model; `nil` for no such filter, or an unknown model.
    private var modelVerdict: Bool?
    private var isUnsure = false

    init(model: String) {
        self.model = model
    }

    /// Whether the following settings apply; `nil` if that is not known.
    var verdict: Bool? {
        if hasNone || modelVerdict == false { return false }
        return isUnsure ? nil : true
    }

    mutating func add(_ filter: String) {
        switch filter {
        case "all": (hasNone, modelVerdict, isUnsure) = (false, nil, false)
        case "none": hasNone = true
        default:
            if let isMatch = Self.matches(filter, model: model) { modelVerdict = isMatch } else { isUnsure = true }
        }
    }

    /// Whether the filter is for the model; `nil` if the filter is no model's, or the model is unknown.
    static func matches(_ filter: String, model: String) -> Bool? {
        let prefix = "Raspberry Pi "
        guard let beginnings = models[filter], model.hasPrefix(prefix) else { return nil }
        let name = model.dropFirst(prefix.count) + " "
        return beginnings.contains { name.hasPrefix($0) }
    }

    /// The beginnings of the models' names behind "Raspberry Pi", by filter.
    private static let models: [String: [String]] = [
        "pi0": ["Zero "], "pi0w": ["Zero W ", "Zero 2 W "], "pi02": ["Zero 2 W "],
        "pi1": ["Model ", "Compute Module Rev"], "pi2": ["2 "],
        "pi3": ["3 ", "Compute Module 3"], "pi3+": ["3 Model A Plus ", "3 Model B Plus "],
        "pi4": ["4 ", "400 ", "Compute Module 4 ", "Compute Module 4S "], "pi400": ["400 "],
        "cm4": ["Compute Module 4 "], "cm4s": ["Compute Module 4S "],
        "pi5": ["5 ", "500 ", "Compute Module 5 "], "pi500": ["500 "], "cm5": ["Compute Module 5 "],
    ]
}

extension StringProtocol {
    /// The text without spaces, tabs and other control characters at both ends.
    var trimmed: String {
        func isBlank(_ character: Character) -> Bool { character.unicodeScalars.allSatisfy { $0.value <= 0x20 } }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// The folder of a path with a slash.
    fileprivate var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
