import Foundation
import MonotonicTime
import Testing

@testable import Indicators

/// The frames of a panel on displays of all sizes, and the wakeups for them.
///
/// To change frames, `HOLDFAST_ACCEPT=1 swift test --filter DisplayPictureTests` writes the new ones.
struct DisplayPictureTests {
    private static let sizes = [
        DisplaySize(columns: 16, rows: 2), DisplaySize(columns: 20, rows: 4), DisplaySize(columns: 40, rows: 4),
        DisplaySize(columns: 8, rows: 1),
    ]
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "frames.txt")

    @Test("each size shows the recorded frames, at once and a second later")
    func frames() throws {
        var text = ""
        for (name, content) in DisplayContent.samples {
            for size in Self.sizes {
                text += "\(name), \(size.columns)×\(size.rows)\n"
                var picture = DisplayPicture(size: size, characters: .hd44780A00)
                let now = picture.show(content, at: .zero).frame
                let later = picture.show(content, at: .zero.advanced(by: .seconds(1))).frame
                for (row, other) in zip(now.rows, later.rows) { text += "  |\(row.padded)|  |\(other.padded)|\n" }
            }
            text += "\n"
        }
        if ProcessInfo.processInfo.environment["HOLDFAST_ACCEPT"] == "1" {
            try Data(text.utf8).write(to: Self.golden)
        } else {
            #expect(try String(contentsOf: Self.golden, encoding: .utf8) == text)
        }
    }

    @Test("every frame has all of its columns and rows", arguments: sizes)
    func fullFrames(size: DisplaySize) {
        for (_, content) in DisplayContent.samples {
            var picture = DisplayPicture(size: size, characters: .utf8)
            var now: MonotonicInstant? = .zero
            for _ in 0..<100 {
                guard let time = now else { break }
                let moment = picture.show(content, at: time)
                #expect(moment.frame.rows.count == size.rows)
                #expect(moment.frame.rows.allSatisfy { $0.count == size.columns })
                now = moment.next
            }
        }
    }

    @Test("a PIN prompt shows whether keys were typed, and not how many")
    func prompt() {
        var content = DisplayContent(panel: "Hallway")
        content.prompt = DisplayContent.Prompt(purpose: "for 'Bell'")
        var picture = DisplayPicture(size: DisplaySize(columns: 16, rows: 2), characters: .ascii)
        #expect(picture.show(content, at: .zero).frame.texts == ["Enter PIN", "for 'Bell'"])
        content.prompt?.hasKeys = true
        #expect(picture.show(content, at: .zero).frame.texts == ["Enter PIN      *", "for 'Bell'"])
    }

    @Test(
        "the reason why a PIN did nothing takes the prompt's place on a small display until it ends or a key is pressed"
    )
    func reason() {
        var content = DisplayContent(panel: "Hallway")
        content.prompt = DisplayContent.Prompt(purpose: "for 'Front Door'", isAnswered: true)
        content.status = "not valid at this hour"
        var picture = DisplayPicture(size: DisplaySize(columns: 16, rows: 2), characters: .ascii)
        #expect(picture.show(content, at: .zero).frame.texts == ["not valid at", "this hour"])
        content.prompt?.isAnswered = false
        #expect(picture.show(content, at: .zero).frame.texts == ["Enter PIN", "for 'Front Door'"])
        content.prompt?.isAnswered = true
        content.status = nil
        #expect(picture.show(content, at: .zero).frame.texts == ["Enter PIN", "for 'Front Door'"])
        content.status = "not valid at this hour"
        var large = DisplayPicture(size: DisplaySize(columns: 40, rows: 4), characters: .ascii)
        #expect(
            large.show(content, at: .zero).frame.texts
                == ["Hallway", "Enter PIN", "for 'Front Door'", "not valid at this hour"])
    }

    /// The times of the wakeups, until the content rests.
    private func moments(
        of content: DisplayContent, _ picture: inout DisplayPicture, from start: MonotonicInstant = .zero,
        atMost count: Int = 10_000
    ) -> [DisplayPicture.Moment] {
        var moments = [picture.show(content, at: start)]
        while let next = moments.last?.next, moments.count < count { moments.append(picture.show(content, at: next)) }
        return moments
    }

    @Test("an idle panel's display comes to rest, whatever the panel's name is")
    func rest() throws {
        for name in ["Hallway", "Hallway on the Ground Floor"] {
            var picture = DisplayPicture(size: DisplaySize(columns: 16, rows: 2), characters: .ascii)
            let content = DisplayContent(panel: name)
            let moments = moments(of: content, &picture)
            #expect(moments.count == (name.count > 16 ? 1 + 3 * 12 : 1))
            #expect(moments.last?.frame.texts.first == String(name.prefix(16)).trimmingCharacters(in: .whitespaces))
            #expect(moments.last?.next == nil)
            // Each wakeup changes the frame.
            for (one, other) in zip(moments, moments.dropFirst()) { #expect(one.frame != other.frame) }
            #expect(moments.map(\.isNews) == [true] + Array(repeating: false, count: moments.count - 1))
        }
    }

    @Test("a running time wakes once a second and is no news, nor is setting it again")
    func seconds() throws {
        var picture = DisplayPicture(size: DisplaySize(columns: 16, rows: 2), characters: .ascii)
        var content = DisplayContent(panel: "Hallway")
        content.activities = [.init(title: "Tea", ends: .zero.advanced(by: .seconds(120)))]
        let moments = moments(of: content, &picture)
        #expect(moments.count == 121)
        #expect(moments[0].frame.texts == ["Hallway", "Tea         2:00"])
        #expect(moments[120].frame.texts == ["Hallway", "Tea         0:00"])
        #expect(moments.dropFirst().allSatisfy { !$0.isNews })
        content.activities[0].ends = .zero.advanced(by: .seconds(600))
        let later = picture.show(content, at: .zero.advanced(by: .seconds(120)))
        #expect(later.frame.texts[1] == "Tea         8:00" && !later.isNews)
        content.activities = []
        #expect(picture.show(content, at: .zero.advanced(by: .seconds(121))).isNews)
    }

    @Test("a moving text keeps its position when other content changes, and starts again when it reappears")
    func continuity() throws {
        var picture = DisplayPicture(size: DisplaySize(columns: 8, rows: 2), characters: .ascii)
        var content = DisplayContent(panel: "A")
        content.faults = ["0123456789"]
        func row(_ number: Int, _ milliseconds: Int) -> String {
            picture.show(content, at: .zero.advanced(by: .milliseconds(milliseconds))).frame.texts[number]
        }
        // "Fault: 0123456789"
        #expect(row(1, 0) == "Fault: 0")
        #expect(row(1, 900) == "ault: 01")
        content.status = "Done"
        #expect(row(0, 960) == "ult: 012")
        content.faults = []
        #expect(row(1, 970) == "Done")
        content.faults = ["0123456789"]
        #expect(row(0, 980) == "Fault: 0")
    }
}

extension DisplayText {
    fileprivate var padded: String { columns.compactMap(\.self).joined() }
}
