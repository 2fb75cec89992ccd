import MonotonicTime
import Testing

@testable import Gestures

@Suite("Quarantine")
struct QuarantineTests {
    @Test(
        "a contact that stays closed too long is stuck until it opens",
        arguments: [
            GestureCase(
                "a contact closed for 60 s is quarantined, its release is not reported, 1 s up cures it",
                "d 70000 u 2000",
                "pressed@0 hold@500 stuck@60000 cured@71000"),
            GestureCase(
                "a release one nanosecond before the limit is a release",
                "d 59999.999999 u 2000",
                "pressed@0 hold@500 released@59999.999999/59999.999999"),
            GestureCase(
                "less than 1 s up cures nothing",
                "d 60000 u 999 d 999 u 999",
                "pressed@0 hold@500 stuck@60000"),
            GestureCase(
                "every edge starts the second anew",
                "d 60000 u 999 d 1 u 1001",
                "pressed@0 hold@500 stuck@60000 cured@62000"),
            GestureCase(
                "a press while in quarantine is no gesture",
                "d 60000 u 500 d 100 u 500 d 700 u 10",
                "pressed@0 hold@500 stuck@60000"),
            GestureCase(
                "once cured, the button works",
                "d 60000 u 1500 d 100 u 10",
                "pressed@0 hold@500 stuck@60000 cured@61000 pressed@61500 released@61600/100 tap@61600"),
            GestureCase(
                "closed at the start: quarantined at once, without a gesture",
                "100000 u 1500 d 100 u 10",
                "cured@101000 pressed@101500 released@101600/100 tap@101600", startsActive: true),
            GestureCase(
                "after an aborted press: quarantined likewise",
                "d 100 sync 70000 u 2000",
                "pressed@0 aborted@100 stuck@60000 cured@71100"),
            GestureCase(
                "after a long hold: quarantined likewise",
                "d 60000 u 1000",
                "pressed@0 armed@500 long_hold@3000 stuck@60000 cured@61000", bound: .longHold),
            GestureCase(
                "a level that contradicts the open contact cures nothing",
                "d 60000 u 100 (d) 5000 u 1000",
                "pressed@0 hold@500 stuck@60000 cured@66100",
                late: "pressed@0 hold@500 stuck@60000 cured@61000"),
            GestureCase(
                "an open level at the limit, within a debounce window, is bounce",
                "d 59998 d 1 (u) 2 d 1000 u 1000",
                "pressed@0 hold@500 stuck@60000 cured@62001", late: "pressed@0 aborted@59998 stuck@60000 cured@62001"),
            GestureCase(
                "resynchronised as open, the second starts there",
                "d 60001 (u) 5000 sync 1000",
                "pressed@0 hold@500 stuck@60000 cured@66001",
                late: "pressed@0 aborted@65001"),
            GestureCase(
                "a limit below the long hold's threshold is raised to it",
                "d 4000 u 1000",
                "pressed@0 hold@500 stuck@3000 cured@5000", timings: GestureTimings(stuck: .zero)),
        ])
    func stuck(_ rule: GestureCase) {
        rule.check()
    }

    struct Storm: CustomTestStringConvertible {
        let testDescription: String
        let input: String
        let isChatter: Bool
        var timings = GestureTimings()
    }

    private static let rateOnly = GestureTimings(stillness: .zero)

    @Test(
        "a storm of edges at the limit is chatter, and a slower one is not",
        arguments: [
            Storm(
                testDescription: "201 edges a second for 2 s are a storm", input: "201/s:2100", isChatter: true,
                timings: rateOnly),
            Storm(
                testDescription: "200 edges a second, for any time, are none", input: "200/s:10000", isChatter: false,
                timings: rateOnly),
            Storm(testDescription: "1000 edges a second for 2 s are a storm", input: "1000/s:2010", isChatter: true),
            Storm(
                testDescription: "1000 edges a second for less than 2 s are none", input: "1000/s:1999",
                isChatter: false),
            Storm(testDescription: "a burst is none", input: "5000/s:1000 1001 d 10 u 10", isChatter: false),
            Storm(
                testDescription: "a second of silence ends it", input: "999/s:1500 1001 999/s:1500", isChatter: false),
            Storm(testDescription: "less silence does not", input: "999/s:1500 900 999/s:10", isChatter: true),
            Storm(
                testDescription: "another rate and duration", input: "50/s:600", isChatter: true,
                timings: GestureTimings(stormRate: 40, stormDuration: .milliseconds(500))),
        ])
    func chatter(_ storm: Storm) {
        for handling in [GestureScript.Handling.prompt, .late] {
            let transcript = GestureCase("", storm.input, "", timings: storm.timings).transcript(handling)
            #expect(transcript.contains("chatter") == storm.isChatter)
        }
    }

    struct Unrest: CustomTestStringConvertible {
        let testDescription: String
        let input: String
        /// The contact's fault; `nil` for none.
        let fault: ContactFault?
        var timings = GestureTimings()

        /// A period's parts, repeated.
        static func periods(_ period: String, _ count: Int) -> String {
            String(repeating: period + " ", count: count) + "1000"
        }
    }

    @Test(
        "a contact that never rests for 25 ms chatters, and hums at the rate of mains",
        arguments: [
            Unrest(testDescription: "hum of 50 Hz", input: "100/s:2020", fault: .hum),
            Unrest(testDescription: "hum of 60 Hz", input: "120/s:2020", fault: .hum),
            Unrest(testDescription: "full-wave current of 50 Hz", input: "200/s:2020", fault: .hum),
            Unrest(testDescription: "full-wave current of 60 Hz", input: "240/s:2020", fault: .hum),
            Unrest(
                testDescription: "hum whose needles are within the debounce window",
                input: Unrest.periods("d 1 u 19", 102), fault: .hum),
            Unrest(
                testDescription: "hum that nearly closes the contact",
                input: Unrest.periods("d 18 u 2", 102), fault: .hum),
            Unrest(
                testDescription: "hum with a long debounce window", input: "100/s:2020", fault: .hum,
                timings: GestureTimings(debounce: .milliseconds(50))),
            Unrest(testDescription: "a vibrating contact", input: "80/s:2040", fault: .chatter),
            Unrest(testDescription: "hum for less than 2 s", input: "100/s:1990 1000", fault: nil),
            Unrest(testDescription: "a rest of 25 ms ends hum", input: "100/s:1500 15 100/s:1500 1000", fault: nil),
            Unrest(
                testDescription: "the fastest finger, on a contact that bounces",
                input: Unrest.periods("d 1 u 1 d 1 u 1 d 29 u 1 d 1 u 33", 100), fault: nil),
        ])
    func unrest(_ unrest: Unrest) {
        for handling in [GestureScript.Handling.prompt, .late] {
            let transcript = GestureCase("", unrest.input, "", timings: unrest.timings).transcript(handling)
            #expect(
                ContactFault.allCases.filter { transcript.contains($0.rawValue) } == [unrest.fault].compactMap(\.self))
            if unrest.timings.debounce < unrest.timings.shortestTap, unrest.fault == .hum {
                #expect(!transcript.contains("tap"))
            }
        }
    }

    // With a debounce window longer than the storm, the press lasts through it.
    private static let patient = GestureTimings(debounce: .seconds(3), hold: .seconds(4))

    @Test(
        "a chattering contact is quarantined until it is quiet",
        arguments: [
            GestureCase(
                "aborts the press in progress; 1 s up without an edge cures it",
                "250/s:2500 100 u 500 d 100 u 2000",
                "pressed@0 aborted@2000 chatter@2000 cured@4200", timings: patient),
            GestureCase(
                "quarantines a contact that stays closed for as long as it does",
                "250/s:2500 100000 u 999 u 1000",
                "pressed@0 aborted@2000 chatter@2000 cured@104499", timings: patient),
            GestureCase(
                "aborts the taps that wait",
                "d 3000 u 4 250/s:2504 1000",
                "pressed@0 released@3000/3000 aborted@5000 chatter@5000 cured@6504", bound: .doubleTap,
                timings: GestureTimings(debounce: .seconds(3), hold: .seconds(4), multiTapWindow: .seconds(4))),
            GestureCase(
                "aborts nothing of a hold that has been performed",
                "d 600 " + String(repeating: "d 4 ", count: 520) + "u 1500",
                "pressed@0 hold@500 chatter@2600 cured@3680",
                late: "pressed@0 aborted@600 chatter@2600 cured@3680"),
            GestureCase(
                "cured sooner than the rate forgets, it is measured anew all the same",
                "1000/s:2010 200 1000/s:1900",
                "pressed@0 aborted@2000 chatter@2000 cured@2109 pressed@2210",
                timings: GestureTimings(debounce: .seconds(3), cure: .milliseconds(100))),
            GestureCase(
                "once cured, the rate is measured anew",
                "250/s:2504 1000 250/s:1900",
                "pressed@0 aborted@2000 chatter@2000 cured@3500 pressed@3504", timings: patient),
        ])
    func quarantined(_ rule: GestureCase) {
        rule.check()
    }

    @Test("a button reports its quarantine and the reason")
    func state() {
        var button = GestureCase("", "", "", startsActive: true).recognizer()
        #expect(button.isQuarantined)
        #expect(button.fault == .stuck)
        #expect(!button.isPressed)
        #expect(button.deadline == nil, "a closed contact in quarantine costs no wakeups")
        #expect(button.edge(isActive: false, at: .zero).isEmpty)
        #expect(button.deadline == .zero.advanced(by: .seconds(1)))
        #expect(button.elapse(to: .zero.advanced(by: .seconds(1)), level: false).transcript == "cured@1000")
        #expect(!button.isQuarantined)
        #expect(button.fault == nil)
        #expect(button.deadline == nil)
    }
}
