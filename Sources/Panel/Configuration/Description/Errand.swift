import ControlModel

/// Something that another process carries out for the panel: a kind of the stock extension or the gateway, and what is to
/// be done, as the values of that kind's configuration.
public struct Errand: Sendable, Hashable {
    /// The stock extension: `holdfast-actions`.
    public static let actions = ExtensionGrant(name: "actions", domain: "io.holdfast.actions")
    /// What speaks to other machines: `holdfast-gateway`.
    public static let gateway = ExtensionGrant(name: "gateway", domain: "io.holdfast.gateway")

    /// The kind of the control that stands for it.
    public var kind: StockKind
    /// The values, by the names of the kind's parameters; durations in milliseconds.
    public var values: [String: IntentValue]
    /// The names of the values that are paths, relative to the panel's file.
    public var paths: Set<String>

    /// An errand of its parts.
    public init(
        kind: StockKind, values: [String: IntentValue], paths: Set<String> = []
    ) {
        self.kind = kind
        self.values = values
        self.paths = paths
    }

    /// Who carries it out.
    public var grant: ExtensionGrant { kind.grant }

    /// Whether it has an on and an off.
    public var isToggle: Bool { kind.isToggle }

    /// As a placement of its kind.
    ///
    /// - Parameter folder: the absolute path of the folder of the panel's file, in which commands run.
    public func reference(in folder: String) -> ControlReference {
        var values = values
        for name in paths {
            guard case .string(let path)? = values[name], !path.hasPrefix("/") else { continue }
            values[name] = .string(folder + "/" + path)
        }
        if grant == Self.actions { values["folder"] = .string(folder) }
        return ControlReference(kind: kind.rawValue, configuration: values)
    }
}

extension ExtensionGrant {
    /// One that no file declares.
    fileprivate init(name: String, domain: String) {
        self.init(name: name, domain: domain, position: .start(of: ""))
    }
}
