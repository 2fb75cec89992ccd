import Foundation
import Testing

@testable import ControlExtension

/// The text and time that a panel shows of an activity's properties (C29).
struct ActivityFaceTests {
    private struct Empty {}

    private static let start = Date(timeIntervalSince1970: 1_000)
    private static let end = Date(timeIntervalSince1970: 2_500)

    @Test("C29 an activity's title is a text property called title or name, or ending so, else the first text")
    func titles() {
        struct Named { var city = "Here", timerName = "Tea", title = "Kettle" }
        struct Suffixed { var city = "Here", timerName = "Tea" }
        struct Plain { var status = "Hot", symbol = "cup.and.saucer", city = "Here" }
        #expect(ActivityFace(state: Empty(), attributes: Named()).title == "Kettle")
        #expect(ActivityFace(state: Empty(), attributes: Suffixed()).title == "Tea")
        #expect(ActivityFace(state: Empty(), attributes: Plain()).title == "Here")
        #expect(ActivityFace(state: Empty(), attributes: Empty()).title == nil)
        #expect(ActivityFace(state: Plain(), attributes: Named()).title == "Kettle")
    }

    @Test("C29 an activity's symbol and second line are found by name, and an icon's name is no title")
    func symbols() {
        struct Attributes { var iconName = "cup.and.saucer", place = "Kitchen" }
        struct State { var status: String? = "Boiling", other: String? }
        let face = ActivityFace(state: State(), attributes: Attributes())
        #expect(face.symbol == "cup.and.saucer")
        #expect(face.subtitle == "Boiling")
        #expect(face.title == "Kitchen")
    }

    @Test("C29 an activity's time left is that of the first range or date in its state")
    func times() {
        struct Range { var time = ActivityFaceTests.start...ActivityFaceTests.end }
        struct Day { var endDate = ActivityFaceTests.end }
        struct Both { var startDate = ActivityFaceTests.start, endDate: Date? = ActivityFaceTests.end }
        struct Open { var beganAt = ActivityFaceTests.start, endDate: Date? }
        func times(_ state: Any) -> [Double?] {
            let face = ActivityFace(state: state, attributes: Empty())
            return [face.begins, face.ends]
        }
        #expect(times(Range()) == [1_000, 2_500])
        #expect(times(Day()) == [nil, 2_500])
        #expect(times(Both()) == [1_000, 2_500])
        #expect(times(Open(beganAt: Self.start, endDate: nil)) == [1_000, nil])
        #expect(times(Empty()) == [nil, nil])
    }

    @Test("C29 a time in an activity's state takes precedence over one in its attributes")
    func order() {
        struct State { var endDate = ActivityFaceTests.end }
        struct Attributes { var deadline = ActivityFaceTests.start }
        #expect(ActivityFace(state: State(), attributes: Attributes()).ends == 2_500)
        #expect(ActivityFace(state: Empty(), attributes: Attributes()).ends == 1_000)
    }
}
