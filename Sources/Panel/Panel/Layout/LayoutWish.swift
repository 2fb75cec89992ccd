import ControlModel

/// A requested change of the layout, with unchecked names of controls and places.
public enum LayoutWish: Sendable, Hashable {
    /// Places a control at a place, or at the end of a list. With `nil`, the user has given no configuration.
    case place(control: String, at: String, configuration: [String: IntentValue]?, size: TileSize?)
    /// Moves the control of a place to another place.
    case move(String, to: String)
    /// Resizes the control of a place.
    case resize(String, TileSize)
    /// Removes the control of a place.
    case remove(String)
    /// Sets parameters of the control of a place, and clears those in `defaults`; all other parameters keep their
    /// values.
    case configure(String, [String: IntentValue], defaults: [String])
    /// Restores the layout of the panel's file, for a place's surface or for all surfaces.
    case reset(String?)
}
