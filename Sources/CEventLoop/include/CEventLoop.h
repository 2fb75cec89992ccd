// The system calls of the event loop that Swift's Glibc module does not have.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// One ready descriptor. `token` is what was given to holdfast_epoll_add.
struct holdfast_ready {
    uint64_t token;
    bool readable;
    bool writable;
    bool failed;  // EPOLLERR or EPOLLHUP
};

// All of these return -1 and set errno where they fail, as the system calls they are named after do.
int holdfast_epoll_create(void);
int holdfast_epoll_add(int epoll, int descriptor, bool readable, bool writable, uint64_t token);
int holdfast_epoll_modify(int epoll, int descriptor, bool readable, bool writable, uint64_t token);
int holdfast_epoll_remove(int epoll, int descriptor);
// Waits at most `timeout` ms (-1: for ever); fills `ready` and returns how many. A signal counts as nothing ready.
int holdfast_epoll_wait(int epoll, struct holdfast_ready *ready, int capacity, int timeout);

// An eventfd: non-blocking, closed on exec.
int holdfast_eventfd_create(void);
int holdfast_eventfd_signal(int descriptor);
int holdfast_eventfd_drain(int descriptor);

// A timerfd on CLOCK_MONOTONIC. `deadline` in ns on that clock; INT64_MAX disarms.
int holdfast_timerfd_create(void);
int holdfast_timerfd_arm(int descriptor, int64_t deadline);
int holdfast_timerfd_drain(int descriptor);

// A signalfd for the given signals, which are blocked in the calling thread (and in those it starts later).
int holdfast_signalfd_create(const int *signals, int count);
// The number of a signal that came, 0 if there is none.
int holdfast_signalfd_read(int descriptor);

// A pipe: `ends` are the reading and the writing one; both non-blocking, closed on exec.
int holdfast_pipe_create(int ends[2]);

// ns on CLOCK_MONOTONIC.
int64_t holdfast_monotonic_now(void);

// The C library's words for an error number; a static text, safe on every thread.
const char *holdfast_error_message(int code);
