import Configuration

/// Reads panel scripts from files.
public enum ScriptFile {
    /// Reads the script at `path`.
    ///
    /// - Throws: where the file is a panel's by its name, cannot be read, is over 1 MB or not UTF-8, or has an error.
    public static func read(_ path: String) throws(ScriptError) -> PanelScript {
        if [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) {
            throw ScriptError(
                "\(path): this is a panel's file, and a script is wanted: text that begins with 'panel \(path)', and has "
                    + "a step in each line, such as '0ms tap action'", at: nil)
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path, limit: ScriptReader.largestFile)
        } catch {
            throw ScriptError("\(path): \(error)", at: nil)
        }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard let text = String(validating: bytes[start...], as: UTF8.self) else {
            throw ScriptError("\(path): this is not text in UTF-8", at: nil)
        }
        return try ScriptReader.read(text, file: path)
    }
}

extension PanelScript {
    /// The panel's file, as a path from where the program runs: a script names it relative to its own folder.
    ///
    /// - Throws: where the script names none.
    public func panelPath() throws(ScriptError) -> String {
        guard let panel else {
            throw ScriptError(
                "the script names no panel; begin it with 'panel FILE', or give --panel",
                at: ScriptPlace(file: file, line: 1))
        }
        guard !panel.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return panel }
        return file[...slash] + panel
    }
}
