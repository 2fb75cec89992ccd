import EventLoop

/// Stores the user-made layout of a panel across restarts and power cuts, as texts under keys.
///
/// The keys are `layout:SURFACE` for a changed surface, `token:REFERENCE` for the push token of a placed control (C45:
/// tokens survive restarts), and `tokens` for the list of token keys. Implementations need not interpret keys.
@PanelActor
public protocol LayoutMemory: AnyObject {
    /// The text stored under a key; `nil` if there is none.
    func text(of key: String) -> String?

    /// Stores a text under a key; `nil` deletes the text.
    func setText(_ text: String?, of key: String)

    /// Calls `completion` once all previous changes survive a power cut, or writing them has failed.
    func whenKept(_ completion: @escaping @PanelActor () -> Void)
}
