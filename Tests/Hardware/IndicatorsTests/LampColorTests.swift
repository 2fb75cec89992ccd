import ControlModel
import Indicators
import Testing

struct LampColorTests {
    @Test(
        "C9 each system colour is shown as the nearest of seven",
        arguments: [
            ("red", LampColor.red), ("orange", .yellow), ("yellow", .yellow), ("green", .green), ("mint", .cyan),
            ("teal", .cyan), ("cyan", .cyan), ("blue", .blue), ("indigo", .blue), ("purple", .magenta), ("pink", .red),
            ("brown", .yellow), ("white", .white), ("gray", .white), ("black", .white),
        ])
    func system(name: String, shown: LampColor) throws {
        let color = try #require(Color.named(name))
        #expect(LampColor(nearest: color) == shown)
    }

    @Test("a lamp's own colour is shown unchanged", arguments: LampColor.allCases)
    func itself(color: LampColor) {
        #expect(LampColor(nearest: color.color) == color)
        #expect(color.channels.contains(true), "a lit light is never dark")
    }

    @Test("the darkest shade of a lamp's colour has the hue of the brightest", arguments: LampColor.allCases)
    func dim(color: LampColor) {
        let full = color.color
        let dim = Color(
            red: Double(full.red) / 2_550, green: Double(full.green) / 2_550, blue: Double(full.blue) / 2_550)
        #expect(LampColor(nearest: dim) == color)
    }

    @Test("the nearest colour of a hue changes half-way between two colours")
    func boundaries() {
        #expect(LampColor(nearest: Color(red: 1, green: 0.49, blue: 0)) == .red)
        #expect(LampColor(nearest: Color(red: 1, green: 0.51, blue: 0)) == .yellow)
        #expect(LampColor(nearest: Color(red: 1, green: 0, blue: 0.49)) == .red)
        #expect(LampColor(nearest: Color(red: 1, green: 0, blue: 0.51)) == .magenta)
    }
}
