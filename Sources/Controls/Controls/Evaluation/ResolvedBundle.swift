/// The controls of a bundle, listed in its order, which is the gallery's.
@MainActor
public struct ResolvedBundle {
    /// The bundle's name: the display name of controls without one.
    public nonisolated let name: String
    /// The controls.
    public nonisolated let controls: [ResolvedControl]
    /// The members that are not listed, for a note to their author.
    public nonisolated let unlisted: [UnlistedWidget]

    /// The intents of the controls, by the names that stand for them as data.
    public nonisolated let intents: IntentRegistry

    /// Evaluates a bundle, with each control's preview value.
    ///
    /// - Throws: `InvalidBundle` where a kind is empty, malformed or given twice.
    public init<Bundle: WidgetBundle>(_ bundle: Bundle, name: String) throws(InvalidBundle) {
        var listing = Listing(bundleType: String(describing: Bundle.self), name: name)
        listing.add(bundle.body)
        let problems = ControlKind.problems(of: listing.kinds)
        guard problems.isEmpty else { throw InvalidBundle(problems: problems) }
        self.name = name
        controls = listing.controls
        unlisted = listing.unlisted
        intents = listing.intents
        for control in controls where control.preview.configurationProblems.isEmpty {
            intents.declare(control.preview.intent.type)
        }
    }

    /// The control of this kind.
    public nonisolated subscript(kind: String) -> ResolvedControl? {
        controls.first { $0.kind == kind }
    }
}

/// Walks through a bundle's members.
@MainActor
private struct Listing {
    let bundleType: String
    let name: String
    let intents = IntentRegistry()
    var position = 0
    var controls: [ResolvedControl] = []
    var kinds: [(kind: String, place: String)] = []
    var unlisted: [UnlistedWidget] = []

    mutating func add(_ widget: any Widget) {
        if let group = widget as? WidgetGroup {
            for member in group.members { add(member) }
            return
        }
        position += 1
        let place = "\(type(of: widget)), widget \(position) of \(bundleType)"
        guard let control = widget as? any ControlWidget else {
            unlisted.append(.ordinaryWidget(place: place))
            return
        }
        guard let resolved = ResolvedControl(control, defaultName: name, intents: intents) else {
            unlisted.append(.emptyControl(place: place))
            return
        }
        controls.append(resolved)
        kinds.append((resolved.kind, place))
    }
}
