import Configuration
import ControlModel
import EventLoop
import Layout

/// The push tokens of the placed controls (C45).
extension PanelEngine {
    /// The key under which there is a list of the keys of all tokens: those whose placements are gone are found by it.
    private static let listKey = "tokens"

    private static func key(of reference: ControlReference) -> String { "token:\(LayoutText.text(of: reference))" }

    /// The token of a placed control: the one that it has always had, or else a new one.
    func pushToken(of reference: ControlReference) -> String {
        let key = Self.key(of: reference)
        if let token = layoutMemory.text(of: key), !token.isEmpty { return token }
        let token = RandomName.make()
        // Listed first: a token that nobody finds would stay for ever.
        layoutMemory.setText(LayoutText.text(of: tokenKeys.filter { $0 != key } + [key]), of: Self.listKey)
        layoutMemory.setText(token, of: key)
        return token
    }

    /// Forgets the tokens whose placements are gone.
    func forgetPushTokens() {
        let known = tokenKeys
        guard !known.isEmpty else { return }
        let used = Set(
            controls.slots.flatMap { $0.isPlaced || $0.declaration != nil ? $0.remotes : [] }
                .map { Self.key(of: $0.reference) })
        let left = known.filter(used.contains)
        guard left.count < known.count else { return }
        for key in known where !used.contains(key) { layoutMemory.setText(nil, of: key) }
        layoutMemory.setText(left.isEmpty ? nil : LayoutText.text(of: left), of: Self.listKey)
    }

    private var tokenKeys: [String] {
        layoutMemory.text(of: Self.listKey).flatMap { LayoutText.list($0) } ?? []
    }
}
