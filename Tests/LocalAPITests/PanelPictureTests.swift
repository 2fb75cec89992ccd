import ControlModel
import Foundation
import LocalAPI
import Testing

@Suite struct PanelPictureTests {
    /// Notices, and the state to which every reader reduces them.
    private struct Recording: Decodable {
        struct State: Decodable, Equatable {
            var controls: [String: String]
            var extensions: [String: String]
            var activities: [String: String]
            var faults: [String]
            var isLocked: Bool?
            var pending: String?
            var lockout: String?
            var hint: String?
            var status: String?
        }

        var about: String
        var notices: [PanelNotice]
        var shows: State
    }

    private func picture(_ notices: [PanelNotice]) -> PanelPicture {
        var picture = PanelPicture()
        for notice in notices { picture.apply(notice) }
        return picture
    }

    @Test("the picture has the newest notice of each part of the state, in the order of the parts")
    func parts() {
        let picture = picture([
            PanelNotice(.control, name: "a"), PanelNotice(.locked), PanelNotice(.control, name: "b"),
            PanelNotice(.hint, text: "h"), PanelNotice(.pending, name: "a"),
            PanelNotice(.confirmation, name: "b", text: "?"),
            PanelNotice(.fault, name: "p", text: "f"), PanelNotice(.fault, name: "q", text: "g"),
            PanelNotice(.lockout, text: "l"),
            PanelNotice(.unlocked), PanelNotice(.control, name: "a", text: "new"), PanelNotice(.ready),
        ])
        #expect(
            picture.notices.map(\.event) == [
                .control, .unlocked, .control, .hint, .pending, .confirmation, .fault, .fault, .lockout,
            ])
        #expect(picture.notices.first?.text == "new")
        #expect(picture.isWhole)
    }

    @Test("what is over leaves the picture, and events leave no trace")
    func over() {
        let begun: [PanelNotice] = [
            PanelNotice(.control, name: "a"), PanelNotice(.hint, text: "h"), PanelNotice(.status, text: "s"),
            PanelNotice(.pending, name: "a"), PanelNotice(.confirmation, name: "a", text: "?"),
            PanelNotice(.fault, name: "p", text: "f"), PanelNotice(.lockout, text: "l"),
            PanelNotice(.activity, activity: ActivityState(id: "i", title: "t")),
        ]
        let ended: [PanelNotice] = [
            PanelNotice(.removed, name: "a"), PanelNotice(.hint), PanelNotice(.status), PanelNotice(.pending),
            PanelNotice(.confirmation, name: "a"), PanelNotice(.mended, name: "p", text: "f"), PanelNotice(.lockout),
            PanelNotice(.activityEnded, text: "i"),
        ]
        #expect(picture(begun).notices == begun)
        #expect(picture(begun + ended).notices.isEmpty)
        let events: [PanelNotice.Event] = [
            .gesture, .performing, .performed, .failed, .refused, .wrongPIN, .unlockRefused, .opened,
        ]
        #expect(picture(begun + events.map { PanelNotice($0, name: "a", text: "f") }).notices == begun)
    }

    @Test("a part's later fault takes the place of its earlier one, and its end leaves no fault")
    func replacedFault() {
        let part = "extension 'focus'"
        let begun = [
            PanelNotice(.fault, name: part, text: "\(part): does not answer"),
            PanelNotice(.fault, name: part, text: "\(part): has gone"),
        ]
        #expect(picture(begun).notices == [begun[1]])
        #expect(picture(begun + [PanelNotice(.mended, name: part, text: "\(part): has gone")]).notices.isEmpty)
    }

    @Test("the recorded notices lead to the recorded states, as on the page")
    func recorded() throws {
        // The page's test reads the same file.
        let file = URL(filePath: #filePath).appending(path: "../../Page/notices.json").standardized
        let recordings = try JSONDecoder().decode([Recording].self, from: Data(contentsOf: file))
        #expect(recordings.count > 1)
        var picture = PanelPicture()
        for recording in recordings {
            for notice in recording.notices { picture.apply(notice) }
            let state = Recording.State(
                controls: Dictionary(
                    uniqueKeysWithValues: picture.controls.map { ($0.name, $0.snapshot.valueText ?? "") }),
                extensions: Dictionary(uniqueKeysWithValues: picture.extensions.map { ($0.name, $0.state.rawValue) }),
                activities: Dictionary(uniqueKeysWithValues: picture.activities.map { ($0.id, $0.title) }),
                faults: picture.faults, isLocked: picture.isLocked, pending: picture.pending, lockout: picture.lockout,
                hint: picture.hint, status: picture.status)
            #expect(state == recording.shows, "\(recording.about)")
        }
    }

    @Test("a reset voids everything before it")
    func reset() {
        let picture = picture([PanelNotice(.control, name: "a"), PanelNotice(.ready), PanelNotice(.reset)])
        #expect(picture.notices.isEmpty && !picture.isWhole)
    }
}
