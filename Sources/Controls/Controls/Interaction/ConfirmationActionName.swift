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

    public static let add = ConfirmationActionName(name: "Add")
    public static let addData = ConfirmationActionName(name: "Add data")
    public static let book = ConfirmationActionName(name: "Book")
    public static let buy = ConfirmationActionName(name: "Buy")
    public static let call = ConfirmationActionName(name: "Call")
    public static let checkIn = ConfirmationActionName(name: "Check in")
    public static let `continue` = ConfirmationActionName(name: "Continue")
    public static let create = ConfirmationActionName(name: "Create")
    public static let `do` = ConfirmationActionName(name: "Do")
    public static let download = ConfirmationActionName(name: "Download")
    public static let filter = ConfirmationActionName(name: "Filter")
    public static let find = ConfirmationActionName(name: "Find")
    public static let get = ConfirmationActionName(name: "Get")
    public static let go = ConfirmationActionName(name: "Go")
    public static let log = ConfirmationActionName(name: "Log")
    public static let open = ConfirmationActionName(name: "Open")
    public static let order = ConfirmationActionName(name: "Order")
    public static let pay = ConfirmationActionName(name: "Pay")
    public static let play = ConfirmationActionName(name: "Play")
    public static let playSound = ConfirmationActionName(name: "Play sound")
    public static let post = ConfirmationActionName(name: "Post")
    public static let request = ConfirmationActionName(name: "Request")
    public static let run = ConfirmationActionName(name: "Run")
    public static let search = ConfirmationActionName(name: "Search")
    public static let send = ConfirmationActionName(name: "Send")
    public static let set = ConfirmationActionName(name: "Set")
    public static let share = ConfirmationActionName(name: "Share")
    public static let start = ConfirmationActionName(name: "Start")
    public static let startNavigation = ConfirmationActionName(name: "Start navigation")
    public static let toggle = ConfirmationActionName(name: "Toggle")
    public static let turnOff = ConfirmationActionName(name: "Turn off")
    public static let turnOn = ConfirmationActionName(name: "Turn on")
    public static let view = ConfirmationActionName(name: "View")
}
