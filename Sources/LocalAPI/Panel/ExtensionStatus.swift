/// How an extension is.
public struct ExtensionStatus: Sendable, Hashable, Codable {
    /// The states of an extension.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It has not come yet, or has gone.
        case absent
        /// It is asked what it has.
        case starting
        /// It works.
        case ready
        /// It does not answer, or not as it should.
        case failing
    }

    /// Its name in the panel's file.
    public var name: String
    /// What its kinds begin with.
    public var domain: String
    /// How it is.
    public var state: State
    /// Why it is not ready; or what its author should know.
    public var detail: String?
    /// How many controls it has.
    public var controls: Int

    /// A status of its parts.
    public init(name: String, domain: String, state: State, detail: String? = nil, controls: Int = 0) {
        self.name = name
        self.domain = domain
        self.state = state
        self.detail = detail
        self.controls = controls
    }
}
