import ControlModel

/// One extension of a panel's file, and the domain in which it may have controls.
public struct ExtensionGrant: Sendable, Hashable {
    /// The extension's name, which is also the name of its socket.
    public var name: String
    /// The prefix of the extension's kinds, in reverse-DNS form. It overlaps neither the panel's domain nor that of
    /// another extension.
    public var domain: String
    /// The program and its arguments, for `holdfast up` only; empty where another program starts the extension. A
    /// relative path is relative to the panel's file.
    public var program: [String] = []
    /// The position of the declaration in the file.
    public var position: SourcePosition

    /// Names that Holdfast has itself: those of its own extensions, and NAME of its groups `holdfast-NAME`
    /// (`deploy/holdfast.sysusers`). An installed extension runs as the user `holdfast-NAME`.
    public static let reservedNames: Set<String> = ["actions", "gateway", "core", "extension"]

    /// Whether a kind, or another domain, lies within the domain, in any letter case.
    public func covers(_ kind: String) -> Bool { ControlKind.lies(kind, in: domain) }
}
