import ControlModel
import LocalAPI
import Testing

@testable import Gateway

@Suite struct PanelPictureTests {
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
            PanelNotice(.fault, text: "f"), PanelNotice(.fault, text: "g"), PanelNotice(.lockout, text: "l"),
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
            PanelNotice(.fault, text: "f"), PanelNotice(.lockout, text: "l"),
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

    @Test("a reset voids everything before it")
    func reset() {
        let picture = picture([PanelNotice(.control, name: "a"), PanelNotice(.ready), PanelNotice(.reset)])
        #expect(picture.notices.isEmpty && !picture.isWhole)
    }
}
