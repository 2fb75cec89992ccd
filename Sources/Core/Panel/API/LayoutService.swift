import Authentication
import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI

/// The gallery, and changes of the layout by clients.
///
/// Every client may change places of unguarded controls. `AccessPolicy` says who may change places of guarded controls.
@PanelActor
struct LayoutService {
    let panel: PanelService
    let notices: NoticeService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [
            .method(PanelInterface.Gallery.self, streams: true) { parameters, call in
                let next = panel.engine?.lists.gallery.list(
                    search: parameters.search ?? "", as: panel.viewpoint(of: call)())
                // A reload of the panel's file ends the list.
                call.stream { [weak engine = panel.engine] in
                    engine == nil ? nil : next?().map { .init(control: $0) }
                }
            },
            .method(PanelInterface.Why.self) { parameters, call in
                guard let engine = panel.engine else { return refuse(call, .beingReadAgain) }
                call.reply(engine.lists.gallery.why(parameters.control))
            },
            .method(PanelInterface.Layout.self, streams: true) { listLayout($1) },
            .method(PanelInterface.Place.self) { change, call in
                let (control, place) = (change.control, change.place)
                grant(.place(control: control, at: place, configuration: change.configuration, size: change.size), call)
            },
            .method(PanelInterface.Move.self) { grant(.move($0.place, to: $0.to), $1) },
            .method(PanelInterface.Resize.self) { grant(.resize($0.place, $0.size), $1) },
            .method(PanelInterface.Configure.self) { change, call in
                grant(.configure(change.place, change.configuration, defaults: change.defaults ?? []), call)
            },
            .method(PanelInterface.Remove.self) { grant(.remove($0.place), $1) { _ in NoParameters() } },
            .method(PanelInterface.Reset.self) { grant(.reset($0.place), $1) { _ in NoParameters() } },
        ]
    }

    /// Lists the places of the current layout.
    private func listLayout(_ call: VarlinkCall<PanelInterface.Layout.Reply>) {
        guard let layout = panel.editor?.layout else { return refuse(call, .beingReadAgain) }
        var places = layout.places[...]
        let viewpoint = panel.viewpoint(of: call)
        call.stream {
            guard let (place, entry) = places.popFirst(), let engine = panel.engine else { return nil }
            let item = engine.lists.layout.item(place, entry, isByHand: layout.isByHand(place.surface), as: viewpoint())
            return .init(item: item, isFixed: layout.isFixed)
        }
    }

    // MARK: Changes

    /// Changes the layout, and replies with the control's new place.
    private func grant(_ change: RequestedChange, _ call: VarlinkCall<PanelInterface.Placed>) {
        grant(change, call) { place throws(LayoutRefusal) in
            guard let place, let layout = panel.editor?.layout, let engine = panel.engine else {
                throw .beingReadAgain
            }
            // The change has just put the control at this place.
            let entry = try? layout.entry(at: place)
            let item = engine.lists.layout.item(
                place, entry, isByHand: layout.isByHand(place.surface), as: panel.viewpoint(of: call)())
            return .init(item: item)
        }
    }

    /// Changes the layout, and replies once the change survives a power cut.
    ///
    /// - Parameter reply: makes the reply from the control's new place.
    private func grant<Reply: Encodable & Sendable>(
        _ change: RequestedChange, _ call: VarlinkCall<Reply>,
        reply: @escaping @PanelActor (LayoutPlace?) throws(LayoutRefusal) -> Reply
    ) {
        whenWritten(change, for: call) { asked in
            do throws(LayoutRefusal) {
                let answer = try reply(try grant(change, by: call, asked))
                panel.editor?.whenKept { call.reply(answer) }
            } catch {
                refuse(call, error)
            }
        }
    }

    private func grant(
        _ change: RequestedChange, by call: VarlinkCall<some Encodable & Sendable>, _ asked: [Int64]?
    ) throws(LayoutRefusal) -> LayoutPlace? {
        guard let editor = panel.editor, let engine = panel.engine else { throw .beingReadAgain }
        let layout = editor.layout
        let audit = engine.gate.lock?.audit
        let objection = trustObjection(to: call, audit, canBeWritten: asked != nil)
        let asked = asked ?? []
        let place: LayoutPlace?
        do throws(LayoutRefusal) {
            place = try editor.grant(change, on: engine, objection: objection)
        } catch {
            if let place = error.guardedPlace {
                audit?.note(.arrange, by: panel.actor(of: call), of: place, .refused, replacing: asked)
            } else {
                audit?.leave(asked)
            }
            throw error
        }
        guard let changed = editor.layout, changed != layout else {
            audit?.leave(asked)
            return place
        }
        // Changes that need no PIN count against a budget, so that they push fewer other entries out.
        audit?.note(
            .arrange, by: panel.actor(of: call), of: ShownText.line(place.map { "\($0)" } ?? change.subject), .done,
            detail: ShownText.line(
                change.detail(from: layout, to: changed, at: place, words: engine.lists.layout.words)),
            isFree: objection != nil, replacing: asked)
        notices.sendStateAgain()
        return place
    }

    /// The reason why the caller may not change guarded controls' places (A5: needs a PIN that is not a guest's) or a
    /// trusted button's control; `nil` for a caller with these rights.
    private func trustObjection(
        to call: VarlinkCall<some Encodable & Sendable>, _ audit: AuditLog?, canBeWritten: Bool
    ) -> TrustObjection? {
        guard mayRearrange(call) else { return .needsPIN }
        if panel.isAdministrator(call) { return nil }
        return canBeWritten && audit?.obstacle == nil ? nil : .cannotBeWritten
    }

    /// Whether the caller may change the places of guarded controls.
    private func mayRearrange(_ call: VarlinkCall<some Encodable & Sendable>) -> Bool {
        AccessPolicy.mayRearrangeGuarded(
            isAdministrator: panel.isAdministrator(call), role: panel.person(of: call)?.role)
    }

    /// Writes that a caller with the rights to change guarded places asks for a change, before the change.
    ///
    /// - Parameter body: receives the numbers of the entries that the outcome replaces; `nil` if nothing can be written.
    private func whenWritten(
        _ change: RequestedChange, for call: VarlinkCall<some Encodable & Sendable>,
        _ body: @escaping @PanelActor (_ asked: [Int64]?) -> Void
    ) {
        guard !panel.isAdministrator(call), mayRearrange(call), let audit = panel.engine?.gate.lock?.audit else {
            return body([])
        }
        audit.ask(.arrange, by: panel.actor(of: call), of: ShownText.line(change.subject)) { result in
            body((try? result.get()).map { [$0] })
        }
    }

    private func refuse(_ call: VarlinkCall<some Encodable & Sendable>, _ refusal: LayoutRefusal) {
        switch refusal {
        case .layout(.fixed): call.fail(PanelInterface.LayoutFixed())
        case .layout(.noSuchPlace(let place, let nearest)):
            call.fail(PanelInterface.NoSuchPlace(place: place, nearest: nearest))
        case .layout(let error): call.refuse(error.description)
        case .noSuchControl(let name, let nearest):
            call.fail(PanelInterface.NoSuchControl(control: name, nearest: nearest))
        case .configuration(let parameter, let reason, let nearest):
            call.fail(PanelInterface.InvalidConfiguration(parameter: parameter, reason: reason, nearest: nearest))
        case .trustedButton(_, .needsPIN), .guardedControl(_, at: _, .needsPIN):
            panel.refuse(call, refusal.description, lacksAuthority: true)
        case .trustedButton, .guardedControl, .refused: call.refuse(refusal.description)
        }
    }
}

extension LayoutRefusal {
    /// No panel is running at the moment.
    fileprivate static let beingReadAgain = LayoutRefusal.refused(reason: PanelService.beingReadAgain)

    /// The place or button whose change needs a PIN; `nil` for any other reason.
    fileprivate var guardedPlace: String? {
        switch self {
        case .trustedButton(let button, _): "buttons.\(button)"
        case .guardedControl(_, at: let place, _): "\(place)"
        case .layout, .noSuchControl, .configuration, .refused: nil
        }
    }
}

extension RequestedChange {
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
    ///
    /// - Parameter words: Names a control of a kind for people.
    @PanelActor
    fileprivate func detail(
        from before: PanelLayout?, to after: PanelLayout, at place: LayoutPlace?,
        words: @PanelActor (String) -> String
    ) -> String {
        func name(_ layout: PanelLayout?, _ place: LayoutPlace?) -> String? {
            guard let layout, let place else { return nil }
            return (try? layout.entry(at: place)).map { words($0.reference.kind) }
        }
        let new = name(after, place) ?? "nothing"
        switch self {
        case .place:
            // In a list, the other controls make room for the new one.
            let old = place?.surface.isList == false ? name(before, place) : nil
            return old.map { "\(new), in place of \($0)" } ?? new
        case .move(let from, _): return "\(new), from \(from)"
        case .resize: return "\(new), another size"
        case .remove(let from): return "\(name(before, LayoutPlace(from)) ?? "it") taken away"
        case .configure: return "\(new), configured"
        case .reset: return "back to the panel's file"
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
