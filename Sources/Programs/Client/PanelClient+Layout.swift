import ControlModel
import LocalAPI
import MonotonicTime

/// The gallery, and the layout.
extension PanelClient {
    /// The controls that can be placed, by their groups.
    package func gallery(search: String? = nil, within patience: Duration = patience) throws -> [GalleryControl] {
        try ask(PanelInterface.Gallery.self, .init(search: search), more: true, within: patience).compactMap(\.control)
    }

    /// Whether and where the gallery shows a control. If it does not, the reply has the reason.
    package func whyInGallery(_ control: String) throws -> PanelInterface.Why.Reply {
        try reply(PanelInterface.Why.self, .init(control: control))
    }

    /// The places with their controls, and whether the file allows no changes.
    package func layout(within patience: Duration = patience) throws -> (items: [LayoutItem], isFixed: Bool) {
        let replies = try ask(PanelInterface.Layout.self, NoParameters(), more: true, within: patience)
        return (replies.compactMap(\.item), replies.contains { $0.isFixed == true })
    }

    /// Places a control, and returns it with its place.
    package func place(
        _ control: String, at place: String, configuration: [String: IntentValue]?, size: TileSize?
    ) throws -> LayoutItem {
        let parameters = PanelInterface.Place.Parameters(
            control: control, place: place, configuration: configuration, size: size)
        return try reply(PanelInterface.Place.self, parameters).item
    }

    /// Moves a control, and returns it with its new place.
    package func move(_ place: String, to target: String) throws -> LayoutItem {
        try reply(PanelInterface.Move.self, .init(place: place, to: target)).item
    }

    /// Changes the size of a control in Control Center.
    package func resize(_ place: String, _ size: TileSize) throws -> LayoutItem {
        try reply(PanelInterface.Resize.self, .init(place: place, size: size)).item
    }

    /// Removes a control from a place.
    package func remove(_ place: String) throws {
        _ = try reply(PanelInterface.Remove.self, .init(place: place))
    }

    /// Configures the control at a place.
    package func configure(_ place: String, _ values: [String: IntentValue], defaults: [String]) throws -> LayoutItem {
        let parameters = PanelInterface.Configure.Parameters(place: place, configuration: values, defaults: defaults)
        return try reply(PanelInterface.Configure.self, parameters).item
    }

    /// Restores the layout of the panel's file at a place; at all places if `place` is `nil`.
    package func resetLayout(_ place: String?) throws {
        _ = try reply(PanelInterface.Reset.self, .init(place: place))
    }

    /// Suggested values for a parameter of a control's configuration.
    package func suggestions(for parameter: String, of control: String) throws -> [IntentChoice] {
        try reply(PanelInterface.Suggest.self, .init(control: control, parameter: parameter)).choices
    }
}
