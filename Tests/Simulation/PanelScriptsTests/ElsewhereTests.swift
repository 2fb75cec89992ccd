import Configuration
import EventLoop
import Foundation
import Testing

/// Scripts with a control that another program switches.
@Suite(.serialized)
@PanelActor
struct ElsewhereTests {
    @Test(
        "C42 a press asks for the state of a toggle that was switched elsewhere, and the hold reverses the actual state"
    )
    func press() async throws {
        let panel = try PanelFile.read(path: Fixtures.scripts.appending(path: "actions.yaml").path)
        let played = try await PlayedScript.play(
            """
            1s      hold b-fan for 600ms
            +0      expect control fan on
            +1s     set fan off
            +0      expect control fan on
            +1s     press b-fan
            +100ms  expect control fan off
            +500ms  release b-fan
            +20ms   expect control fan on
            +0      expect performed fan 2
            +1s     set fan off
            +1s     tap b-fan
            +0      expect hint "Hold to Turn On 'Fan'"
            +1s     set backup on
            +0      hold b-backup for 600ms
            +20ms   expect control backup off
            """, on: panel)
        #expect(played.failures.isEmpty)
    }
}
