import Controls
import Foundation
import Testing

struct ColorTests {
    @Test("a colour from hue, saturation and brightness, clamped, with the hue going round")
    func hueSaturationBrightness() {
        let cases: [(Double, Double, Double, String)] = [
            (0, 1, 1, "#FF0000"), (1.0 / 6, 1, 1, "#FFFF00"), (1.0 / 3, 1, 1, "#00FF00"), (0.5, 1, 1, "#00FFFF"),
            (2.0 / 3, 1, 1, "#0000FF"), (5.0 / 6, 1, 1, "#FF00FF"), (1, 1, 1, "#FF0000"), (-0.5, 1, 1, "#00FFFF"),
            (0.25, 0, 0.5, "#808080"), (0.25, 2, -1, "#000000"), (.nan, 1, 1, "#FF0000"), (0.6, 0.5, 0.8, "#668FCC"),
        ]
        for (hue, saturation, brightness, text) in cases {
            #expect(Color(hue: hue, saturation: saturation, brightness: brightness).hexadecimal == text)
        }
        #expect(Color(hue: 0, saturation: 1, brightness: 1, opacity: 0.5) == Color(red: 0.5, green: 0, blue: 0))
    }

    @Test(
        "C9 system colours have their published light values",
        arguments: [
            ("red", "#FF3B30"), ("orange", "#FF9500"), ("yellow", "#FFCC00"), ("green", "#34C759"),
            ("mint", "#00C7BE"), ("teal", "#30B0C7"), ("cyan", "#32ADE6"), ("blue", "#007AFF"),
            ("indigo", "#5856D6"), ("purple", "#AF52DE"), ("pink", "#FF2D55"), ("brown", "#A2845E"),
            ("gray", "#8E8E93"), ("white", "#FFFFFF"), ("black", "#000000"),
        ])
    func system(name: String, hexadecimal: String) {
        #expect(Color.named(name)?.hexadecimal == hexadecimal)
        #expect(Color.names.contains(name))
    }

    @Test("C9 a system colour is found by its name, and by no other word")
    func names() {
        #expect(Color.names.count == 15)
        #expect(Color.names.allSatisfy { Color.named($0) != nil })
        #expect(Color.named("octarine") == nil)
        #expect(Color.named("Red") == nil)
    }

    @Test("C9 a colour has channels from 0 to 1, and other values are clamped")
    func channels() {
        #expect(Color(red: 1, green: 0.5, blue: 0).hexadecimal == "#FF8000")
        #expect(Color(red: 2, green: -1, blue: .nan).hexadecimal == "#FF0000")
        #expect(Color(red: .infinity, green: -.infinity, blue: 1, opacity: 0.5).hexadecimal == "#800080")
        #expect(Color(white: 0.2).hexadecimal == "#333333")
    }

    @Test("C9 a hexadecimal colour is #RRGGBB and nothing else")
    func hexadecimal() {
        #expect(Color(hexadecimal: "#00c7be") == .mint)
        for text in ["", "#", "00C7BE", "#00C7B", "#00C7BEF", "#00C7BG", "#+0C7BE", "#-0C7BE", "#００C7BE", " #00C7BE"] {
            #expect(Color(hexadecimal: text) == nil, "\(text)")
        }
    }

    @Test("C9 a colour is coded as its hexadecimal text")
    func coding() throws {
        #expect(try String(decoding: JSONEncoder().encode([Color.red]), as: UTF8.self) == ##"["#FF3B30"]"##)
        #expect(try JSONDecoder().decode([Color].self, from: Data(##"["#FF3B30"]"##.utf8)) == [.red])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Color].self, from: Data(#"["red"]"#.utf8)) }
    }

    @Test("C9 the default tint is system blue")
    @MainActor
    func defaultTint() throws {
        #expect(try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }.snapshot().tint == .blue)
    }
}
