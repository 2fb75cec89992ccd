import Synchronization

/// Requests to choose, from `perform()`.
///
/// As with `requestValue`, `perform()` ends, the panel asks, and `perform()` runs again from its beginning with the
/// answers so far. A person who closes the question has cancelled. A `.cancel` option is therefore not shown.
extension AppIntent {
    /// An option within an intent.
    public typealias Option = IntentChoiceOption

    /// Asks to choose one of several options.
    ///
    /// - Returns: The person's choice.
    /// - Throws: The question, if the person has not been asked yet.
    public func requestChoice(
        between options: [IntentChoiceOption], dialog: IntentDialog? = nil
    ) async throws -> IntentChoiceOption {
        let shown = options.filter { $0.style != .cancel }
        let answers = ChoiceAnswers.current ?? ChoiceAnswers(nil)
        if let answer = answers.next(of: shown) { return answer }
        throw NeededChoice(options: shown, dialog: dialog, answers: answers.accepted)
    }

    /// Asks to choose one of several options. The view is not shown, because a panel draws no views.
    public func requestChoice<Content: View>(
        between options: [IntentChoiceOption], dialog: IntentDialog? = nil, view: Content
    ) async throws -> IntentChoiceOption {
        try await requestChoice(between: options, dialog: dialog)
    }

    /// Asks to choose one of several options. The view is not shown, because a panel draws no views.
    public func requestChoice<Content: View>(
        between options: [IntentChoiceOption], dialog: IntentDialog? = nil, @ViewBuilder content: () -> Content
    ) async throws -> IntentChoiceOption {
        try await requestChoice(between: options, dialog: dialog)
    }
}

/// An option to choose.
public struct IntentChoiceOption: Hashable, Sendable {
    /// The meaning of an option.
    public enum Style: Hashable, Sendable {
        /// A usual option.
        case `default`
        /// An option that destroys something. A panel shows it as any other.
        case destructive
        /// An option that ends the intent. A panel has its own way to cancel, and does not show it.
        case cancel
    }

    /// The option's text.
    public let title: LocalizedStringResource
    /// The option's meaning.
    public let style: Style

    /// An option with a text.
    public init(title: LocalizedStringResource, style: Style = .default) {
        self.title = title
        self.style = style
    }

    /// The option that ends the intent.
    public static let cancel = IntentChoiceOption(title: "Cancel", style: .cancel)
}

/// The answers to a performance's requests to choose, in the order of the requests.
///
/// An answer is the option's title. A number would name another option as soon as the options change between two runs.
final class ChoiceAnswers: Sendable {
    /// The answers of the running performance.
    @TaskLocal static var current: ChoiceAnswers?

    private let state: Mutex<(accepted: [String], rest: ArraySlice<String>)>

    /// - Parameter data: The titles of the chosen options, each in a line of its own.
    init(_ data: IntentValue?) {
        let titles = (data?.identity ?? "").split(separator: "\n").map(String.init)
        state = Mutex((accepted: [], rest: titles[...]))
    }

    /// The answers that requests have taken so far.
    var accepted: [String] { state.withLock(\.accepted) }

    /// The answer to the next request; `nil` if the person has not been asked yet, or has chosen what is no option now.
    func next(of options: [IntentChoiceOption]) -> IntentChoiceOption? {
        state.withLock { state in
            guard let title = state.rest.popFirst(), let option = options.first(where: { $0.answer == title }) else {
                state.rest = []
                return nil
            }
            state.accepted.append(title)
            return option
        }
    }
}

extension IntentChoiceOption {
    /// The title in one line.
    fileprivate var answer: String {
        String(localized: title).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// A request to choose that has no answer yet.
struct NeededChoice: Error {
    let options: [IntentChoiceOption]
    let dialog: IntentDialog?
    /// The answers to the requests before.
    let answers: [String]

    func request(by intent: String) -> IntentParameterRequest {
        let choices = options.map { option in
            IntentChoice(
                value: .string((answers + [option.answer]).joined(separator: "\n")),
                title: String(localized: option.title))
        }
        return IntentParameterRequest(
            intent: intent, parameter: IntentParameterRequest.choice, title: "Choice",
            dialog: dialog.map { String(localized: $0.text) }, choices: choices)
    }
}
