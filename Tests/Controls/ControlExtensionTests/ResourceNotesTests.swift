import Foundation
import LocalAPI
import Testing

@testable import ControlExtension
@testable import Controls

/// Resources of an extension that cannot be used.
@MainActor
struct ResourceNotesTests {
    @Test("a resource that cannot be used is a note to the author, and its control is shown")
    func notes() async throws {
        let folder = try TestFolder()
        try Data("{".utf8).write(to: URL(filePath: folder.path + "/Localizable.xcstrings"))
        let context = ExtensionContext(
            name: "sample", displayName: "Sample", link: HostLink(FakeConnection { _ in .success(.done) }) { _ in },
            container: SharedContainer(path: folder.path), capturing: nil)
        let strings = LocalizedStrings(folders: [folder.path], languages: [])
        let catalogs = AssetCatalogs(folders: [folder.path])
        let description = await LocalizedStrings.$current.withValue(strings) {
            await AssetCatalogs.$current.withValue(catalogs) {
                await BundleService(ResolvedBundle(Bells(), name: "Bells"), context: context).describe(in: nil)
            }
        }
        #expect(description.controls.map(\.displayName) == ["Bell"])
        #expect(
            description.notes == [
                "\(folder.path)/Localizable.xcstrings: it is not JSON; correct it, or save it again with Xcode",
                "\(folder.path): there is no colour set 'Bel'; add it to an asset catalogue, or correct the name",
            ])
    }

    private struct Bells: WidgetBundle {
        var body: some Widget { Bell() }
    }

    private struct Bell: ControlWidget {
        var body: some ControlWidgetConfiguration {
            StaticControlConfiguration(kind: "org.example.bell") {
                ControlWidgetButton(action: RingBell()) { Text("Bell") }.tint(Color("Bel"))
            }
            .displayName("Bell")
        }
    }

    private struct RingBell: AppIntent {
        static let title: LocalizedStringResource = "Ring"

        func perform() async throws -> some IntentResult { .result() }
    }
}
