/// The controls that a file declares, rightly or wrongly: what references to controls are looked up in.
struct ControlNames: Sendable {
    /// In the order of the file.
    let keys: [String]
    /// `nil` where the file has no domain that is one: then no kind can be judged.
    let domain: String?
    private let set: Set<String>

    init(keys: [String], domain: String?) {
        self.keys = keys
        self.domain = domain
        set = Set(keys)
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
}
