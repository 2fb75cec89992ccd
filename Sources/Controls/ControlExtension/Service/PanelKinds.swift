import ControlModel
import LocalAPI

/// The kinds of a bundle's controls, by its source and on the panel (C3).
///
/// | domain | in the source | on the panel |
/// |---|---|---|
/// | `org.example.vpn` | `VPNControlWidget` | `org.example.vpn.VPNControlWidget` |
/// | `org.example.vpn` | `org.example.vpn.switch` | `org.example.vpn.switch` |
struct PanelKinds: Sendable {
    private let domain: String?
    /// The kinds in the source by those on the panel.
    private let sources: [String: String]

    /// - Parameter domain: The domain that the panel grants the bundle; `nil` until the panel says it.
    init(_ kinds: [String], in domain: String?) {
        self.domain = domain
        sources = Dictionary(kinds.map { (Self.onPanel($0, in: domain), $0) }) { first, _ in first }
    }

    private static func onPanel(_ kind: String, in domain: String?) -> String {
        domain.map { ControlKind.onPanel(kind, in: $0) } ?? kind
    }

    /// The panel's kind for one of the source.
    func onPanel(_ kind: String) -> String { Self.onPanel(kind, in: domain) }

    /// The source's kind for one of the panel; unchanged if the source has none.
    func inSource(_ kind: String) -> String { sources[kind] ?? kind }

    /// A placement by the source's kind.
    func inSource(_ placement: PlacedControl) -> PlacedControl {
        var placement = placement
        placement.kind = inSource(placement.kind)
        return placement
    }
}
