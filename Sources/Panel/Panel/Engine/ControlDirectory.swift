import Configuration
import EventLoop

/// The controls of a panel, found by every name that they go by.
@PanelActor
struct ControlDirectory {
    /// The panel's own in the file's order, then those of extensions.
    private(set) var slots: [ControlSlot] = []
    private var byName: [String: ControlSlot] = [:]
    private var byReference: [ControlReference: ControlSlot] = [:]
    private var byKind: [String: [ControlSlot]] = [:]

    mutating func add(_ slot: ControlSlot) {
        slots.append(slot)
        byReference[slot.reference] = slot
        byKind[slot.kind, default: []].append(slot)
        byName[slot.name] = slot
        for place in slot.places {
            byName[place] = slot
            byName["\(slot.kind)@\(place)"] = slot
        }
        if let declaration = slot.declaration { byName[declaration.key] = slot }
    }

    mutating func remove(_ removed: [ControlSlot]) {
        let identities = Set(removed.map { ObjectIdentifier($0) })
        slots.removeAll { identities.contains(ObjectIdentifier($0)) }
        for slot in removed {
            byReference[slot.reference] = nil
            byKind[slot.kind]?.removeAll { $0 === slot }
            for name in [slot.name] + slot.places + slot.places.map({ "\(slot.kind)@\($0)" }) {
                byName[name] = nil
            }
        }
    }

    mutating func removeAll() {
        self = ControlDirectory()
    }

    /// The control of this name, key, place, or kind, if there is one of the kind only.
    subscript(_ name: String) -> ControlSlot? {
        if let slot = byName[name] { return slot }
        guard let slots = byKind[name], slots.count == 1 else { return nil }
        return slots[0]
    }

    subscript(_ reference: ControlReference) -> ControlSlot? {
        byReference[reference]
    }

    /// All of this name, or of this kind.
    func all(_ name: String) -> [ControlSlot] {
        self[name].map { [$0] } ?? byKind[name] ?? []
    }

    /// All placements of a kind.
    func ofKind(_ kind: String) -> [ControlSlot] { byKind[kind] ?? [] }

    /// The name that was meant by one that no control has: a similar one, or that of the control whose kind ends, or whose
    /// button or light is called, so; the first of several.
    func nearest(to name: String) -> String? {
        if let nearest = NearestWord.to(name, among: names) { return nearest }
        let labels = slots.flatMap { slot in
            ([slot.kind] + slot.places).map { (label: Self.label(of: $0), name: slot.name) }
        }
        guard let label = NearestWord.to(name, among: labels.map(\.label)) else { return nil }
        return labels.first { $0.label == label }?.name
    }

    /// What people call a kind, or a place: `alloff` of `org.example.house.alloff`, `kitchen` of `buttons.kitchen.hold`.
    private static func label(of name: String) -> String {
        let labels = name.split(separator: ".")
        let isPlace = ["buttons", "lights"].contains(labels.first) && labels.count > 1
        return (isPlace ? labels[1] : labels.last).map(String.init) ?? name
    }

    /// All names that a person might mean.
    private var names: [String] {
        slots.map(\.name)
            + slots.compactMap { $0.declaration?.key }
    }
}
