import EventLoop
import Glibc
import MonotonicTime
import Testing

@testable import Gateway

@PanelActor
@Suite struct ProcessStopsTests {
    @Test("the age of a request is unknown from SIGCONT until 5 s after the program has read the signal")
    func age() {
        var stops = ProcessStops()
        let now = MonotonicInstant.zero
        #expect(!stops.mayHoldBack(at: now, isEndPending: false) && stops.mayHoldBack(at: now, isEndPending: true))
        stops.ended(at: now)
        for (milliseconds, isUnknown) in [(0, true), (4_999, true), (5_000, false)] {
            let time = now.advanced(by: .milliseconds(milliseconds))
            #expect(stops.mayHoldBack(at: time, isEndPending: false) == isUnknown)
        }
    }

    @Test("a SIGCONT that the program has not read yet is seen")
    func pending() {
        var (signals, former, number) = (sigset_t(), sigset_t(), Int32(0))
        sigaddset(&signals, SIGCONT)
        pthread_sigmask(SIG_BLOCK, &signals, &former)
        #expect(!ProcessStops.isEndPending)
        pthread_kill(pthread_self(), SIGCONT)
        #expect(ProcessStops.isEndPending)
        sigwait(&signals, &number)
        #expect(number == SIGCONT && !ProcessStops.isEndPending)
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }
}
