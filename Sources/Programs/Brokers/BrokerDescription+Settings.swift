import Configuration
import FileTrust
import MQTT

extension BrokerDescription {
    /// The way to the broker.
    ///
    /// - Parameters:
    ///   - folder: The absolute path of the folder of the panel's file.
    ///   - client: The client's identifier; a random one if none is given.
    /// - Throws: `SecretFile.Problem` for a password that cannot be had.
    package func settings(
        in folder: String, client: String = BrokerSettings.newClient()
    ) throws(SecretFile.Problem) -> BrokerSettings {
        func path(_ file: String) -> String { file.hasPrefix("/") ? file : folder + "/" + file }
        var settings = BrokerSettings(host: broker.host, port: broker.port, user: user, client: client)
        if let file = passwordFile { settings.password = try SecretFile.read(path(file)) }
        if broker.isEncrypted {
            settings.certificates = .init(
                authorities: authoritiesFile.map(path), certificate: certificateFile.map(path), key: keyFile.map(path))
        }
        return settings
    }
}
