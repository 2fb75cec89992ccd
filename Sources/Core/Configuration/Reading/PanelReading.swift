/// The state of the reader for one file: its mistakes, and the names that must be unique or that other values refer to.
final class PanelReading {
    let findings: Findings
    /// The panel's name; `nil` before it is read, and for a wrong name.
    var name: String?
    /// The file's controls; `nil` where their errors make every reference to a control unverifiable.
    var controls: ControlNames?
    private var lines: [(line: LineDescription.Identity, name: String, place: Place, position: SourcePosition)] = []

    private var leds: [String: (place: Place, position: SourcePosition)] = [:]

    /// The keys that ask for a PIN at the panel's own keypad, in the order of reading.
    private(set) var askingForPad: [(kind: String, key: String, position: SourcePosition)] = []

    /// Notes on valid values, in the order of reading.
    var notes: [Diagnostic] = []

    /// The symbols of the controls, in the order of reading.
    var symbols: [UsedSymbol] = []

    private var domains: [(domain: String, place: Place, position: SourcePosition)] = []
    /// The names of each kind of thing, by the noun for such a thing and the name in lower case.
    private var names: [String: [String: (name: String, position: SourcePosition)]] = [:]

    init(findings: Findings) {
        self.findings = findings
    }

    /// Whether a value names a control of the file, by key, kind, title or `{kind: KIND}`.
    func isControl(_ node: Node) -> Bool {
        switch node.content {
        case .mapping(let entries): entries.contains { $0.key.text == ControlReferenceKeys.kind.name }
        case .scalar(let scalar):
            controls.map {
                $0.contains(key: scalar.text) || $0.contains(kind: scalar.text) || $0.key(ofTitle: scalar.text) != nil
            } ?? false
        case .list, .refused: false
        }
    }

    /// Records that `place` uses a line.
    func use(line name: String, in place: Place, at position: SourcePosition) {
        guard let identity = LineDescription.Identity(name) else { return }
        lines.append((identity, name, place, position))
    }

    /// Records that `place` uses an LED, and reports an LED that is already in use.
    func use(led name: String, in place: Place, at position: SourcePosition) {
        if let first = leds[name] {
            findings.add(.ledUsedTwice(name, by: place, first: first.place, at: first.position), at: position)
        } else {
            leds[name] = (place, position)
        }
    }

    /// Records a control that performs only after a PIN at the panel's keypad, and the key that demands the PIN.
    func needsPad(kind: String, key: String, at position: SourcePosition) {
        askingForPad.append((kind, key, position))
    }

    /// Records that `place` has a domain.
    func use(domain: String, in place: Place, at position: SourcePosition) {
        domains.append((domain, place, position))
    }

    /// Records the name of an extension or keypad, and reports a name that already exists, in any letter case.
    func use(_ name: String, ofA noun: String, at position: SourcePosition) {
        guard let first = names[noun, default: [:]].updateValue((name, position), forKey: name.lowercased()) else {
            return
        }
        names[noun]?[name.lowercased()] = first
        findings.add(
            first.name == name
                ? .nameTwice(name, first: first.position, noun: noun)
                : .nameInOtherCase(name, first: first.name, at: first.position, noun: noun),
            at: position)
    }

    /// Reports every domain that overlaps with an earlier domain of the file.
    func checkDomains() {
        typealias Use = (domain: String, place: Place, position: SourcePosition)
        var first: [String: Use] = [:]
        var firstWithin: [String: Use] = [:]
        for use in domains.sorted(by: { $0.position < $1.position }) {
            let around = Domain.containing(use.domain)
            let own = around.last ?? ""
            if let other = around.lazy.compactMap({ first[$0] }).first ?? firstWithin[own] {
                let problem = PanelFileProblem.domainsOverlap(
                    use.domain, of: use.place, with: other.domain, ofFirst: other.place, at: other.position)
                findings.add(problem, at: use.position)
                continue
            }
            first[own] = use
            for domain in around where firstWithin[domain] == nil { firstWithin[domain] = use }
        }
    }

    /// Reports every line that an earlier place of the file already uses, in any spelling.
    func checkLines(on board: BoardSelection?) {
        typealias Use = (name: String, place: Place, position: SourcePosition)
        var first: [LineDescription.Identity: Use] = [:]
        for use in lines.sorted(by: { $0.position < $1.position }) {
            let line = use.line.onHeader(of: board)
            if let other = first[line] {
                let problem = PanelFileProblem.lineUsedTwice(
                    use.name, by: use.place, first: other.place, as: other.name, at: other.position)
                findings.add(problem, at: use.position)
            } else {
                first[line] = (use.name, use.place, use.position)
            }
        }
    }
}

/// The controls that a file declares, with or without errors, and the domains of its extensions. References to controls
/// are looked up here.
struct ControlNames: Sendable {
    /// The controls' keys, in the order of the file.
    let keys: [String]
    /// The panel's domain; `nil` where the file has no valid domain, so that no kind can be judged.
    let domain: String?
    /// The domains in the order of the file; `nil` where one of them is unreadable, so that no kind is known to be
    /// foreign.
    let extensionDomains: [String]?
    private let set: Set<String>
    /// The keys by their titles in lower case.
    private let titles: [String: String]
    private let granted: Set<String>
    /// The extensions' domains with their number of labels.
    private let domainsByLength: [(labels: Int, domains: [String])]

    init(keys: [String], titles: [(name: String, text: String)], domain: String?, extensionDomains: [String]?) {
        self.keys = keys
        self.domain = domain
        self.extensionDomains = extensionDomains
        set = Set(keys)
        self.titles = Dictionary(titles.map { ($0.text.lowercased(), $0.name) }) { first, _ in first }
        granted = Set((extensionDomains ?? []).map { $0.lowercased() })
        domainsByLength = Dictionary(grouping: extensionDomains ?? []) { $0.utf8.count { $0 == UInt8(ascii: ".") } + 1 }
            .map { ($0, $1) }.sorted { $0.labels > $1.labels }
    }

    func contains(key: String) -> Bool {
        set.contains(key)
    }

    /// The key of the control with this title, in any letter case.
    func key(ofTitle title: String) -> String? { titles[title.lowercased()] }

    func contains(kind: String) -> Bool {
        guard let domain, kind.hasPrefix(domain + ".") else { return false }
        return set.contains(String(kind.dropFirst(domain.count + 1)))
    }

    func kind(ofKey key: String) -> String? {
        domain.map { "\($0).\(key)" }
    }

    /// Whether a kind has the panel's domain, in any letter case.
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

    /// The probable intended kind for a mistyped one: a kind of the file, or the same kind in the domain of an
    /// extension.
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
