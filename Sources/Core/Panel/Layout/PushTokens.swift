import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI
import Store

/// The push tokens of placed controls (C45: unguessable, stable over restarts, gone with the placement).
@PanelActor
final class PushTokens {
    private let store: PanelStore

    /// - Parameter store: stores each token under `token:REFERENCE`.
    init(_ store: PanelStore) {
        self.store = store
    }

    /// The key of the list of all token keys, by which tokens of removed placements are found.
    private static let listKey = "tokens"

    private static func key(of reference: ControlReference) -> String { "token:\(LayoutText.text(of: reference))" }

    /// The token of a placed control; a new token is made on the first call.
    func token(of reference: ControlReference) -> String {
        let key = Self.key(of: reference)
        if let token = store.settings[key], !token.isEmpty { return token }
        let token = RandomName.make()
        // The list is written first: a token without a list entry would never be deleted.
        store.setSetting(LayoutText.text(of: tokenKeys.filter { $0 != key } + [key]), for: Self.listKey)
        store.setSetting(token, for: key)
        return token
    }

    /// Whether a token is that of a control.
    func isToken(_ token: String, of reference: ControlReference) -> Bool {
        !token.isEmpty && store.settings[Self.key(of: reference)] == token
    }

    /// Deletes the tokens of removed placements.
    ///
    /// - Parameter controls: all controls of the panel.
    func forget(allBut controls: ControlSet) {
        let known = tokenKeys
        guard !known.isEmpty else { return }
        let used = Set(
            controls.slots.flatMap { $0.isPlaced || $0.declaration != nil ? $0.remotes : [] }
                .map { Self.key(of: $0.reference) })
        let left = known.filter(used.contains)
        guard left.count < known.count else { return }
        for key in known where !used.contains(key) { store.setSetting(nil, for: key) }
        store.setSetting(left.isEmpty ? nil : LayoutText.text(of: left), for: Self.listKey)
    }

    private var tokenKeys: [String] {
        store.settings[Self.listKey].flatMap { LayoutText.list($0) } ?? []
    }
}

/// Creates unguessable names.
enum RandomName {
    /// 128 bits of the system's random numbers, in hexadecimal digits.
    static func make() -> String {
        HexText.of((0..<16).map { _ in .random(in: .min ... .max) })
    }
}
