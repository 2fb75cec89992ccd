import Configuration
import ControlModel
import EventLoop

/// Opens targets for controls and intents (C22): events, the text display, and the file's actions for them (`opened`).
@PanelActor
final class Opener {
    private let gate: AccessGate
    private let presenter: OutcomePresenter
    /// The controls that open URLs with the file's actions, by the schemes: one at a time for each scheme.
    private var openings: [String: ControlSlot] = [:]
    /// Performs the file's action for an opened target, and calls the completion at its end.
    var onFollowUp:
        (
            @PanelActor (
                ControlSlot, Requester, PerformanceOptions, (@PanelActor (PerformOutcome) -> Void)?
            ) -> Void
        )?

    init(_ gate: AccessGate, _ presenter: OutcomePresenter) {
        self.gate = gate
        self.presenter = presenter
    }

    /// Opens a view of the panel's own for one of its controls.
    func open(_ view: OpenedView, for run: Performance, of slot: ControlSlot) -> OpenTarget {
        let target = gate.controls.target(of: view)
        report(target, for: run, of: slot)
        show(view, for: run)
        // The authorization of this control included the action that follows.
        if let followUp = gate.controls.delegated(openedAs: target) {
            onFollowUp?(followUp, run.requester, options(openedBy: run, of: slot), nil)
        }
        return target
    }

    /// Opens a target of an extension.
    ///
    /// - Returns: why a URL does not open; `nil` if the target opens.
    func open(_ target: OpenTarget, for run: Performance) -> String? {
        do {
            if let url = try OpenedURL(target) { return open(url, as: target, for: run) }
        } catch {
            return "\(error)"
        }
        report(target, for: run, of: run.control)
        if let followUp = gate.controls.delegated(openedAs: target) { perform(followUp, after: run) }
        return nil
    }

    /// Opens a URL: by the file's action for its scheme, else on the surfaces.
    private func open(_ url: OpenedURL, as target: OpenTarget, for run: Performance) -> String? {
        let action = gate.controls.description.opened.first { $0.target.lowercased() == url.scheme }?.action
        guard action != nil || url.isOfWeb else {
            return "\(OpenedURL.Refusal.unknown(scheme: url.scheme))"
        }
        // Otherwise an extension could start any number of programs.
        guard openings[url.scheme].map({ !gate.controls.contains($0) }) ?? true else {
            return "\(OpenedURL.Refusal.busy(scheme: url.scheme))"
        }
        report(target, for: run, of: run.control)
        if let action {
            perform(action.telling(url.text), for: url, after: run)
        } else if isInFront(run.requester) {
            let isPrivate = options(openedBy: run, of: run.control).contains(.privately)
            presenter.surfaces.displays.status.show(url.text, redacted: isPrivate ? nil : url.text)
        }
        return nil
    }

    /// Performs an action with a URL in it, by a control of its own.
    private func perform(_ action: FollowingAction, for url: OpenedURL, after run: Performance) {
        let controls = gate.controls
        // It is not connected: a report that it misses its value would reveal a private performance.
        let slot = controls.addDelegated("opened.\(url.scheme)", action, role: .followUp, isConnected: false)
        openings[url.scheme] = slot
        let perform = { @PanelActor [weak self, weak slot] in
            guard let self, let slot, controls.contains(slot) else { return }
            self.perform(slot, after: run) { [weak slot] _ in
                if let slot { controls.removeDelegatedSoon(slot) }
            }
        }
        guard let carrier = slot.carrier else { return perform() }
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { _ in perform() }
    }

    /// Performs the file's action for a target that an extension has opened. The panel, acting by itself, brings about
    /// no guarded action.
    private func perform(
        _ followUp: ControlSlot, after run: Performance, completion: (@PanelActor (PerformOutcome) -> Void)? = nil
    ) {
        let requester = run.requester.ofFollower
        let options = options(openedBy: run, of: run.control)
        if requester == .itself, !gate.may(requester, perform: gate.neededAuthentication(of: followUp, goingTo: nil)) {
            let reason = AccessPolicy.nobodysToAllow
            presenter.refuse(followUp, reason: reason, by: requester, as: options, isLacking: true)
            completion?(.refused(reason, lacksAuthority: true))
            return
        }
        // The disk's proof belongs to the performance that opened the target, and the disk may have stalled since.
        onFollowUp?(followUp, run.requester, options.subtracting(.provably), completion)
    }

    /// Reports that a target opens (C22).
    ///
    /// - Parameter slot: the control that opens the target; `nil` for an intent run by name.
    private func report(_ target: OpenTarget, for run: Performance, of slot: ControlSlot?) {
        guard !run.options.contains(.silently) else { return }
        presenter.events.report(
            .opened(target), redacted: options(openedBy: run, of: slot).contains(.privately) ? nil : .opened(target))
    }

    /// A target opened by a private control may reveal the control's state or its words.
    private func options(openedBy run: Performance, of slot: ControlSlot?) -> PerformanceOptions {
        let options = run.options.subtracting(.part)
        return slot.map(isPrivate) == true ? options.union(.privately) : options
    }

    /// Whether the target of a control is private. The panel's own views have no words of the control that opens them.
    private func isPrivate(_ slot: ControlSlot) -> Bool {
        slot.isStatePrivate || slot.hasPrivateWords && !slot.remotes.isEmpty
    }

    private func isInFront(_ requester: Requester) -> Bool { requester == .panel || requester == .trusted }

    /// Shows a view on the text displays, for a user in front of the panel.
    ///
    /// A program shows views on its own surface, and the panel itself opens no views.
    private func show(_ view: OpenedView, for run: Performance) {
        guard isInFront(run.requester) else { return }
        let isPrivate = run.control?.isStatePrivate == true
        switch view {
        case .history:
            presenter.surfaces.displays.openHistory(isPrivate: isPrivate)
        case .control(let kind):
            guard let slot = gate.controls.all(kind).first, let value = slot.snapshot.valueText else { return }
            let words =
                switch slot.snapshot.freshness {
                case .fresh: value
                case .stale: "\(value) when last known"
                case .preview: "not known yet"
                }
            let privacy = slot.snapshot.privacy
            presenter.surfaces.displays.status.show(
                "\(slot.snapshot.displayName): \(words)",
                redacted: isPrivate || privacy.state || privacy.valueLabel
                    ? nil : "\(slot.redacted.displayName): \(words)")
        }
    }
}

/// A URL that an extension asks the panel to open. Only a URL of a form that no surface misreads becomes one.
struct OpenedURL: Hashable {
    /// The most bytes of a URL. Every browser takes as many.
    static let longest = 2_048

    /// Schemes that never open: they read the device's files, or are programs by themselves.
    static let dangerousSchemes: Set<String> = ["data", "file", "javascript", "vbscript"]

    /// The whole URL.
    let text: String
    /// The scheme in small letters, such as `https`.
    let scheme: String

    /// Whether surfaces can show the address by themselves.
    var isOfWeb: Bool { scheme == "https" || scheme == "http" }

    /// - Returns: `nil` for a target that is no URL.
    init?(_ target: OpenTarget) throws(Refusal) {
        guard target.type == OpenTarget.url else { return nil }
        guard case .string(let text) = target.value, text.utf8.count <= Self.longest,
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(text.utf8[..<colon]),
            text.utf8.allSatisfy(Self.isURLByte)
        else { throw .malformed }
        let scheme = text[..<colon].lowercased()
        guard !Self.dangerousSchemes.contains(scheme) else { throw .dangerous(scheme: scheme) }
        self.text = text
        self.scheme = scheme
        guard isOfWeb else { return }
        let rest = text[colon...]
        guard rest.hasPrefix("://"), let first = rest.dropFirst(3).first, !"/?#".contains(first) else {
            throw .malformed
        }
    }

    /// The form of a scheme (RFC 3986, 3.1): a letter, then letters, digits and `+-.`.
    private static func isScheme(_ scheme: Substring.UTF8View) -> Bool {
        guard let first = scheme.first, UnicodeScalar(first).isASCIILetter else { return false }
        return scheme.allSatisfy { byte in
            let scalar = UnicodeScalar(byte)
            return scalar.isASCIILetterOrDigit || scalar == "+" || scalar == "-" || scalar == "."
        }
    }

    /// The characters of a URL (RFC 3986, 2): printable ASCII without a space, quotation marks, angle brackets,
    /// backslash, backtick, caret, braces and bar.
    private static func isURLByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    /// Why a URL does not open.
    enum Refusal: Error, Hashable, CustomStringConvertible {
        case malformed
        case dangerous(scheme: String)
        /// No surface shows addresses of this scheme, and the panel's file names no program for them.
        case unknown(scheme: String)
        /// The file's action for the scheme has not ended yet.
        case busy(scheme: String)

        /// The reason in words.
        var description: String {
            switch self {
            case .malformed:
                "what it opens is not a URL of at most \(OpenedURL.longest) bytes, such as https://example.org/page"
            case .busy(let scheme): "another '\(scheme):' address is still opening"
            case .dangerous(let scheme): "addresses with '\(scheme):' do not open on a panel"
            case .unknown(let scheme):
                "nothing opens '\(scheme):' here; name a program for it in the panel's file: "
                    + "opened: {\(scheme): {command: [PROGRAM, \"{what}\"]}}"
            }
        }
    }
}
