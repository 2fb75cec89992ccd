/// Which letter stands for which button.
struct ButtonKeys {
    /// The letters, in the order of the buttons; a button beyond the alphabet has none.
    let letters: [Character?]

    /// Gives each button the first letter of its name that is free, or else any free one.
    init(names: [String]) {
        var free = Set("abcdefghijklmnopqrstuvwxyz")
        letters = names.map { name in
            let letter = name.lowercased().first { free.contains($0) } ?? free.min()
            if let letter { free.remove(letter) }
            return letter
        }
    }

    /// The button of a letter, small or capital.
    func button(for key: Character) -> Int? {
        letters.firstIndex { $0 != nil && $0 == key.lowercased().first }
    }
}
