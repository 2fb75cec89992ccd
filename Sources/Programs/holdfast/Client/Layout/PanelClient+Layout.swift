import ControlModel
import LocalAPI
import MonotonicTime

/// The gallery, and the layout.
extension PanelClient {
    /// The controls that can be placed, by their groups.
    func gallery(search: String? = nil, within patience: Duration = patience) throws -> [GalleryControl] {
        typealias Method = PanelInterface.Gallery
        return try ask(
            Method.method, Method.Parameters(search: search), Method.Reply.self, more: true, within: patience
        )
        .compactMap(\.control)
    }

    /// Whether and where the gallery shows a control. If it does not, the reply has the reason.
    func whyInGallery(_ control: String) throws -> PanelInterface.Why.Reply {
        let parameters = PanelInterface.Why.Parameters(control: control)
        return try reply(PanelInterface.Why.method, parameters, PanelInterface.Why.Reply.self)
    }

    /// The places with their controls, and whether the file allows no changes.
    func layout(within patience: Duration = patience) throws -> (items: [LayoutItem], isFixed: Bool) {
        typealias Method = PanelInterface.Layout
        let replies = try ask(Method.method, NoParameters(), Method.Reply.self, more: true, within: patience)
        return (replies.compactMap(\.item), replies.contains { $0.isFixed == true })
    }

    /// Places a control, and returns it with its place.
    func place(
        _ control: String, at place: String, configuration: [String: IntentValue]?, size: TileSize?
    ) throws -> LayoutItem {
        let parameters = PanelInterface.Place.Parameters(
            control: control, place: place, configuration: configuration, size: size)
        return try reply(PanelInterface.Place.method, parameters, PanelInterface.Placed.self).item
    }

    /// Moves a control, and returns it with its new place.
    func move(_ place: String, to target: String) throws -> LayoutItem {
        let parameters = PanelInterface.Move.Parameters(place: place, to: target)
        return try reply(PanelInterface.Move.method, parameters, PanelInterface.Placed.self).item
    }

    /// Changes the size of a control in Control Center.
    func resize(_ place: String, _ size: TileSize) throws -> LayoutItem {
        let parameters = PanelInterface.Resize.Parameters(place: place, size: size)
        return try reply(PanelInterface.Resize.method, parameters, PanelInterface.Placed.self).item
    }

    /// Removes a control from a place.
    func remove(_ place: String) throws {
        let parameters = PanelInterface.Remove.Parameters(place: place)
        _ = try reply(PanelInterface.Remove.method, parameters, NoParameters.self)
    }

    /// Configures the control at a place.
    func configure(_ place: String, _ values: [String: IntentValue], defaults: [String]) throws -> LayoutItem {
        let parameters = PanelInterface.Configure.Parameters(place: place, configuration: values, defaults: defaults)
        return try reply(PanelInterface.Configure.method, parameters, PanelInterface.Placed.self).item
    }

    /// Restores the layout of the panel's file at a place; at all places if `place` is `nil`.
    func resetLayout(_ place: String?) throws {
        let parameters = PanelInterface.Reset.Parameters(place: place)
        _ = try reply(PanelInterface.Reset.method, parameters, NoParameters.self)
    }

    /// Suggested values for a parameter of a control's configuration.
    func suggestions(for parameter: String, of control: String) throws -> [IntentChoice] {
        let parameters = PanelInterface.Suggest.Parameters(control: control, parameter: parameter)
        return try reply(PanelInterface.Suggest.method, parameters, PanelInterface.Suggest.Reply.self).choices
    }
}
