/// One extension of a panel's file: which it is, and what it may have controls of.
public struct ExtensionGrant: Sendable, Hashable {
    /// Its name, which is that of its socket.
    public var name: String
    /// What its kinds begin with, in reverse-DNS form; no other extension's, nor the panel's, overlaps it.
    public var domain: String
    /// The program and its arguments, for `holdfast up` alone; empty where somebody else starts it. A relative path is
    /// relative to the panel's file.
    public var program: [String]
    /// Where the file declares it.
    public var position: SourcePosition

    /// A grant of its parts.
    public init(name: String, domain: String, program: [String] = [], position: SourcePosition) {
        self.name = name
        self.domain = domain
        self.program = program
        self.position = position
    }

    /// Whether a kind, or another domain, lies within the domain, in any letter case.
    public func covers(_ kind: String) -> Bool {
        let (kind, domain) = (kind.lowercased(), domain.lowercased())
        return kind == domain || kind.hasPrefix(domain + ".")
    }
}
