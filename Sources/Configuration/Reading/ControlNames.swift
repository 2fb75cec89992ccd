/// The controls that a file declares, rightly or wrongly, and the domains of its extensions: what references to controls
/// are looked up in.
struct ControlNames: Sendable {
    /// In the order of the file.
    let keys: [String]
    /// `nil` where the file has no domain that is one: then no kind can be judged.
    let domain: String?
    /// In the order of the file; `nil` where not all of them can be read: then no kind is known to be foreign.
    let extensionDomains: [String]?
    private let set: Set<String>
    private let granted: Set<String>

    init(keys: [String], domain: String?, extensionDomains: [String]?) {
        self.keys = keys
        self.domain = domain
        self.extensionDomains = extensionDomains
        set = Set(keys)
        granted = Set((extensionDomains ?? []).map { $0.lowercased() })
    }

    func contains(key: String) -> Bool {
        set.contains(key)
    }

    func contains(kind: String) -> Bool {
        guard let domain, kind.hasPrefix(domain + ".") else { return false }
        return set.contains(String(kind.dropFirst(domain.count + 1)))
    }

    func kind(ofKey key: String) -> String? {
        domain.map { "\($0).\(key)" }
    }

    /// Whether a kind, in any letter case, begins as the panel's do.
    func isInPanelDomain(kind: String) -> Bool {
        guard let domain else { return false }
        return kind.lowercased().hasPrefix(domain.lowercased() + ".")
    }

    /// Whether a kind lies in the domain of an extension.
    func isGranted(kind: String) -> Bool {
        Domain.containing(kind).contains { granted.contains($0) }
    }

    /// The panel's domain and those of the extensions.
    var domains: [String] { [domain].compactMap(\.self) + (extensionDomains ?? []) }

    /// All kinds that `kind` may have been meant to be: the file's own, and itself in the domains of the extensions.
    func kinds(like kind: String) -> [String] {
        let labels = kind.split(separator: ".", omittingEmptySubsequences: false)
        let inExtensions = (extensionDomains ?? []).compactMap { domain in
            let rest = labels.dropFirst(domain.count { $0 == "." } + 1)
            return rest.isEmpty ? nil : "\(domain).\(rest.joined(separator: "."))"
        }
        return keys.compactMap(self.kind) + inExtensions
    }
}
