import ControlModel

/// What people want of a layout, in their words: names of controls and places, of which it is not known yet whether
/// they are there.
public enum LayoutWish: Sendable, Hashable {
    /// A control at a place, or at the end of a list; configured so, or, for `nil`, as nobody has said.
    case place(control: String, at: String, configuration: [String: IntentValue]?, size: TileSize?)
    /// What is at a place goes elsewhere.
    case move(String, to: String)
    /// What is at a place gets another size.
    case resize(String, TileSize)
    /// What is at a place is taken away.
    case remove(String)
    /// What is at a place gets these values; the parameters named in `defaults` have none any more, all others stay.
    case configure(String, [String: IntentValue], defaults: [String])
    /// What the panel's file says holds again: of a place's surface, or of all.
    case reset(String?)
}
