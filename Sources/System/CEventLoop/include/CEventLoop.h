// The system calls of the event loop that Swift's Glibc module does not have.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A ready descriptor. `token` is the value given to holdfast_epoll_add.
struct holdfast_ready {
    uint64_t token;
    bool readable;
    bool writable;
    bool failed;  // EPOLLERR or EPOLLHUP
};

// All of these return -1 and set errno on failure, like the system calls of the same names.
int holdfast_epoll_create(void);
int holdfast_epoll_add(int epoll, int descriptor, bool readable, bool writable, uint64_t token);
int holdfast_epoll_modify(int epoll, int descriptor, bool readable, bool writable, uint64_t token);
int holdfast_epoll_remove(int epoll, int descriptor);
// Waits at most `timeout` ms (-1: for ever). Fills `ready` and returns the count. A signal counts as nothing ready.
int holdfast_epoll_wait(int epoll, struct holdfast_ready *ready, int capacity, int timeout);

// An eventfd: non-blocking, closed on exec.
int holdfast_eventfd_create(void);
int holdfast_eventfd_signal(int descriptor);
int holdfast_eventfd_drain(int descriptor);

// A timerfd on CLOCK_MONOTONIC. `deadline` in ns on that clock; INT64_MAX disarms.
int holdfast_timerfd_create(void);
int holdfast_timerfd_arm(int descriptor, int64_t deadline);
int holdfast_timerfd_drain(int descriptor);

// A signalfd for the given signals, which are blocked in the calling thread, and in threads that it starts later.
int holdfast_signalfd_create(const int *signals, int count);
// The number of a signal that has arrived, or 0.
int holdfast_signalfd_read(int descriptor);

// A pipe: `ends` are the reading and the writing end, both non-blocking and closed on exec.
int holdfast_pipe_create(int ends[2]);

// UNIX stream sockets: non-blocking, closed on exec.
// The longest path that a socket can be bound to, in bytes.
int holdfast_socket_path_limit(void);
int holdfast_socket_create(void);
// ENAMETOOLONG for a path beyond the limit.
int holdfast_socket_bind(int descriptor, const char *path);
// A non-blocking socket connected to the one at `path`. Blocks the caller for at most `patience_ms` while the queue
// of connections is full; 0 does not wait. -1 with errno EAGAIN where the queue stays full.
int holdfast_socket_connect(const char *path, int patience_ms);
bool holdfast_socket_is_listening(int descriptor);
// Makes an inherited socket non-blocking and closed on exec.
int holdfast_socket_prepare(int descriptor);
int holdfast_socket_accept(int descriptor);
// The peer's process at its call of connect(2) or listen(2), with its user and group then (SO_PEERCRED).
int holdfast_socket_peer(int descriptor, uint32_t *user, uint32_t *group, int32_t *process);
// send(2) without blocking and without SIGPIPE.
ssize_t holdfast_socket_send(int descriptor, const void *bytes, size_t count);
ssize_t holdfast_socket_receive(int descriptor, void *bytes, size_t count);
// Has the kernel note when data arrives on a TCP socket.
int holdfast_socket_note_arrival(int descriptor);
// How long the first data of a TCP socket have waited to be read, in ns; 0 where the kernel has not noted their arrival. Data
// that arrived together with later ones count as these. A change of CLOCK_REALTIME in the meantime changes the result.
int64_t holdfast_socket_waiting_time(int descriptor);
// The device and inode of the entry at `path`, without following links; 1 for a socket, 0 for another kind, -1 for
// none.
int holdfast_socket_identity(const char *path, uint64_t *device, uint64_t *inode);

// An inotify watch for entries of a folder that come and go; -1 where the folder cannot be watched.
int holdfast_folder_watch_open(const char *folder);
// The last change of the entry `name` in a batch of queued events.
enum holdfast_folder_change {
    HOLDFAST_FOLDER_SAME,
    HOLDFAST_FOLDER_CAME,
    HOLDFAST_FOLDER_WENT,
    HOLDFAST_FOLDER_UNKNOWN,  // events were lost
};
enum holdfast_folder_change holdfast_folder_watch_read(int descriptor, const char *name);

// As above, and for writes to the entries. Also reports when the folder itself is removed or moved.
int holdfast_content_watch_open(const char *folder);
// The same for device files: creation, removal, and changes of owner or mode, but not writes.
int holdfast_device_node_watch_open(const char *folder);
enum holdfast_content_change {
    HOLDFAST_CONTENT_SAME,
    HOLDFAST_CONTENT_CHANGED,  // the entry `name`, or an unknown one
    HOLDFAST_CONTENT_GONE,     // the folder was removed or moved
};
enum holdfast_content_change holdfast_content_watch_read(int descriptor, const char *name);

// The time in ns on CLOCK_MONOTONIC.
int64_t holdfast_monotonic_now(void);

// The processor time of the calling thread, in ns.
int64_t holdfast_thread_cpu_now(void);

// The processor time of all threads of the process, in ns, including time in the kernel.
int64_t holdfast_process_cpu_now(void);

// Whether CLOCK_REALTIME is synchronised with a time source; -1 where the state cannot be read (a sandbox).
int holdfast_clock_is_synchronized(void);
// The time in ns on CLOCK_BOOTTIME, which continues while the machine sleeps.
int64_t holdfast_boottime_now(void);
// The time in ms since 1970 on CLOCK_REALTIME.
int64_t holdfast_realtime_milliseconds(void);
// A timerfd that becomes readable when CLOCK_REALTIME is set; reading it then fails with ECANCELED
// (timerfd_create(2)).
int holdfast_clock_watch_create(void);
// Waits for the next change of the clock.
int holdfast_clock_watch_arm(int descriptor);

// Frees the pages of code and constants that have been read so far. The kernel loads them again, one by one, when
// they are needed. Most of the code that a program ever uses is used only once, at its start.
void holdfast_release_code(void);

// The C library's text for an error number: static, and safe on every thread.
const char *holdfast_error_message(int code);

// From now on, standard output is written line by line, also into a pipe, such as the journal's. Text that is printed
// before a crash is thus not lost.
void holdfast_print_by_lines(void);
