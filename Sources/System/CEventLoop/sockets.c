// accept4(2) and struct ucred are GNU extensions.
#define _GNU_SOURCE
#include "CEventLoop.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Fills `address`. Returns its length, or 0 with errno ENAMETOOLONG, or EINVAL for an empty path.
static socklen_t address_of(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path) {
        errno = length == 0 ? EINVAL : ENAMETOOLONG;
        return 0;
    }
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, path, length + 1);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int holdfast_socket_path_limit(void) { return (int)sizeof((struct sockaddr_un){0}.sun_path) - 1; }

int holdfast_socket_create(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

int holdfast_socket_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    socklen_t length = address_of(path, &address);
    return length == 0 ? -1 : bind(descriptor, (struct sockaddr *)&address, length);
}

int holdfast_socket_connect(const char *path, int patience_ms) {
    struct sockaddr_un address;
    socklen_t length = address_of(path, &address);
    if (length == 0) return -1;
    bool waits = patience_ms > 0;
    int descriptor = waits ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : holdfast_socket_create();
    if (descriptor < 0) return -1;
    // A non-blocking connect(2) on AF_UNIX succeeds or fails at once, with EAGAIN where the queue of connections is
    // full (unix(7)). A blocking socket waits for room up to SO_SNDTIMEO (net/unix/af_unix.c, unix_stream_connect).
    struct timeval patience = {.tv_sec = patience_ms / 1000, .tv_usec = patience_ms % 1000 * 1000};
    bool is_ready = !waits || setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0;
    int result = -1;
    if (is_ready) {
        // In a program that was stopped and continued, the call is interrupted (signal(7)).
        do result = connect(descriptor, (struct sockaddr *)&address, length);
        while (result != 0 && errno == EINTR);
    }
    if (result == 0 && (!waits || fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

bool holdfast_socket_is_listening(int descriptor) {
    int listening = 0, domain = 0, type = 0;
    socklen_t length = sizeof listening;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) == 0 && listening &&
           getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX &&
           getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

int holdfast_socket_prepare(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) return -1;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

int holdfast_socket_accept(int descriptor) {
    return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int holdfast_socket_peer(int descriptor, uint32_t *user, uint32_t *group, int32_t *process) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    *user = credentials.uid;
    *group = credentials.gid;
    *process = credentials.pid;
    return 0;
}

ssize_t holdfast_socket_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t holdfast_socket_receive(int descriptor, void *bytes, size_t count) {
    return recv(descriptor, bytes, count, MSG_DONTWAIT);
}

int holdfast_socket_note_arrival(int descriptor) {
    int yes = 1;
    return setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes);
}

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

int64_t holdfast_socket_waiting_time(int descriptor) {
    char byte;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(struct timespec))];
    } control;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(descriptor, &message, MSG_PEEK | MSG_DONTWAIT) != 1) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_TIMESTAMPNS) return 0;
    struct timespec arrival, now;
    memcpy(&arrival, CMSG_DATA(header), sizeof arrival);
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return 0;
    int64_t age = nanoseconds(now) - nanoseconds(arrival);
    return age > 0 ? age : 0;
}

int holdfast_socket_identity(const char *path, uint64_t *device, uint64_t *inode) {
    struct stat status;
    if (lstat(path, &status) != 0) return -1;
    *device = status.st_dev;
    *inode = status.st_ino;
    return S_ISSOCK(status.st_mode);
}
