import FoundationEssentials
import HTTP
import LocalAPI

/// Why a request was not carried out, as problem details (RFC 9457).
struct Problem: Error, Sendable, Hashable {
    /// The kinds of problem. The raw value is the last part of the member `type`.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case authenticationRequired = "authentication-required"
        case wrongPIN = "wrong-pin"
        case pinUnavailable = "pin-unavailable"
        case sessionExpired = "session-expired"
        case refused
        case noSuchControl = "no-such-control"
        case noSuchIntent = "no-such-intent"
        case noSuchPlace = "no-such-place"
        case noSuchOperation = "no-such-operation"
        case invalidConfiguration = "invalid-configuration"
        case layoutFixed = "layout-fixed"
        case invalidRequest = "invalid-request"
        case ageUnknown = "age-unknown"
        case coreAway = "core-away"
        case otherVersion = "other-version"
        case tooMany = "too-many"
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case unsupportedMediaType = "unsupported-media-type"
        case misdirected
        case foreignOrigin = "foreign-origin"
    }

    var kind: Kind
    /// The mistake in this case, and the remedy, for people.
    var detail: String
    /// A similar name that exists.
    var nearest: String?
    /// The name of the parameter that is wrong.
    var parameter: String?
    /// The seconds for which no PIN is accepted.
    var seconds: Double?
    /// The methods that the path has, for `methodNotAllowed`.
    var allowed: [String] = []

    init(_ kind: Kind, _ detail: String) {
        (self.kind, self.detail) = (kind, detail)
    }

    /// The problem of a core of another version.
    init(coreVersion: String, version: String) {
        self.init(
            .otherVersion, "the panel has version \(coreVersion), the gateway \(version): reinstall both")
    }
}

extension Problem.Kind {
    /// The status of the response.
    var status: HTTPStatus {
        switch self {
        case .authenticationRequired, .sessionExpired: .unauthorized
        case .wrongPIN, .pinUnavailable, .foreignOrigin: .forbidden
        case .refused, .layoutFixed: .conflict
        case .noSuchControl, .noSuchIntent, .noSuchPlace, .noSuchOperation, .notFound: .notFound
        case .invalidConfiguration: .unprocessableContent
        case .invalidRequest: .badRequest
        case .ageUnknown, .coreAway: .serviceUnavailable
        case .otherVersion: .badGateway
        case .tooMany: .tooManyRequests
        case .methodNotAllowed: .methodNotAllowed
        case .unsupportedMediaType: .unsupportedMediaType
        case .misdirected: .misdirectedRequest
        }
    }

    /// The words for all problems of the kind, for people.
    var title: String {
        switch self {
        case .authenticationRequired: "A PIN is needed"
        case .wrongPIN: "The PIN is wrong"
        case .pinUnavailable: "No PIN is accepted here"
        case .sessionExpired: "The session has ended"
        case .refused: "The panel refused"
        case .noSuchControl: "No such control"
        case .noSuchIntent: "No such intent"
        case .noSuchPlace: "No such place"
        case .noSuchOperation: "No such operation"
        case .invalidConfiguration: "The configuration is invalid"
        case .layoutFixed: "The layout is fixed"
        case .invalidRequest: "The request is invalid"
        case .ageUnknown: "The request's age is unknown"
        case .coreAway: "The panel is away"
        case .otherVersion: "The panel has another version"
        case .tooMany: "Too many requests"
        case .notFound: "No such resource"
        case .methodNotAllowed: "The resource has no such method"
        case .unsupportedMediaType: "The body is not JSON"
        case .misdirected: "The host is unknown"
        case .foreignOrigin: "The origin is foreign"
        }
    }
}

extension Problem: Encodable {
    private enum Key: String, CodingKey {
        case type, title, status, detail, nearest, parameter, seconds
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode("urn:holdfast:problem:\(kind.rawValue)", forKey: .type)
        try members.encode(kind.title, forKey: .title)
        try members.encode(kind.status.code, forKey: .status)
        try members.encode(detail, forKey: .detail)
        try members.encodeIfPresent(nearest, forKey: .nearest)
        try members.encodeIfPresent(parameter, forKey: .parameter)
        try members.encodeIfPresent(seconds, forKey: .seconds)
    }

    var response: HTTPResponse {
        var response = HTTPResponse(json: self, status: kind.status, type: "application/problem+json")
        if [.tooMany, .ageUnknown, .coreAway].contains(kind) { response.headers.append(.init("Retry-After", "1")) }
        if kind == .methodNotAllowed { response.headers.append(.init("Allow", allowed.joined(separator: ", "))) }
        return response
    }
}

extension Problem {
    /// Translates the error of a call to the core.
    init(_ error: VarlinkClientError) {
        switch error {
        case .unreachable, .ended, .malformed: self.init(.coreAway, error.description)
        case .refused(let name, let parameters): self.init(error: name, parameters, error.description)
        }
    }

    private init(error name: String, _ parameters: [String: String], _ words: String) {
        let reason = parameters["reason"] ?? words
        func noSuch(_ kind: Kind, _ noun: String, _ name: String?) -> Problem {
            let guess = parameters["nearest"].map { "; did you mean '\($0)'?" } ?? ""
            return Problem(kind, parameters["problem"] ?? "no \(noun) '\(name ?? "")'\(guess)")
        }
        switch name {
        case PanelInterface.NoSuchControl.varlinkName:
            self = noSuch(.noSuchControl, "control", parameters["control"])
        case PanelInterface.NoSuchIntent.varlinkName: self = noSuch(.noSuchIntent, "intent", parameters["intent"])
        case PanelInterface.NoSuchPlace.varlinkName: self = noSuch(.noSuchPlace, "place", parameters["place"])
        case PanelInterface.LayoutFixed.varlinkName:
            self.init(.layoutFixed, "the panel's file keeps the layout as it is (layout: fixed)")
        case PanelInterface.InvalidConfiguration.varlinkName:
            self.init(.invalidConfiguration, reason)
            parameter = parameters["parameter"]
        case PanelInterface.AuthenticationRequired.varlinkName: self.init(.authenticationRequired, reason)
        case PanelInterface.WrongPIN.varlinkName:
            self.init(.wrongPIN, "the PIN is wrong")
            seconds = parameters["seconds"].flatMap(Double.init)
        case PanelInterface.Refused.varlinkName: self.init(.refused, reason)
        case VarlinkService.InvalidParameter.varlinkName:
            self.init(.invalidRequest, "the value of '\(parameters["parameter"] ?? "")' is invalid")
            parameter = parameters["parameter"]
        case VarlinkNoRoom.varlinkName: self.init(.tooMany, "the panel has no room: \(reason)")
        case VarlinkService.PermissionDenied.varlinkName:
            self.init(.refused, "this needs the session of an owner")
        default: self.init(.otherVersion, "the panel's answer is that of another version: \(words)")
        }
        nearest = parameters["nearest"]
    }
}

extension HTTPResponse {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// A response with a value as JSON. No cache keeps it: it holds for one viewer and one moment.
    init(json value: some Encodable, status: HTTPStatus = .ok, type: String = "application/json") {
        // The gateway's own types and those of the local API have a JSON form.
        let body = (try? Self.encoder.encode(value)).map { [UInt8]($0) } ?? []
        self.init(status: status, type: type, body: body)
    }
}
