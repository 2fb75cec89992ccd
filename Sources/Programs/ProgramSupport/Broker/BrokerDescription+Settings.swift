import Configuration
import FileTrust
import MQTT

extension BrokerDescription {
    /// Why a file that `mqtt` names is not used. The description has the key in the panel's file, the path and the remedy.
    package struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The key in `mqtt`.
        package var key: String
        /// The flaw of the file.
        package var problem: SecretFile.Problem

        package var description: String { "\(key): \(problem)" }
    }

    /// The way to the broker.
    ///
    /// - Parameters:
    ///   - folder: The absolute path of the folder of the panel's file.
    ///   - client: The client's identifier; a random one if none is given.
    /// - Throws: `FileProblem` for a password that cannot be read, and for a certificate or key that other users may change.
    ///   Another user with such a file could take the broker's place, and perform what the broker may perform.
    package func settings(
        in folder: String, client: String = BrokerSettings.newClient()
    ) throws(FileProblem) -> BrokerSettings {
        func path(_ file: String) -> String { file.hasPrefix("/") ? file : folder + "/" + file }
        func checked(_ file: String?, _ key: String, isSecret: Bool) throws(FileProblem) -> String? {
            guard let path = file.map(path) else { return nil }
            do throws(SecretFile.Problem) { try SecretFile.check(path, isSecret: isSecret) } catch {
                throw FileProblem(key: key, problem: error)
            }
            return path
        }
        var settings = BrokerSettings(host: broker.host, port: broker.port, user: user, client: client)
        if let file = passwordFile {
            do throws(SecretFile.Problem) { settings.password = try SecretFile.read(path(file)) } catch {
                throw FileProblem(key: "password_file", problem: error)
            }
        }
        if broker.isEncrypted {
            settings.certificates = .init(
                authorities: try checked(authoritiesFile, "ca_file", isSecret: false),
                certificate: try checked(certificateFile, "certificate_file", isSecret: false),
                key: try checked(keyFile, "key_file", isSecret: true))
        }
        return settings
    }
}
