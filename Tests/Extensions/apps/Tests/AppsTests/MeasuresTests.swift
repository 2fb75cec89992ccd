import Foundation
import HoldfastTesting
import Testing

@testable import Measures

/// A converter of measurements.
struct MeasuresTests {
    @Test("C23, C48 measurements of placements are converted, and results are kept over a restart")
    func script() async throws {
        let outcome = try await AppScript(of: Measures.self).run()
        #expect(outcome.succeeded, "\(outcome.failures)")
    }

    @Test("a measurement's text has at most two digits after the point, and any number has a text")
    func text() {
        #expect(Measurement(value: 5, unit: UnitLength.kilometers).shortText == "5 km")
        #expect(Measurement(value: 3.10686, unit: UnitLength.miles).shortText == "3.11 mi")
        #expect(Measurement(value: 1e30, unit: UnitLength.meters).shortText.hasSuffix("m"))
        #expect(Measurement(value: .nan, unit: UnitLength.meters).shortText.hasSuffix("m"))
    }
}
