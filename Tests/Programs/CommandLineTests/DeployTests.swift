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

    /// A folder with programs to install; what they do does not matter.
    private func programs() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["holdfast", "holdfast-actions", "holdfast-gateway"] {
            try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.path + "/" + name)
        }
        return folder
    }

    @Test("make install installs programs, units and a first panel, and make uninstall leaves the panel's file")
    func installed() throws {
        let (folder, programs) = (try TemporaryFolder(), try programs())
        let expected: Set = [
            "usr/local/bin/holdfast", "usr/local/bin/holdfast-gateway", "usr/local/lib/holdfast/holdfast-actions",
            "etc/polkit-1/rules.d/60-holdfast-actions.rules",
            "etc/systemd/system/holdfast-extension@actions.service.d/50-actions.conf",
            "etc/systemd/system/holdfast-extension@.socket", "etc/systemd/system/holdfast.target",
            "etc/systemd/system/holdfast-safe.service", "etc/sysusers.d/holdfast.conf",
            "etc/systemd/system/holdfast.target.wants/holdfast-extension@actions.socket",
        ]
        // Nothing here is started, so the panel's file that `activate` makes is not there.
        let panel = folder.url.appending(path: "etc/holdfast/panel.yaml")
        try FileManager.default.createDirectory(
            at: panel.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("name: Mine\n".utf8).write(to: panel)
        try deploy("install", ["--programs", programs.path], in: folder)
        #expect(expected.subtracting(files(in: folder)).isEmpty)
        #expect(try String(contentsOf: panel, encoding: .utf8) == "name: Mine\n")
        try deploy("uninstall", [], in: folder)
        #expect(files(in: folder) == ["etc/holdfast/panel.yaml"])
    }

    @Test("no file that is installed has a placeholder or a path of another layout", arguments: ["local", "package"])
    func placeholders(layout: String) throws {
        let (folder, programs) = (try TemporaryFolder(), try programs())
        try deploy("install", ["--programs", programs.path, "--layout", layout], in: folder)
        let own = layout == "local" ? "/usr/local" : "/usr"
        for path in files(in: folder) where !path.hasSuffix("holdfast") && !path.contains("holdfast/holdfast-") {
            guard let text = try? String(contentsOfFile: folder.path + "/" + path, encoding: .utf8) else { continue }
            #expect(!text.contains(/@[A-Z]+@/), "\(path)")
            for line in text.split(separator: "\n") where line.contains("ExecStart=/") {
                let program = line.drop { $0 != "/" }
                #expect(
                    program.hasPrefix(own + "/") || program.hasPrefix("/usr/local/lib/holdfast/extensions/"),
                    "\(path): \(line)")
            }
        }
    }
}
