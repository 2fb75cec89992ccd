// strerrordesc_np(3) is a GNU extension.
#define _GNU_SOURCE
#include "CEventLoop.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND 1000000000LL

int holdfast_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, bool readable, bool writable, uint64_t token) {
    struct epoll_event event = {
        .events = (readable ? EPOLLIN : 0u) | (writable ? EPOLLOUT : 0u),
        .data = {.u64 = token},
    };
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int holdfast_epoll_add(int epoll, int descriptor, bool readable, bool writable, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, readable, writable, token);
}

int holdfast_epoll_modify(int epoll, int descriptor, bool readable, bool writable, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, readable, writable, token);
}

int holdfast_epoll_remove(int epoll, int descriptor) { return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL); }

int holdfast_epoll_wait(int epoll, struct holdfast_ready *ready, int capacity, int timeout) {
    enum { batch = 64 };
    struct epoll_event events[batch];
    int count = epoll_wait(epoll, events, capacity < batch ? capacity : batch, timeout);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        ready[i].token = events[i].data.u64;
        ready[i].readable = events[i].events & EPOLLIN;
        ready[i].writable = events[i].events & EPOLLOUT;
        ready[i].failed = events[i].events & (EPOLLERR | EPOLLHUP);
    }
    return count;
}

int holdfast_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int holdfast_eventfd_signal(int descriptor) { return eventfd_write(descriptor, 1); }

int holdfast_eventfd_drain(int descriptor) {
    eventfd_t value;
    return eventfd_read(descriptor, &value);
}

int holdfast_timerfd_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

int holdfast_timerfd_arm(int descriptor, int64_t deadline) {
    struct itimerspec spec = {0};
    if (deadline != INT64_MAX) {
        // All zeroes would disarm the timer. A deadline at or before the clock's start is due at once anyway.
        if (deadline < 1) deadline = 1;
        spec.it_value.tv_sec = deadline / NANOSECONDS_PER_SECOND;
        spec.it_value.tv_nsec = deadline % NANOSECONDS_PER_SECOND;
    }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &spec, NULL);
}

int holdfast_timerfd_drain(int descriptor) {
    uint64_t expirations;
    return read(descriptor, &expirations, sizeof expirations) < 0 ? -1 : 0;
}

int holdfast_signalfd_create(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int holdfast_signalfd_read(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

int holdfast_pipe_create(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

const char *holdfast_error_message(int code) {
    const char *message = strerrordesc_np(code);
    return message ? message : "unknown error";
}

void holdfast_print_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }
