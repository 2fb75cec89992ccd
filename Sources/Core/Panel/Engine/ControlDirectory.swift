import Configuration
import ControlModel
import EventLoop

/// The controls of a panel, found by any of their names.
@PanelActor
struct ControlDirectory {
    /// The panel's own controls in the file's order, then those of extensions.
    private(set) var slots: [ControlSlot] = []
    private var byName: [String: ControlSlot] = [:]
    private var byReference: [ControlReference: ControlSlot] = [:]
    private var byKind: [String: [ControlSlot]] = [:]

    mutating func add(_ slot: ControlSlot) {
        slots.append(slot)
        byReference[slot.reference] = slot
        byKind[slot.kind, default: []].append(slot)
        for name in Self.names(of: slot) { byName[name] = slot }
        if let declaration = slot.declaration { byName[declaration.key] = slot }
    }

    mutating func remove(_ removed: [ControlSlot]) {
        let identities = Set(removed.map { ObjectIdentifier($0) })
        slots.removeAll { identities.contains(ObjectIdentifier($0)) }
        for slot in removed {
            byReference[slot.reference] = nil
            byKind[slot.kind]?.removeAll { $0 === slot }
            for name in Self.names(of: slot) { byName[name] = nil }
        }
    }

    private static func names(of slot: ControlSlot) -> [String] {
        [slot.name] + slot.places + slot.places.map { "\(slot.kind)@\($0)" }
    }

    /// The control with this name, key or place, or the only control of this kind.
    subscript(_ name: String) -> ControlSlot? {
        if let slot = byName[name] { return slot }
        guard let slots = byKind[name], slots.count == 1 else { return nil }
        return slots[0]
    }

    subscript(_ reference: ControlReference) -> ControlSlot? {
        byReference[reference]
    }

    /// All controls with this name, or of this kind.
    func all(_ name: String) -> [ControlSlot] {
        self[name].map { [$0] } ?? byKind[name] ?? []
    }

    func ofKind(_ kind: String) -> [ControlSlot] { byKind[kind] ?? [] }

    /// The most similar name for an unknown name; `nil` if nothing is similar. A title stands for its control. Otherwise
    /// the search covers all names first, then the last words of kinds and the names of buttons and lights.
    func nearest(to name: String) -> String? {
        // Everybody may ask for a name, so that a private title counts as unknown.
        let titled = slots.first { slot in
            !slot.snapshot.privacy.label && slot.snapshot.displayName.lowercased() == name.lowercased()
        }
        if let titled { return titled.declaration?.key ?? titled.name }
        let names = slots.map(\.name) + slots.compactMap { $0.declaration?.key }
        if let nearest = NearestWord.to(name, among: names) { return nearest }
        let labels = slots.flatMap { slot in
            ([slot.kind] + slot.places).map { (label: Self.label(of: $0), name: slot.name) }
        }
        guard let label = NearestWord.to(name, among: labels.map(\.label)) else { return nil }
        return labels.first { $0.label == label }?.name
    }

    /// A user's short name for a kind or a place: `alloff` for `org.example.house.alloff`, `kitchen` for
    /// `buttons.kitchen.hold`.
    private static func label(of name: String) -> String {
        let labels = name.split(separator: ".")
        let isPlace = ["buttons", "lights"].contains(labels.first) && labels.count > 1
        return (isPlace ? labels[1] : labels.last).map(String.init) ?? name
    }
}
