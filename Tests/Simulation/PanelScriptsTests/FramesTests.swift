import EventLoop
import Foundation
import Indicators
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// The frames of lights, and their picture.
///
/// To change frames, `HOLDFAST_ACCEPT=1 swift test --filter FramesTests` writes the new ones.
@Suite(.serialized)
struct FramesTests {
    private static let accepts = ProcessInfo.processInfo.environment["HOLDFAST_ACCEPT"] == "1"
    private static let script = Fixtures.scripts.appending(path: "meanings.panel").path

    private func expect(_ text: String, in file: URL) throws {
        if Self.accepts { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("every meaning has its recorded frames on every kind of light")
    func frames() async throws {
        let frames = try await PlayedScript.frames(path: Self.script)
        #expect(frames.marks.map(\.name) == LightMeaning.allCases.map(\.rawValue))
        try expect(frames.text, in: Fixtures.scripts.appending(path: "meanings.frames"))
    }

    @Test("a light has at most 60 frames a second, and none while it is constant or its LED plays by itself")
    func rate() async throws {
        let frames = try await PlayedScript.frames(path: Self.script)
        for light in frames.lights {
            let times = (frames.entries[light] ?? []).map { Int($0.time / .seconds(1)) }
            for (_, times) in Dictionary(grouping: times, by: { $0 }) { #expect(times.count <= 60) }
        }
        for name in ["on", "unlocked", "running", "prompt", "entry", "lockout", "fault", "question"] {
            let mark = try #require(frames.marks.first { $0.name == name })
            let count = (frames.entries["led"] ?? []).filter { (mark.start..<mark.end).contains($0.time) }.count
            #expect(count == 1, "\(name): one frame begins it")
        }
    }

    @Test("the picture of all meanings is the one in the documentation")
    func picture() async throws {
        let frames = try await PlayedScript.frames(path: Self.script)
        let svg = FramePicture(frames, title: "Holdfast").svg
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        try expect(svg, in: Fixtures.root.appending(path: "Documentation/Pictures/lights.svg"))
        let bundled = Fixtures.root.appending(path: "Sources/Hardware/Indicators/Indicators.docc/Resources/lights.svg")
        try expect(svg, in: bundled)
    }

    @Test(
        "C27 a reload that finds another state than the requested one is visible within a frame, on every kind of light"
    )
    func truth() async throws {
        let frames = try await PlayedScript.frames(path: Fixtures.scripts.appending(path: "truth.panel").path)
        // The script's reloads come after a hold of 600 ms, 2 s and 3 s later.
        for light in frames.lights {
            for reload in [Duration.milliseconds(2_600), .milliseconds(3_600)] {
                let first = try #require(frames.entries[light]?.first { $0.time >= reload })
                #expect(first.time - reload <= .seconds(1) / 60, "\(light)")
                #expect(first.frame.isLit == (reload > .seconds(3)))
            }
        }
    }

    @Test("XML characters in a name are escaped in the picture")
    func escaping() {
        let svg = FramePicture(FrameRecord(lights: ["<a>&\""]), title: "</title>").svg
        #expect(svg.contains("&lt;a&gt;&amp;&quot;") && svg.contains("&lt;/title&gt;"))
    }
}
