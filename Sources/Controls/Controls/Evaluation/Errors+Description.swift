import FoundationEssentials

extension InvalidBundle: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

extension ControlActionError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .disabled(let kind): "the control \(kind) is disabled"
        case .buttonHasNoState(let kind): "the control \(kind) is a button, which cannot be turned on or off"
        case .noTemplate(let kind): "the control \(kind) has no template any more"
        case .incompleteConfiguration(let kind, let problems):
            "the control \(kind) is not configured: \(problems.map(\.description).joined(separator: "; "))"
        }
    }
}

extension IntentParameterError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .needsValue(let parameter, let intent): "'\(intent)' needs a value for '\(parameter)'"
        case .unknownParameter(let name, let intent): "'\(intent)' has no parameter '\(name)'"
        case .unknownCase(let parameter, let intent, let value, let known):
            "'\(intent)': '\(parameter)' cannot be '\(value)'; it is one of \(known.joined(separator: ", "))"
        case .unknownEntity(let parameter, let intent, let value):
            "'\(intent)': there is no '\(value)' for '\(parameter)', or no longer"
        case .outOfRange(let parameter, let intent, let value, let range):
            "'\(intent)': '\(parameter)' cannot be \(value); "
                + "it is from \(number(range.lowerBound)) to \(number(range.upperBound))"
        case .wrongType(let parameter, let intent, let value):
            "'\(intent)': '\(parameter)' cannot be '\(value)', which is of another type"
        }
    }
}

/// A number as people write it: without a fraction where it has none.
private func number(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
}

extension UnlistedWidget: CustomStringConvertible {
    /// A note in words.
    public var description: String {
        switch self {
        case .ordinaryWidget(let place): "\(place) is not shown: a panel shows controls, and this widget is none"
        case .emptyControl(let place): "\(place) is not shown: it has no template"
        }
    }
}

extension UnknownIntent: CustomStringConvertible {
    /// The reason in words.
    public var description: String { "there is no intent '\(name)'" }
}

extension String {
    /// The text of an error that an intent or a provider threw: the one that the error has for people, by either protocol,
    /// else its description.
    public init(failure error: any Error) {
        if let error = error as? any CustomLocalizedStringResourceConvertible {
            self.init(localized: error.localizedStringResource)
        } else if let text = (error as? any LocalizedError)?.errorDescription {
            self = text
        } else {
            self.init(describing: error)
        }
    }
}
