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
    /// The extensions' domains with their number of labels.
    private let domainsByLength: [(labels: Int, domains: [String])]

    init(keys: [String], domain: String?, extensionDomains: [String]?) {
        self.keys = keys
        self.domain = domain
        self.extensionDomains = extensionDomains
        set = Set(keys)
        granted = Set((extensionDomains ?? []).map { $0.lowercased() })
        domainsByLength = Dictionary(grouping: extensionDomains ?? []) { $0.utf8.count { $0 == UInt8(ascii: ".") } + 1 }
            .map { ($0, $1) }.sorted { $0.labels > $1.labels }
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

    /// The kind that a mistyped one was meant to be: one of the file's own, or the same in the domain of an extension.
    func kindMeant(by kind: String) -> String? {
        if let own = NearestWord.to(kind, among: keys.compactMap(self.kind(ofKey:))) { return own }
        let labels = kind.split(separator: ".", omittingEmptySubsequences: false)
        for (count, domains) in domainsByLength where count < labels.count {
            guard let domain = NearestWord.to(labels.prefix(count).joined(separator: "."), among: domains) else {
                continue
            }
            return "\(domain).\(labels.dropFirst(count).joined(separator: "."))"
        }
        return nil
    }
}
