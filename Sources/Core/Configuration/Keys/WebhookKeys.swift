import ControlModel

/// The keys of a request to a web server.
enum WebhookKeys {
    enum Method: String, Sendable, CaseIterable, Written {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    static let url = Key<String>.required("url", .url, "The address of the request, http:// or https://.")
    static let method = Key<Method>.optional("method", .choice(), default: .post, "The HTTP method.")
    static let headers = Key<[String: String]>.optional(
        "headers", .headers, "Header fields by their names, such as Content-Type: application/json.")
    static let body = Key<String>.optional("body", .paragraph(limit: 10_000), "The body of the request.")
    static let secretFile = Key<String>.optional(
        "secret_file", .line(limit: 1000),
        """
        A file whose text is sent as Authorization: Bearer. A relative path is relative to the panel's file. The file \
        and each folder above it belong to root or to the user of holdfast-actions. No other user may write them, or \
        read the file.
        """)
    static let timeout = Key<Duration>.optional(
        "timeout", .duration(.milliseconds(100) ... .seconds(120)), default: .seconds(10),
        "How long the request may take, with all attempts, from 100 ms to 2 m.")
    static let retries = Key<Int>.optional(
        "retries", .number(0...10), default: 0,
        "How often the request is tried again if nothing was delivered, from 0 to 10.")

    static let mapping = MappingDescription(
        noun: "webhook", example: "{url: \"http://localhost:9/ring\"}", documentation: "A request to a web server.",
        keys: [url, method, headers, body, secretFile, timeout, retries])

    @Sendable static func delegated(_ fields: Fields) throws(Incomplete) -> DelegatedAction {
        var values: [String: IntentValue] = [
            "url": .string(try fields.value(url)), "method": .string(try fields.value(method).rawValue),
            "timeout_ms": .milliseconds(try fields.value(timeout)), "retries": .int(try fields.value(retries)),
        ]
        values["headers"] = try fields.given(headers).map { headers in
            .words(headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
        }
        values["body"] = try fields.given(body).map { .string($0) }
        values["secret_file"] = try fields.given(secretFile).map { .string($0) }
        return DelegatedAction(kind: .webhook, values: values, paths: ["secret_file"])
    }
}
