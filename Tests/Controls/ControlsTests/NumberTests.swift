import Controls
import Testing

/// Parameters whose values are numbers of types other than `Int` and `Double`.
@Suite
struct NumberTests {
    @Test("C23 a Float is a number with the digits that it has as text")
    func float() async throws {
        let intent = try PerformableIntent(Wait.self, parameters: [:])
        #expect(intent.parameterValues == ["gain": .double(0.1), "pause": .double(30)])
        #expect(intent.parameters.map(\.type) == [.number, .number, .number])
        let pairs: [(IntentValue, Double)] = [(.int(2), 2), (.double(0.25), 0.25), (.double(-1), -1)]
        for (given, gain) in pairs {
            let intent = try PerformableIntent(Wait.self, parameters: ["gain": given])
            #expect(intent.parameterValues["gain"] == .double(gain))
        }
        #expect(Float(_data: .double(.infinity)) == Float.infinity)
    }

    @Test("C23 a Duration is a number of seconds, also in a declaration with another unit")
    func duration() async throws {
        let intent = try PerformableIntent(Wait.self, parameters: ["pause": .int(90), "longest": .double(0.5)])
        #expect(intent.parameterValues["pause"] == .double(90))
        #expect(intent.parameterValues["longest"] == .double(0.5))
        #expect(try await intent.perform().value == .double(90.5))
        let unlimited = try PerformableIntent(Wait.self, parameters: ["longest": .null])
        #expect(try await unlimited.perform().value == .double(30))
    }

    @Test(
        "attack: numbers that a Float or a Duration cannot represent are refused",
        arguments: [IntentValue.double(1e300), .double(-1e300), .string("30"), .bool(true), .array([.int(1)])])
    func refused(value: IntentValue) {
        for name in ["gain", "pause"] {
            #expect(throws: IntentParameterError.self) { try PerformableIntent(Wait.self, parameters: [name: value]) }
        }
    }

    @Test("attack: a Duration is finite, and has at most 10¹⁵ seconds", arguments: [Double.nan, .infinity, 1.1e15])
    func noDuration(seconds: Double) {
        #expect(Duration(_data: .double(seconds)) == nil)
        #expect(Duration(_data: .double(-seconds)) == nil)
        #expect(Duration(_data: .double(1e15)) == Duration.seconds(1e15))
        #expect(Duration(_data: .int(.max)) == nil)
    }
}

private struct Wait: AppIntent {
    static let title: LocalizedStringResource = "Wait"
    @Parameter(title: "Gain", default: 0.1) var gain: Float
    @Parameter(title: "Pause", default: .seconds(30), defaultUnit: .minutes) var pause: Duration
    @Parameter(title: "Longest") var longest: Duration?

    func perform() async throws -> some IntentResult & ReturnsValue<Duration> {
        .result(value: pause + (longest ?? .zero))
    }
}
