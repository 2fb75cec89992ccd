import ControlExtension
import Foundation
import Testing

/// State that the processes of an extension's user share (C48).
struct SharedContainerTests {
    private struct Timer: Codable, Hashable {
        var end: Date
        var name: String
    }

    @Test("C48 a stored value is readable, also in another container of the same folder")
    func values() throws {
        let folder = try TestFolder()
        let container = SharedContainer(path: folder.path + "/a/b")
        let timer = Timer(end: Date(timeIntervalSince1970: 1_700_000_000), name: "Work")
        #expect(try container.value(Timer.self, forKey: "timer") == nil)
        try container.set(timer, forKey: "timer")
        #expect(try SharedContainer(path: folder.path + "/a/b").value(forKey: "timer") == timer)
        try container.set(true, forKey: "flag")
        #expect(try container.value(Bool.self, forKey: "flag") == true)
        try container.setData([0, 1, 255], forKey: "bytes")
        #expect(try container.data(forKey: "bytes") == [0, 1, 255])
        try container.removeValue(forKey: "timer")
        try container.removeValue(forKey: "timer")
        #expect(try container.value(Timer.self, forKey: "timer") == nil)
    }

    @Test("C48 the folder of the container is made for its user alone")
    func modes() throws {
        let folder = try TestFolder()
        let container = SharedContainer(path: folder.path + "/state")
        let path = try container.path
        try container.set(1, forKey: "one")
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o700)
        #expect(try mode(path + "/one") == 0o600)
    }

    @Test("C48 a reader gets the old value or the new one, never a part")
    func atomicity() async throws {
        let folder = try TestFolder()
        let texts = (0..<4).map { String(repeating: String($0), count: 200_000) }
        try SharedContainer(path: folder.path).set(texts[0], forKey: "text")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts {
                group.addTask {
                    let container = SharedContainer(path: folder.path)
                    for _ in 0..<5 { try container.set(text, forKey: "text") }
                }
            }
            group.addTask {
                let container = SharedContainer(path: folder.path)
                for _ in 0..<50 {
                    let text = try #require(try container.value(String.self, forKey: "text"))
                    #expect(texts.contains(text))
                }
            }
            try await group.waitForAll()
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(left) == ["text", ".lock"])
    }

    @Test("C47 no other change comes between an update's reading and writing")
    func updates() async throws {
        let folder = try TestFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let container = SharedContainer(path: folder.path)
                    for _ in 0..<25 { try container.update(forKey: "count", default: 0) { $0 += 1 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try SharedContainer(path: folder.path).value(Int.self, forKey: "count") == 100)
    }

    @Test("a file that a crash left incomplete is ignored and replaced")
    func leftovers() throws {
        let folder = try TestFolder()
        let container = SharedContainer(path: folder.path)
        try Data("{\"hal".utf8).write(to: URL(filePath: folder.path + "/.timer.new"))
        #expect(try container.value(Timer.self, forKey: "timer") == nil)
        try container.set("whole", forKey: "timer")
        #expect(try container.value(String.self, forKey: "timer") == "whole")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.timer.new"))
    }

    @Test("a key that could name another file is refused", arguments: ["", ".lock", "../x", "a/b", "ä", "a b"])
    func keys(key: String) throws {
        let container = SharedContainer(path: try TestFolder().path)
        #expect(throws: SharedContainerError.invalidKey(key)) { try container.set(1, forKey: key) }
        #expect(throws: SharedContainerError.invalidKey(key)) { try container.data(forKey: key) }
    }

    @Test("a value of another type than the requested one is an error, and stays")
    func undecodable() throws {
        let container = SharedContainer(path: try TestFolder().path)
        try container.set("text", forKey: "value")
        #expect(throws: SharedContainerError.self) { try container.value(Int.self, forKey: "value") }
        #expect(try container.value(String.self, forKey: "value") == "text")
        #expect(throws: SharedContainerError.self) { try container.set(Double.infinity, forKey: "value") }
    }

    @Test("without a folder for state every use of the container fails")
    func noHome() {
        let container = SharedContainer(path: nil)
        #expect(throws: SharedContainerError.noHome) { try container.path }
        #expect(throws: SharedContainerError.noHome) { try container.set(1, forKey: "one") }
        #expect(throws: SharedContainerError.noHome) { try container.data(forKey: "one") }
    }

    @Test(
        "C48 the folder of the container is systemd's, else the user's",
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/focus:/var/lib/other", "HOME": "/root"], "/var/lib/focus"),
            (["XDG_STATE_HOME": "/state", "HOME": "/root"], "/state/holdfast/focus"),
            (["XDG_STATE_HOME": "relative", "HOME": "/root"], "/root/.local/state/holdfast/focus"),
            (["HOME": "/root"], "/root/.local/state/holdfast/focus"),
            ([:], nil),
        ])
    func places(variables: [String: String], path: String?) {
        #expect(SharedContainer.path(ofExtension: "focus", environment: variables) == path)
    }
}
