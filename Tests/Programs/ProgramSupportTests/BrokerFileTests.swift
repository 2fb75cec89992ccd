import Configuration
import Foundation
import MQTT
import Testing

@testable import ProgramSupport

/// The files that `mqtt` names: a user who can change one of them can take the broker's place.
@Suite("Trust in the files of mqtt")
struct BrokerFileTests {
    private static let files = [("ca_file", "ca.pem"), ("certificate_file", "own.pem"), ("key_file", "own.key")]

    private let folder: String
    private let panel: PanelDescription

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder + "/tls", withIntermediateDirectories: true)
        for path in [folder, folder + "/tls"] { try #require(chmod(path, 0o755) == 0) }
        for (_, name) in Self.files {
            try Data("PEM".utf8).write(to: URL(filePath: "\(folder)/tls/\(name)"))
            try #require(chmod("\(folder)/tls/\(name)", 0o640) == 0)
        }
        let keys = Self.files.map { "\($0): tls/\($1)" }.joined(separator: ", ")
        let yaml = "name: N\ndomain: org.n\nmqtt: {broker: \"mqtts://b\", \(keys)}\n"
        panel = try PanelFile.parse(Array(yaml.utf8), file: folder + "/panel.yaml")
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func problem() -> String? {
        do throws(BrokerDescription.FileProblem) {
            let settings = try panel.broker?.settings(in: folder)
            #expect(settings?.certificates?.authorities == folder + "/tls/ca.pem")
            #expect(settings?.certificates?.certificate == folder + "/tls/own.pem")
            #expect(settings?.certificates?.key == folder + "/tls/own.key")
            return nil
        } catch {
            return error.description
        }
    }

    @Test("files that only their owner may change are used")
    func trusted() {
        defer { remove() }
        #expect(panel.broker != nil && problem() == nil)
    }

    @Test("attack: a file of mqtt that others may write, itself or by its folder, is refused", arguments: files)
    func writable(key: String, name: String) throws {
        defer { remove() }
        let path = "\(folder)/tls/\(name)"
        for (mode, remedy) in [(0o660, "g-w"), (0o642, "o-w")] as [(mode_t, String)] {
            try #require(chmod(path, mode) == 0)
            let problem = problem()
            #expect(problem?.hasPrefix("\(key): \(path): others than ") == true)
            #expect(problem?.hasSuffix("; chmod \(remedy) \(path)") == true)
        }
        try #require(chmod(path, 0o640) == 0)
        try #require(chmod(folder + "/tls", 0o777) == 0)
        #expect(problem()?.contains("may write the folder \(folder)/tls") == true)
    }

    @Test("a key that everybody may read is refused; a certificate is not")
    func readable() throws {
        defer { remove() }
        for (_, name) in Self.files.dropLast() { try #require(chmod("\(folder)/tls/\(name)", 0o644) == 0) }
        #expect(problem() == nil)
        let key = folder + "/tls/own.key"
        try #require(chmod(key, 0o644) == 0)
        #expect(problem() == "key_file: \(key): everybody may read it; chmod o= makes it secret")
    }

    @Test("a missing file and a folder are refused, with the key in the panel's file")
    func missing() throws {
        defer { remove() }
        try FileManager.default.removeItem(atPath: folder + "/tls/ca.pem")
        #expect(problem() == "ca_file: \(folder)/tls/ca.pem: No such file or directory")
        try FileManager.default.createDirectory(atPath: folder + "/tls/ca.pem", withIntermediateDirectories: true)
        #expect(problem() == "ca_file: \(folder)/tls/ca.pem: not a regular file")
    }
}
