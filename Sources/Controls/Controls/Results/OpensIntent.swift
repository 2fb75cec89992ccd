/// The result of an intent after which another one is to be performed, most often one that opens a view.
public protocol OpensIntent: IntentResult {
    /// The intent to perform next.
    var opensIntent: (any AppIntent)? { get }
}
