import EventLoop

/// The interface that every service implements, `org.varlink.service`.
public enum VarlinkService: VarlinkInterfaceName {
    public static let name = "org.varlink.service"

    public protocol Failure: VarlinkInterfaceError where Interface == VarlinkService {}

    /// The requested interface was not found.
    public struct InterfaceNotFound: Failure {
        public var interface: String
    }

    /// The requested method was not found.
    public struct MethodNotFound: Failure {
        /// The method's full name.
        public var method: String
    }

    /// The interface defines the method, but the service does not implement it.
    public struct MethodNotImplemented: Failure {
        /// The method's full name.
        public var method: String
    }

    /// One of the passed parameters is invalid.
    public struct InvalidParameter: Failure {
        /// The name of the parameter, or of the call's member.
        public var parameter: String

        public init(parameter: String) {
            self.parameter = parameter
        }
    }

    /// The client is denied access.
    public struct PermissionDenied: Failure {
        public init() {}
    }

    /// The method must be called with `more`.
    public struct ExpectedMore: Failure {}

    /// An error of the protocol in words; `nil` for an error of another interface.
    static func words(for name: String, _ parameters: [String: String]) -> String? {
        switch name {
        case InterfaceNotFound.varlinkName: "there is no interface \(parameters["interface"] ?? "")"
        case MethodNotFound.varlinkName: "there is no method \(parameters["method"] ?? "")"
        case MethodNotImplemented.varlinkName: "the method \(parameters["method"] ?? "") is not implemented"
        case InvalidParameter.varlinkName: "the parameter '\(parameters["parameter"] ?? "")' is not valid"
        case PermissionDenied.varlinkName: "permission denied"
        case ExpectedMore.varlinkName: "the method must be called with 'more'"
        default: nil
        }
    }

    /// Tells a service's product and version.
    public enum GetInfo: VarlinkMethodSignature {
        public typealias Interface = VarlinkService
        public typealias Reply = Info
    }

    /// The reply of `GetInfo`.
    public struct Info: Codable, Sendable, Hashable {
        public var vendor: String
        public var product: String
        /// The product's version.
        public var version: String
        /// The address of the documentation; empty if there is none.
        public var url: String
        /// The names of the service's interfaces.
        public var interfaces: [String]
    }

    /// The parameters of `GetInterfaceDescription`.
    public struct DescriptionRequest: Codable, Sendable, Hashable {
        public var interface: String
    }

    /// The reply of `GetInterfaceDescription`.
    public struct Description: Codable, Sendable, Hashable {
        /// The interface's text.
        public var description: String
    }

    /// The interface `org.varlink.service` of a service with these other `interfaces`.
    static func interface(product: String, version: String, interfaces: [VarlinkInterface]) -> VarlinkInterface {
        var descriptions = [name: HoldfastInterfaces.service]
        for interface in interfaces { descriptions[interface.name] = interface.description }
        let info = Info(
            vendor: "Holdfast", product: product, version: version, url: "",
            interfaces: [name] + interfaces.map(\.name).sorted())
        return VarlinkInterface(
            name: name, description: HoldfastInterfaces.service,
            methods: [
                .method("GetInfo", NoParameters.self, Info.self) { _, call in call.reply(info) },
                .method("GetInterfaceDescription", DescriptionRequest.self, Description.self) { [descriptions] in
                    if let text = descriptions[$0.interface] {
                        $1.reply(Description(description: text))
                    } else {
                        $1.fail(InterfaceNotFound(interface: $0.interface))
                    }
                },
            ])
    }
}

/// The texts of the interfaces, from this package's `.varlink` files.
public enum HoldfastInterfaces {
    public static let board = text(PackageResources.io_holdfast_Board_varlink)
    public static let panel = text(PackageResources.io_holdfast_Panel_varlink)
    public static let `extension` = text(PackageResources.io_holdfast_Extension_varlink)
    public static let host = text(PackageResources.io_holdfast_Host_varlink)
    public static let service = text(PackageResources.org_varlink_service_varlink)

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
