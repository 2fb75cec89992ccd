import ControlExtension
import Controls
import Foundation
import LocalAPI
import Testing

@testable import SampleExtension

/// The sample extension's bundle, with its own state and a panel that the test simulates.
struct Sample {
    let service: BundleService
    let context: ExtensionContext
    let connection: FakeConnection
    let folder: TestFolder

    @MainActor
    init(
        connection: FakeConnection = FakeConnection { _ in .success(.done) },
        capturing: ((TestFolder) -> CapturingProgram)? = nil
    ) throws {
        self.connection = connection
        folder = try TestFolder()
        context = ExtensionContext(
            name: "sample", displayName: "Sample", link: HostLink(connection) { _ in },
            container: SharedContainer(path: folder.path), capturing: capturing?(folder))
        // The time limit is long enough for a busy machine.
        service = BundleService(
            ResolvedBundle(SampleExtension(), name: "Sample"), context: context, previewLimit: .seconds(300))
    }
}

/// A folder that is removed when this object is deallocated.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
