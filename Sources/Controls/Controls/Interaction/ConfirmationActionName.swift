/// The text of the button that confirms an intent. A panel's surfaces use their own texts.
public struct ConfirmationActionName: Hashable, Sendable {
    let name: String

    /// A text by the intent's author.
    public static func custom(
        acceptLabel: LocalizedStringResource, acceptAlternatives: [LocalizedStringResource] = [],
        denyLabel: LocalizedStringResource, denyAlternatives: [LocalizedStringResource] = [], destructive: Bool = false
    ) -> ConfirmationActionName {
        ConfirmationActionName(name: String(localized: acceptLabel))
    }

    /// Add.
    public static let add = ConfirmationActionName(name: "Add")
    /// Add data.
    public static let addData = ConfirmationActionName(name: "Add data")
    /// Book.
    public static let book = ConfirmationActionName(name: "Book")
    /// Buy.
    public static let buy = ConfirmationActionName(name: "Buy")
    /// Call.
    public static let call = ConfirmationActionName(name: "Call")
    /// Check in.
    public static let checkIn = ConfirmationActionName(name: "Check in")
    /// Continue.
    public static let `continue` = ConfirmationActionName(name: "Continue")
    /// Create.
    public static let create = ConfirmationActionName(name: "Create")
    /// Do.
    public static let `do` = ConfirmationActionName(name: "Do")
    /// Download.
    public static let download = ConfirmationActionName(name: "Download")
    /// Filter.
    public static let filter = ConfirmationActionName(name: "Filter")
    /// Find.
    public static let find = ConfirmationActionName(name: "Find")
    /// Get.
    public static let get = ConfirmationActionName(name: "Get")
    /// Go.
    public static let go = ConfirmationActionName(name: "Go")
    /// Log.
    public static let log = ConfirmationActionName(name: "Log")
    /// Open.
    public static let open = ConfirmationActionName(name: "Open")
    /// Order.
    public static let order = ConfirmationActionName(name: "Order")
    /// Pay.
    public static let pay = ConfirmationActionName(name: "Pay")
    /// Play.
    public static let play = ConfirmationActionName(name: "Play")
    /// Play sound.
    public static let playSound = ConfirmationActionName(name: "Play sound")
    /// Post.
    public static let post = ConfirmationActionName(name: "Post")
    /// Request.
    public static let request = ConfirmationActionName(name: "Request")
    /// Run.
    public static let run = ConfirmationActionName(name: "Run")
    /// Search.
    public static let search = ConfirmationActionName(name: "Search")
    /// Send.
    public static let send = ConfirmationActionName(name: "Send")
    /// Set.
    public static let set = ConfirmationActionName(name: "Set")
    /// Share.
    public static let share = ConfirmationActionName(name: "Share")
    /// Start.
    public static let start = ConfirmationActionName(name: "Start")
    /// Start navigation.
    public static let startNavigation = ConfirmationActionName(name: "Start navigation")
    /// Toggle.
    public static let toggle = ConfirmationActionName(name: "Toggle")
    /// Turn off.
    public static let turnOff = ConfirmationActionName(name: "Turn off")
    /// Turn on.
    public static let turnOn = ConfirmationActionName(name: "Turn on")
    /// View.
    public static let view = ConfirmationActionName(name: "View")
}
