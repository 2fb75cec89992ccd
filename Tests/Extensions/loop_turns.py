"""The longest turn of a panel's loop, and when a machine can measure it."""

import os
import statistics
import subprocess
import sys
import time

# The priority in the service's unit (CPUSchedulingPolicy=rr), which few containers permit; empty if not permitted.
PRIORITY = ["chrt", "--reset-on-fork", "--rr", "1"]
if subprocess.run([*PRIORITY, "true"], stderr=subprocess.DEVNULL).returncode != 0:
    PRIORITY = []


def steal():
    """The processors' time in ms that the host has used for others, in steps of a clock tick (`steal` of proc(5))."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) * 1000 // os.sysconf("SC_CLK_TCK")


# The host's share before the trial.
STOLEN = steal()


# A million steps of a loop of Python on the machine whose figures the results page has, in s.
REFERENCE = 0.04


def slowness():
    """How many times as long this machine takes for the same work as the one of the results page.

    A machine whose host is busy can be half as fast for seconds or hours, in processor time as well.
    """
    def work():
        began, total = time.thread_time(), 0
        for number in range(1_000_000):
            total += number
        return time.thread_time() - began

    return statistics.median(work() for _ in range(5)) / REFERENCE


# A machine that takes so many times as long as that one measures nothing.
SLOW = 1.1
# How often a long turn is measured before it counts.
ATTEMPTS = 5
# How often on a machine that cannot measure it: its long turns never count.
BUSY_ATTEMPTS = 2


def turns(report, when, first, again, measured=0 if PRIORITY else 1):
    """The longest turn of the loop: by the clock where the panel may have the priority that its service is granted; under
    floods by the processor's time (1), of which alone there is a bound.

    Without the priority other programs may use the processor during a turn, so that only processor time is meaningful. A
    single long turn may be the machine's fault: the host's time counts as the process's (`steal` of proc(5)). Therefore a
    long turn is measured again; a fault of the panel appears each time. A machine that is slow even once meanwhile, or on
    which a program that only reads the clock sees long steps, too, cannot measure a turn: its figures are printed and not
    judged, and it gets no more than one further attempt.
    """
    worst, quiet = first, True
    for attempt in range(ATTEMPTS):
        if attempt > 0:
            worst = again()
        if worst[measured] <= 1000:
            break
        step, slow = longest_step(measured), slowness()
        print(f"{when}: {worst[0]} us, {worst[1]} us of the processor, in one of {worst[2]} turns of the loop; a program "
              f"that only reads the clock: {step} us; the same work takes {slow:.2f} times as long as it should; the host has "
              f"taken {steal() - STOLEN} ms of the processors")
        quiet = quiet and step <= 500 and slow <= SLOW
        if not quiet and attempt + 1 >= BUSY_ATTEMPTS:
            break
    longest, processor, count = worst
    words = (f"{when}: the longest of {count} turns of the loop took {longest} us, {processor} us of the processor"
             + ("" if PRIORITY else " (no real-time priority here)"))
    judge(report, worst[measured] <= 1000, quiet, words)


def judge(report, holds, quiet, words):
    """Reports what was measured; what does not hold on a machine that was slow meanwhile is printed and not judged."""
    if holds or quiet:
        report.check(holds, words)
    else:
        print(f"not judged: {words}: this machine is too busy for it", flush=True)


def longest_step(measured):
    """The longest step in us that a program sees that only reads the clock for a second, by the measure of `turns`.

    It has the panel's priority. It pauses, because the kernel interrupts a real-time program that uses a whole second.
    """
    clock = "time.monotonic_ns" if measured == 0 else "time.thread_time_ns"
    program = f"""
import time
longest = 0
for _ in range(5):
    last, end = {clock}(), time.monotonic_ns() + 200_000_000
    while time.monotonic_ns() < end:
        now = {clock}()
        longest, last = max(longest, now - last), now
    time.sleep(0.1)
print(longest // 1000)
"""
    return int(subprocess.run([*PRIORITY, sys.executable, "-I", "-c", program], check=True, stdout=subprocess.PIPE,
                              timeout=60).stdout)
