import ControlModel
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Panel

/// A panel whose disk becomes full. SQLite first fills the part of its log that it has already, so some writes succeed.
@PanelActor
@Suite("A disk that becomes full", .timeLimit(.minutes(1)))
struct FullDiskTests {
    @Test("a guarded control that was performed has its entry, however many bytes the disk still takes")
    func room() async throws {
        var (performed, isRefused) = (0, false)
        // Each write of a page to the log takes 4 KiB and a header.
        for room in stride(from: Int64(0), through: 40_000, by: 2_000) {
            let panel = try TestPanel.stored()
            await panel.add("Ada", "271828", "owner")
            await panel.unlock("271828")
            panel.forgetEdges()
            let folder = try #require(panel.locking.folder)
            let tap = Room(room)
            DiskTap.set(folder.path) { tap.take($0) }
            for _ in 0..<4 {
                panel.engine.perform("door")
                await panel.settle()
                await panel.advance(.seconds(5))
            }
            // The door's pulse has two edges.
            let pulses = (panel.edges["GPIO23"] ?? 0) / 2
            performed += pulses
            let trail = try await panel.trail()
            let entries = trail.count { entry in
                ["asked", "done"].contains { entry.hasSuffix(".door | \($0)") }
            }
            #expect(entries >= pulses, "\(room) bytes: \(pulses) performed, \(trail)")
            isRefused = isRefused || pulses < 4
            DiskTap.set(folder.path, nil)
            await panel.stop()
        }
        #expect(performed > 0 && isRefused)
    }
}

/// The bytes that a disk still takes.
private final class Room: @unchecked Sendable {
    private var left: Int64

    init(_ left: Int64) { self.left = left }

    func take(_ call: DiskTap.Call) -> Int32? {
        guard case .write(let bytes, _) = call.change else { return nil }
        left -= Int64(bytes.count)
        return left < 0 ? ENOSPC : nil
    }
}
