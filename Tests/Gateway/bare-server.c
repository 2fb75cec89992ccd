// bare-server STATUS FILE [NAME VALUE]…: answers every request with this status, the file's bytes and these headers.
//
// The least that an HTTP server on libmicrohttpd does, in the mode that the gateway uses: no thread, external epoll. It
// prints "http://127.0.0.1:PORT/" once it listens, and ends with a signal.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

static unsigned status;

static enum MHD_Result handle(
    void *response, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **context) {
    (void)url, (void)method, (void)version, (void)data;
    // The first call has the head, and the last one the whole request.
    if (!*context) {
        *context = response;
        return MHD_YES;
    }
    if (*size) {
        *size = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, status, response);
}

static struct MHD_Response *read_response(const char *path) {
    static char body[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t size = fread(body, 1, sizeof body, file);
    fclose(file);
    return MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
}

int main(int count, char **words) {
    if (count < 3 || count % 2 == 0) {
        fprintf(stderr, "usage: bare-server STATUS FILE [NAME VALUE]...\n");
        return 2;
    }
    status = (unsigned)atoi(words[1]);
    struct MHD_Response *response = read_response(words[2]);
    if (!response) {
        perror(words[2]);
        return 1;
    }
    for (int index = 3; index < count; index += 2) MHD_add_response_header(response, words[index], words[index + 1]);

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *server = MHD_start_daemon(
        MHD_USE_EPOLL, 0, NULL, NULL, handle, response, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        MHD_OPTION_END);
    if (!server) {
        perror("MHD_start_daemon");
        return 1;
    }
    printf("http://127.0.0.1:%u/\n", MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);

    int events = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(events, EPOLL_CTL_ADD, MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, &event);
    for (;;) {
        MHD_UNSIGNED_LONG_LONG wait;
        int has_limit = MHD_get_timeout(server, &wait) == MHD_YES;
        epoll_wait(events, &event, 1, has_limit ? (int)wait : -1);
        MHD_run(server);
    }
}
