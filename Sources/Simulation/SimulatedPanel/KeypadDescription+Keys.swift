import Configuration

extension PanelDescription {
    /// The keypad of this name; without a name, the only keypad.
    package func keypad(_ name: String?) -> KeypadDescription? {
        if let name { return keypads.first { $0.name == name } }
        return keypads.count == 1 ? keypads[0] : nil
    }
}

extension KeypadDescription {
    /// The keys of each row, from left to right. A place without a key is a space. A device has the keys of a number pad,
    /// with # for Enter and * for Escape.
    package var keyRows: [String] {
        switch source {
        case .matrix(rows: _, columns: _, keys: let keys): keys.map { String($0) }
        case .device: ["123", "456", "789", "*0#"]
        }
    }

    /// The characters of the keypad's keys, those of a device in the order of their digits.
    package var keys: [Character] { isDevice ? Array("0123456789*#") : keyRows.joined().filter { $0 != " " } }
}
