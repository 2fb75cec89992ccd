import EventLoop

/// The keys of the gateway.
enum GatewayKeys {
    static let listen = Key<ListenAddress>.optional(
        "listen", .listenAddress, default: GatewayDescription.usualAddress,
        """
        The address and the port of the page and the HTTP API. Other machines reach them through a proxy with HTTPS on \
        this machine.
        """)
    static let origins = Key<[WebOrigin]>.optional(
        "origins", .list(of: .origin, example: "[\"https://panel.local\"]"),
        """
        The origins at which such a proxy serves the page. PINs are accepted only over these origins and over loopback.
        """)
    static let insecureLAN = Key<Bool>.optional(
        "insecure_lan", .boolean, default: false,
        """
        Whether listen may be an address that other machines reach without encryption. The page then accepts no PINs.
        """
    )

    static let mapping = MappingDescription(
        noun: "gateway", example: "{listen: \"127.0.0.1:8080\"}",
        documentation: "The page for browsers and the HTTP API, which holdfast-gateway serves.",
        keys: [listen, origins, insecureLAN])

    @Sendable static func gateway(_ fields: Fields) throws(Incomplete) -> GatewayDescription {
        let (address, isInsecure) = (try fields.value(listen), try fields.value(insecureLAN))
        if !address.isLoopback, !isInsecure {
            fields.report(.exposed(key: listen.name, "\(address)", remedy: insecureLAN.name), at: listen)
        }
        return GatewayDescription(listen: address, origins: fields[origins] ?? [], isInsecure: isInsecure)
    }
}
