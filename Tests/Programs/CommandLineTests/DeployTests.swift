import Foundation
import Testing

/// `make install` and `make uninstall`, into a package's folder.
struct DeployTests {
    /// The paths of the files in the folder.
    private func files(in folder: TemporaryFolder) -> Set<String> {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Set(
            paths.filter { path in
                let kind = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[.type]
                return kind as? FileAttributeType != .typeDirectory
            })
    }

    private func deploy(_ script: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        let path = Command.package.appending(path: "deploy/\(script)").path
        let outcome = try Command(
            arguments + ["--destdir", folder.path], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
            program: path
        ).waitForEnd()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("make install without the built programs names them")
    func notBuilt() throws {
        let folder = try TemporaryFolder()
        let release = folder.url.appending(path: ".build/release")
        try FileManager.default.createDirectory(at: release, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: release.appending(path: "holdfast").path)
        let outcome = try Command(
            ["--file", Command.package.appending(path: "Makefile").path, "install"],
            environment: ["PATH": "/usr/bin:/bin"], folder: folder.url, program: "/usr/bin/make"
        ).waitForEnd()
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.hasPrefix(
                "make install: missing: .build/release/holdfast-actions .build/release/holdfast-gateway; "
                    + "run 'make release' first\n"))
    }

    @Test("make install installs holdfast-actions as an extension, and make uninstall removes both")
    func actions() throws {
        let folder = try TemporaryFolder()
        let actions: Set = [
            "usr/local/lib/holdfast/extensions/actions", "etc/polkit-1/rules.d/60-holdfast-actions.rules",
            "etc/systemd/system/holdfast-extension@actions.service.d/50-actions.conf",
        ]
        try deploy("install", ["--program", "/bin/true", "--actions", "/bin/true"], in: folder)
        #expect(files(in: folder).isSuperset(of: actions))
        #expect(files(in: folder).contains("etc/systemd/system/holdfast-extension@.socket"))
        try deploy("uninstall", [], in: folder)
        #expect(files(in: folder) == ["etc/holdfast/panel.yaml"])
        // A separate extension is still installed alone.
        try deploy("install", ["--program", "/bin/true"], in: folder)
        #expect(actions.isDisjoint(with: files(in: folder)))
        try deploy("install-extension", ["focus", "--program", "/bin/true"], in: folder)
        #expect(files(in: folder).contains("usr/local/lib/holdfast/extensions/focus"))
        try deploy("uninstall", [], in: folder)
        #expect(files(in: folder) == ["etc/holdfast/panel.yaml"])
    }
}
