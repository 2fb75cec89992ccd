import ExtensionTestSupport
import Foundation
import Glibc
import Testing

/// A test's own bus, with a service manager that the test can end.
final class TestBus: Sendable {
    private let daemon: Program
    private let folder: TestFolder
    let address: String

    init() async throws {
        folder = try TestFolder()
        address = "unix:path=\(folder.path)/bus"
        daemon = try await Self.start(folder, address)
    }

    /// Starts the service manager, which has its name on the bus when this returns.
    func startManager() async throws -> Program {
        let manager = try Program(SpawnedProgram.built("FakeServiceManager"), [], ["DBUS_SESSION_BUS_ADDRESS": address])
        try #require(await waiting { manager.nextLine() } == "ready")
        return manager
    }

    /// Ends the bus, which closes every connection.
    func end() {
        daemon.end(SIGKILL)
        unlink(folder.path + "/bus")
    }

    /// Starts another bus at the same address.
    func startAgain() async throws -> Program {
        try await Self.start(folder, address)
    }

    private static func start(_ folder: TestFolder, _ address: String) async throws -> Program {
        // The bus starts no services itself: only the test's own service has a name.
        let configuration = """
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        let file = try folder.write(configuration, to: "bus.conf")
        let daemon = try Program(
            "/usr/bin/dbus-daemon", ["--config-file=\(file)", "--nofork", "--print-address"])
        _ = try #require(await waiting { daemon.nextLine() })
        return daemon
    }
}
