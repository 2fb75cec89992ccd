// The system calls of the event loop that Swift's Glibc module does not have.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

// UNIX stream sockets: non-blocking, closed on exec.
// The longest path that a socket can be bound to, in bytes.
int holdfast_socket_path_limit(void);
int holdfast_socket_create(void);
// ENAMETOOLONG for a path beyond the limit.
int holdfast_socket_bind(int descriptor, const char *path);
// A non-blocking socket that is connected to the one at `path`. Blocks the caller for `patience_ms` at most while the queue
// of connections is full; 0 does not wait. -1 with errno EAGAIN where the queue stays full.
int holdfast_socket_connect(const char *path, int patience_ms);
bool holdfast_socket_is_listening(int descriptor);
// Makes an inherited socket one that does not block and is closed on exec.
int holdfast_socket_prepare(int descriptor);
int holdfast_socket_accept(int descriptor);
// Who connected, as SO_PEERCRED has it: the process that called connect(2), or listen(2), and its user then.
int holdfast_socket_peer(int descriptor, uint32_t *user, uint32_t *group, int32_t *process);
// send(2) without blocking and without SIGPIPE.
ssize_t holdfast_socket_send(int descriptor, const void *bytes, size_t count);
ssize_t holdfast_socket_receive(int descriptor, void *bytes, size_t count);
// Device and inode of what lies at `path`, links not followed; 1 where it is a socket, 0 where not, -1 where nothing.
int holdfast_socket_identity(const char *path, uint64_t *device, uint64_t *inode);

// inotify on the entries of a folder that come and go; -1 where the folder cannot be watched.
int holdfast_folder_watch_open(const char *folder);
// What a batch of queued events says of the entry `name`; of several, the last.
enum holdfast_folder_change {
    HOLDFAST_FOLDER_SAME,
    HOLDFAST_FOLDER_CAME,
    HOLDFAST_FOLDER_WENT,
    HOLDFAST_FOLDER_UNKNOWN,  // events were lost
};
enum holdfast_folder_change holdfast_folder_watch_read(int descriptor, const char *name);

// As above, and for what is written into the entries; also told when the folder itself goes or is moved.
int holdfast_content_watch_open(const char *folder);
// The same for device files: when they come, go, or get another owner or mode, not when they are written to.
int holdfast_device_node_watch_open(const char *folder);
enum holdfast_content_change {
    HOLDFAST_CONTENT_SAME,
    HOLDFAST_CONTENT_CHANGED,  // the entry `name`, or it is not known
    HOLDFAST_CONTENT_GONE,     // the folder is not where it was
};
enum holdfast_content_change holdfast_content_watch_read(int descriptor, const char *name);

// ns on CLOCK_MONOTONIC.
int64_t holdfast_monotonic_now(void);

// ns that the processor has worked for the calling thread.
int64_t holdfast_thread_cpu_now(void);

// ns that processors have worked for all threads of the process, in the kernel too.
int64_t holdfast_process_cpu_now(void);

// Whether something keeps CLOCK_REALTIME right; -1 where that cannot be asked (a sandbox).
int holdfast_clock_is_synchronized(void);
// ns on CLOCK_BOOTTIME, which goes on while the machine sleeps.
int64_t holdfast_boottime_now(void);
// ms since 1970 on CLOCK_REALTIME.
int64_t holdfast_realtime_milliseconds(void);
// A timerfd that is readable when CLOCK_REALTIME has been set: reading it fails by ECANCELED (timerfd_create(2)).
int holdfast_clock_watch_create(void);
// Waits for the next time.
int holdfast_clock_watch_arm(int descriptor);

// Gives back the pages of code and constants that have been read so far: they come back, one by one, when they are
// needed. What starts a program is most of its code that is ever used, once.
void holdfast_release_code(void);

// The C library's words for an error number; a static text, safe on every thread.
const char *holdfast_error_message(int code);

// Standard output is written line by line from now on, also into a pipe, as the journal reads it: what is printed before a
// crash is not lost.
void holdfast_print_by_lines(void);
