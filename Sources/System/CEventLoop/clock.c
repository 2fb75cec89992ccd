// Changes and state of the clock.
#define _GNU_SOURCE
#include "CEventLoop.h"

#include <errno.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND 1000000000LL
// Ten years: longer than anybody waits, and short enough for the kernel to count in nanoseconds.
#define SECONDS_UNTIL_LATER (10LL * 366 * 24 * 3600)

int holdfast_clock_is_synchronized(void) {
    // Without modes adjtimex(2) only reads.
    struct timex time = {.modes = 0};
    const int state = adjtimex(&time);
    return state == -1 ? -1 : state != TIME_ERROR;
}

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * NANOSECONDS_PER_SECOND + time.tv_nsec;
}

int64_t holdfast_monotonic_now(void) { return now(CLOCK_MONOTONIC); }

int64_t holdfast_thread_cpu_now(void) { return now(CLOCK_THREAD_CPUTIME_ID); }

int64_t holdfast_process_cpu_now(void) { return now(CLOCK_PROCESS_CPUTIME_ID); }

int64_t holdfast_boottime_now(void) { return now(CLOCK_BOOTTIME); }

int64_t holdfast_realtime_milliseconds(void) { return now(CLOCK_REALTIME) / 1000000; }

int holdfast_clock_watch_create(void) {
    const int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor == -1) return -1;
    if (holdfast_clock_watch_arm(descriptor) == 0) return descriptor;
    const int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

int holdfast_clock_watch_arm(int descriptor) {
    // The kernel reports changes to a timer that waits. A timer with a time in the past is due at once, and again whenever it is
    // armed. Therefore the time is counted from now.
    const int64_t later = now(CLOCK_REALTIME) / NANOSECONDS_PER_SECOND + SECONDS_UNTIL_LATER;
    const int64_t latest = sizeof(time_t) > 4 ? INT64_MAX / NANOSECONDS_PER_SECOND : INT32_MAX;
    const struct itimerspec wait = {.it_value = {.tv_sec = (time_t)(later < latest ? later : latest)}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &wait, NULL);
}
