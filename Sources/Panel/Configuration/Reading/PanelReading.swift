/// What is gathered while one file is read: its mistakes, and what must be unique or be referred to.
final class PanelReading {
    let findings: Findings
    /// The panel's name, once it has been read and is one.
    var name: String?
    /// The file's controls; `nil` where they are so wrong that no reference to them can be judged.
    var controls: ControlNames?
    private var lines: [(line: LineDescription.Identity, name: String, place: Place, position: SourcePosition)] = []

    private var leds: [String: (place: Place, position: SourcePosition)] = [:]

    /// The keys that ask for a PIN at the panel's own keypad, in the order in which they were read.
    private(set) var askingForPad: [(kind: String, key: String, position: SourcePosition)] = []

    private var domains: [(domain: String, place: Place, position: SourcePosition)] = []
    private var extensions: [String: (name: String, position: SourcePosition)] = [:]

    init(findings: Findings) {
        self.findings = findings
    }

    /// Remembers that `place` uses a line.
    func use(line name: String, in place: Place, at position: SourcePosition) {
        guard let identity = LineDescription.Identity(name) else { return }
        lines.append((identity, name, place, position))
    }

    /// Remembers that `place` uses an LED, and reports one that is used already.
    func use(led name: String, in place: Place, at position: SourcePosition) {
        if let first = leds[name] {
            findings.add(.ledUsedTwice(name, by: place, first: first.place, at: first.position), at: position)
        } else {
            leds[name] = (place, position)
        }
    }

    /// Remembers a control that performs only after a PIN at the panel's keypad, and the key that says so.
    func needsPad(kind: String, key: String, at position: SourcePosition) {
        askingForPad.append((kind, key, position))
    }

    /// Remembers that `place` has a domain.
    func use(domain: String, in place: Place, at position: SourcePosition) {
        domains.append((domain, place, position))
    }

    /// Remembers the name of an extension, and reports one that there is already.
    func use(extension name: String, at position: SourcePosition) {
        guard let first = extensions[name.lowercased()] else {
            extensions[name.lowercased()] = (name, position)
            return
        }
        let problem =
            first.name == name
            ? Problem.nameTwice(name, first: first.position, noun: "extension")
            : .nameInOtherCase(name, first: first.name, at: first.position, noun: "extension")
        findings.add(problem, at: position)
    }

    /// Reports every domain that is inside one that stands earlier in the file, or around one.
    func checkDomains() {
        typealias Use = (domain: String, place: Place, position: SourcePosition)
        var first: [String: Use] = [:]
        var firstWithin: [String: Use] = [:]
        for use in domains.sorted(by: { $0.position < $1.position }) {
            let around = Domain.containing(use.domain)
            let own = around.last ?? ""
            if let other = around.lazy.compactMap({ first[$0] }).first ?? firstWithin[own] {
                let problem = Problem.domainsOverlap(
                    use.domain, of: use.place, with: other.domain, ofFirst: other.place, at: other.position)
                findings.add(problem, at: use.position)
                continue
            }
            first[own] = use
            for domain in around where firstWithin[domain] == nil { firstWithin[domain] = use }
        }
    }

    /// Reports every line that something earlier in the file uses already, in whatever spelling.
    func checkLines(on board: BoardSelection?) {
        typealias Use = (name: String, place: Place, position: SourcePosition)
        var first: [LineDescription.Identity: Use] = [:]
        for use in lines.sorted(by: { $0.position < $1.position }) {
            let line = use.line.onHeader(of: board)
            if let other = first[line] {
                let problem = Problem.lineUsedTwice(
                    use.name, by: use.place, first: other.place, as: other.name, at: other.position)
                findings.add(problem, at: use.position)
            } else {
                first[line] = (use.name, use.place, use.position)
            }
        }
    }
}

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
