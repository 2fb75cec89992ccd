import Authentication
import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI

/// The gallery, and changes of the layout by clients.
extension PanelService {
    /// The layout methods of `io.holdfast.Panel`.
    var layoutMethods: [VarlinkMethod] {
        [
            .method(PanelInterface.Gallery.self, streams: true) { [weak self] parameters, call in
                guard let self else { return }
                let next = engine?.lists.gallery.list(search: parameters.search ?? "", as: viewpoint(of: call)())
                call.stream { next?().map { .init(control: $0) } }
            },
            .method(PanelInterface.Why.self) { [weak self] parameters, call in
                guard let engine = self?.engine else { return Self.refuse(call, .beingReadAgain) }
                call.reply(engine.lists.gallery.why(parameters.control))
            },
            .method(PanelInterface.Layout.self, streams: true) { [weak self] _, call in self?.listLayout(call) },
            .method(PanelInterface.Place.self) { [weak self] wish, call in
                let (control, place) = (wish.control, wish.place)
                self?.grant(
                    .place(control: control, at: place, configuration: wish.configuration, size: wish.size), call)
            },
            .method(PanelInterface.Move.self) { [weak self] in self?.grant(.move($0.place, to: $0.to), $1) },
            .method(PanelInterface.Resize.self) { [weak self] in self?.grant(.resize($0.place, $0.size), $1) },
            .method(PanelInterface.Configure.self) { [weak self] wish, call in
                self?.grant(.configure(wish.place, wish.configuration, defaults: wish.defaults ?? []), call)
            },
            .method(PanelInterface.Remove.self) { [weak self] in self?.grant(.remove($0.place), $1) },
            .method(PanelInterface.Reset.self) { [weak self] in self?.grant(.reset($0.place), $1) },
        ]
    }

    /// Lists the places of the current layout.
    private func listLayout(_ call: VarlinkCall<PanelInterface.Layout.Reply>) {
        guard let layout = editor?.layout else { return Self.refuse(call, .beingReadAgain) }
        var places = layout.places[...]
        let viewpoint = viewpoint(of: call)
        call.stream { [weak self] in
            guard let (place, entry) = places.popFirst(), let engine = self?.engine else { return nil }
            let item = engine.lists.layout.item(place, entry, isByHand: layout.isByHand(place.surface), as: viewpoint())
            return .init(item: item, isFixed: layout.isFixed)
        }
    }

    /// Changes the layout, and replies with the control's new place.
    private func grant(_ wish: LayoutWish, _ call: VarlinkCall<PanelInterface.Placed>) {
        whenProved(for: call) { service, canBeWritten in service.grant(wish, call, canBeWritten: canBeWritten) }
    }

    private func grant(_ wish: LayoutWish, _ call: VarlinkCall<PanelInterface.Placed>, canBeWritten: Bool) {
        do throws(LayoutRefusal) {
            guard let place = try grant(wish, by: call, canBeWritten), let layout = editor?.layout, let engine else {
                throw .beingReadAgain
            }
            // The change has just put the control at this place.
            let entry = try? layout.entry(at: place)
            let item = engine.lists.layout.item(
                place, entry, isByHand: layout.isByHand(place.surface), as: viewpoint(of: call)())
            editor?.whenKept { call.reply(.init(item: item)) }
        } catch {
            Self.refuse(call, error)
        }
    }

    /// Changes the layout, and replies without a value.
    private func grant(_ wish: LayoutWish, _ call: VarlinkCall<NoParameters>) {
        whenProved(for: call) { service, canBeWritten in service.grant(wish, call, canBeWritten: canBeWritten) }
    }

    private func grant(_ wish: LayoutWish, _ call: VarlinkCall<NoParameters>, canBeWritten: Bool) {
        do throws(LayoutRefusal) {
            _ = try grant(wish, by: call, canBeWritten)
            editor?.whenKept { call.reply(NoParameters()) }
        } catch {
            Self.refuse(call, error)
        }
    }

    private func grant(
        _ wish: LayoutWish, by call: VarlinkCall<some Encodable & Sendable>, _ canBeWritten: Bool
    ) throws(LayoutRefusal) -> LayoutPlace? {
        guard let editor, let engine else { throw .beingReadAgain }
        let layout = editor.layout
        let objection = trustObjection(to: call, on: engine, canBeWritten)
        let place: LayoutPlace?
        do throws(LayoutRefusal) {
            place = try editor.grant(wish, on: engine, objection: objection)
        } catch {
            if let place = error.guardedPlace {
                engine.gate.lock?.audit?.note(.arrange, by: actor(of: call), of: place, .refused)
            }
            throw error
        }
        guard let changed = editor.layout, changed != layout else { return place }
        // Changes that need no PIN count against a budget, so that they push fewer other entries out.
        engine.gate.lock?.audit?.note(
            .arrange, by: actor(of: call), of: ShownText.line(place.map { "\($0)" } ?? wish.subject), .done,
            detail: ShownText.line(wish.detail(from: layout, to: changed, at: place)), isFree: objection != nil)
        tellAnew()
        return place
    }

    /// The reason why the caller may not change guarded controls' places (A5: needs a PIN that is not a guest's) or a
    /// trusted button's control; `nil` for a caller with these rights.
    private func trustObjection(
        to call: VarlinkCall<some Encodable & Sendable>, on engine: PanelEngine, _ canBeWritten: Bool
    ) -> TrustObjection? {
        guard mayRearrange(call) else { return .needsPIN }
        if isAdministrator(call) { return nil }
        return canBeWritten && engine.gate.lock?.audit?.obstacle == nil ? nil : .cannotBeWritten
    }

    /// Whether the caller may change the places of guarded controls.
    private func mayRearrange(_ call: VarlinkCall<some Encodable & Sendable>) -> Bool {
        AccessPolicy.mayRearrangeGuarded(isAdministrator: isAdministrator(call), role: person(of: call)?.role)
    }

    /// Proves that the audit entry can be written before a change by a caller with the rights to change guarded places.
    private func whenProved(
        for call: VarlinkCall<some Encodable & Sendable>, _ body: @escaping @PanelActor (PanelService, Bool) -> Void
    ) {
        guard !isAdministrator(call), mayRearrange(call), let audit = engine?.gate.lock?.audit else {
            return body(self, true)
        }
        audit.prove { [weak self] error in
            if let self { body(self, error == nil) }
        }
    }

    private static func refuse(_ call: VarlinkCall<some Encodable & Sendable>, _ refusal: LayoutRefusal) {
        switch refusal {
        case .layout(.fixed): call.fail(PanelInterface.LayoutFixed())
        case .layout(.noSuchPlace(let place, let nearest)):
            call.fail(PanelInterface.NoSuchPlace(place: place, nearest: nearest))
        case .layout(let error): call.fail(PanelInterface.Refused(reason: error.description))
        case .noSuchControl(let name, let nearest):
            call.fail(PanelInterface.NoSuchControl(control: name, nearest: nearest))
        case .configuration(let parameter, let reason, let nearest):
            call.fail(PanelInterface.InvalidConfiguration(parameter: parameter, reason: reason, nearest: nearest))
        case .trustedButton, .guardedControl, .refused: call.fail(PanelInterface.Refused(reason: refusal.description))
        }
    }
}

extension LayoutRefusal {
    /// No panel is running at the moment.
    fileprivate static let beingReadAgain = LayoutRefusal.refused(reason: "the panel is being read again")
}

extension LayoutRefusal {
    /// The place or button whose change needs a PIN; `nil` for any other reason.
    fileprivate var guardedPlace: String? {
        switch self {
        case .trustedButton(let button, _): "buttons.\(button)"
        case .guardedControl(_, at: let place, _): "\(place)"
        case .layout, .noSuchControl, .configuration, .refused: nil
        }
    }
}

extension LayoutWish {
    /// The subject of the audit entry.
    fileprivate var subject: String {
        switch self {
        case .place(_, let place, _, _), .move(let place, _), .resize(let place, _), .remove(let place),
            .configure(let place, _, _):
            place
        case .reset(let place): place ?? "layout"
        }
    }

    /// The details of the audit entry, without configuration values, which may be private.
    fileprivate func detail(from before: PanelLayout?, to after: PanelLayout, at place: LayoutPlace?) -> String {
        func kind(_ layout: PanelLayout?, _ place: LayoutPlace?) -> String? {
            guard let layout, let place else { return nil }
            return (try? layout.entry(at: place))?.reference.kind
        }
        let new = kind(after, place) ?? "nothing"
        switch self {
        case .place:
            // In a list, the other controls make room for the new one.
            let old = place?.surface.isList == false ? kind(before, place) : nil
            return old.map { "\(new), in place of \($0)" } ?? new
        case .move(let from, _): return "\(new), from \(from)"
        case .resize: return "\(new), another size"
        case .remove(let from): return "\(kind(before, LayoutPlace(from)) ?? "it") taken away"
        case .configure: return "\(new), configured"
        case .reset: return "as the panel's file says"
        }
    }
}

extension PanelLayout {
    /// All places with their entries; an empty list counts as one place.
    fileprivate var places: [(LayoutPlace, LayoutEntry?)] {
        surfaces.flatMap { surface -> [(LayoutPlace, LayoutEntry?)] in
            let entries = entries(on: surface)
            guard surface.isList, !entries.isEmpty else { return [(LayoutPlace(surface), entries.first)] }
            return entries.enumerated().map { (LayoutPlace(surface, position: $0 + 1), $1) }
        }
    }
}
