import MonotonicTime
import Testing

@testable import PanelScripts

/// How a transcript writes times.
struct TranscriptTests {
    @Test(
        "stamps",
        arguments: [
            (.zero, "00:00:00.000"), (.microseconds(999), "00:00:00.000"), (.milliseconds(1), "00:00:00.001"),
            (.milliseconds(3_599_999), "00:59:59.999"), (.seconds(86_399), "23:59:59.000"),
            (.seconds(86_400), "1d 00:00:00.000"), (.seconds(3_660 * 86_400), "3660d 00:00:00.000"),
        ] as [(Duration, String)])
    func stamp(time: Duration, text: String) {
        #expect(Transcript.stamp(time) == text)
    }
}
