import EventLoop

/// What a panel keeps of the layout that people make, over restarts and power cuts: texts under keys.
///
/// Keys are `layout:SURFACE`, what people made of a surface; `token:REFERENCE`, the push token of a placed control
/// (C45); and `tokens`, the list of these. An implementation need not know that.
@PanelActor
public protocol LayoutMemory: AnyObject {
    /// The text that is kept under a key; `nil` where none is.
    func text(of key: String) -> String?

    /// Keeps a text under a key; `nil`: keeps none any more.
    func setText(_ text: String?, of key: String)

    /// Calls `completion` once all that was set before outlasts a power cut, or could not be written.
    func whenKept(_ completion: @escaping @PanelActor () -> Void)
}
