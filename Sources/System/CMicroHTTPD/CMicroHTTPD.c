#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// libmicrohttpd's own time limit begins again with each byte, so a client could hold a connection for ever. Each
// connection has a deadline here instead, in a list of all connections.
typedef struct connection_state {
    struct connection_state *next, *previous;
    int socket;
    // Milliseconds of CLOCK_MONOTONIC; 0 without a deadline.
    int64_t deadline;
    // Whether the server has shut the socket down, and libmicrohttpd has not noticed yet.
    bool is_closing;
    holdfast_http_exchange *exchange;
} connection_state;

struct holdfast_http_server {
    struct MHD_Daemon *daemon;
    holdfast_http_limits limits;
    holdfast_http_handlers handlers;
    connection_state *connections;
    unsigned connection_count, closing_count;
    // Bytes that wait in all streams.
    size_t waiting_size;
    bool is_stopping;
    // Whether connections were resumed since the last run began. libmicrohttpd does not wake the owner's loop for them.
    bool has_resumed;
};

struct holdfast_http_exchange {
    holdfast_http_server *server;
    struct MHD_Connection *connection;
    char *method, *path;
    char *body;
    size_t body_size, body_capacity;
    // Whether `received` has been called.
    bool is_received;
    bool is_too_long;
    // Whether libmicrohttpd leaves the connection alone until holdfast_http resumes it.
    bool is_suspended;
    // The response, from the owner's call until libmicrohttpd has it.
    struct MHD_Response *response;
    unsigned status;
    bool is_answered, is_stream, is_stream_ended;
    // The bytes of a stream; libmicrohttpd has the first `taken` of them.
    char *waiting;
    size_t waiting_size, waiting_capacity, taken;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static connection_state *state_of(struct MHD_Connection *of) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(of, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void allow(struct MHD_Connection *of, unsigned milliseconds) {
    connection_state *state = state_of(of);
    if (state && !state->is_closing) state->deadline = milliseconds ? now() + milliseconds : 0;
}

static void connection_changed(
    void *context, struct MHD_Connection *of, void **socket_context, enum MHD_ConnectionNotificationCode code) {
    holdfast_http_server *server = context;
    connection_state *state = *socket_context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        server->connection_count++;
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD);
        state = calloc(1, sizeof *state);
        // Without memory the connection has no state, and its first request is refused.
        if (!state || !info) {
            free(state);
            return;
        }
        state->socket = info->connect_fd;
        state->deadline = now() + server->limits.request_time;
        state->next = server->connections;
        if (state->next) state->next->previous = state;
        server->connections = state;
        *socket_context = state;
        return;
    }
    server->connection_count--;
    if (!state) return;
    if (state->is_closing) server->closing_count--;
    if (state->next) state->next->previous = state->previous;
    if (state->previous) state->previous->next = state->next;
    else server->connections = state->next;
    free(state);
    *socket_context = NULL;
}

static bool append(char **bytes, size_t *size, size_t *capacity, const void *more, size_t count) {
    if (*size + count > *capacity) {
        size_t larger = *capacity ? *capacity : 512;
        while (larger < *size + count) larger *= 2;
        char *moved = realloc(*bytes, larger);
        if (!moved) return false;
        *bytes = moved;
        *capacity = larger;
    }
    memcpy(*bytes + *size, more, count);
    *size += count;
    return true;
}

// Gives libmicrohttpd the response. MHD_NO closes the connection.
static enum MHD_Result queue(holdfast_http_exchange *exchange) {
    allow(exchange->connection, exchange->is_stream ? 0 : exchange->server->limits.response_time);
    enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, exchange->response);
    MHD_destroy_response(exchange->response);
    exchange->response = NULL;
    return result;
}

static enum MHD_Result refuse(holdfast_http_exchange *exchange, unsigned status) {
    exchange->response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!exchange->response) return MHD_NO;
    MHD_add_response_header(exchange->response, MHD_HTTP_HEADER_CONNECTION, "close");
    exchange->status = status;
    exchange->is_answered = true;
    return queue(exchange);
}

// How often the headers occur by which the length of the body is known.
struct framing {
    unsigned lengths, codings;
};

static enum MHD_Result count_framing(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    (void)kind, (void)name_size, (void)value, (void)value_size;
    struct framing *framing = context;
    if (!strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH)) framing->lengths++;
    else if (!strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING)) framing->codings++;
    return MHD_YES;
}

// Whether a proxy could find another end of the body than libmicrohttpd, which takes one of several lengths: the rest would
// be a request of its own (RFC 9112, 6.3 and 11.2).
static bool has_unclear_length(struct MHD_Connection *connection) {
    struct framing framing = {0, 0};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, count_framing, &framing);
    return framing.lengths + framing.codings > 1;
}

static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **exchange_context) {
    (void)version;
    holdfast_http_server *server = context;
    holdfast_http_exchange *exchange = *exchange_context;
    const connection_state *closing = state_of(connection);
    // A request that came just before its connection gave way must not be carried out: its client hears of no answer.
    if (server->is_stopping || (closing && closing->is_closing)) return MHD_NO;
    if (!exchange) {
        exchange = calloc(1, sizeof *exchange);
        if (!exchange) return MHD_NO;
        exchange->server = server;
        exchange->connection = connection;
        exchange->method = strdup(method);
        exchange->path = strdup(url);
        *exchange_context = exchange;
        connection_state *state = state_of(connection);
        if (state) state->exchange = exchange;
        if (!state || !exchange->method || !exchange->path) return MHD_NO;
        if (has_unclear_length(connection)) return refuse(exchange, MHD_HTTP_BAD_REQUEST);
        const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
        // libmicrohttpd has checked that the value is a number. An answer before the body spares its transfer.
        if (length && strtoull(length, NULL, 10) > server->limits.body)
            return refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE);
        return MHD_YES;
    }
    if (*size) {
        if (exchange->body_size + *size > server->limits.body) exchange->is_too_long = true;
        else if (!append(&exchange->body, &exchange->body_size, &exchange->body_capacity, data, *size)) return MHD_NO;
        *size = 0;
        return MHD_YES;
    }
    if (exchange->response) return queue(exchange);
    if (exchange->is_received) return MHD_NO;
    exchange->is_received = true;
    if (exchange->is_too_long) return refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE);
    allow(connection, 0);
    server->handlers.received(server->handlers.owner, exchange);
    if (exchange->response) return queue(exchange);
    if (exchange->is_answered) return MHD_NO;
    MHD_suspend_connection(connection);
    exchange->is_suspended = true;
    return MHD_YES;
}

static void completed(
    void *context, struct MHD_Connection *connection, void **exchange_context, enum MHD_RequestTerminationCode code) {
    (void)code;
    holdfast_http_server *server = context;
    holdfast_http_exchange *exchange = *exchange_context;
    if (!exchange) return;
    *exchange_context = NULL;
    connection_state *state = state_of(connection);
    if (state) state->exchange = NULL;
    allow(connection, server->limits.request_time);
    server->handlers.ended(server->handlers.owner, exchange);
    if (exchange->response) MHD_destroy_response(exchange->response);
    free(exchange->method);
    free(exchange->path);
    // It may be a PIN.
    if (exchange->body) explicit_bzero(exchange->body, exchange->body_capacity);
    free(exchange->body);
    server->waiting_size -= exchange->waiting_size - exchange->taken;
    free(exchange->waiting);
    free(exchange);
}

holdfast_http_server *holdfast_http_start(int listener, holdfast_http_limits limits, holdfast_http_handlers handlers) {
    holdfast_http_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->limits = limits;
    server->handlers = handlers;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.head, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_NOTIFY_CONNECTION, connection_changed, server,
        MHD_OPTION_END);
    if (!server->daemon) {
        int reason = errno ? errno : EINVAL;
        free(server);
        errno = reason;
        return NULL;
    }
    return server;
}

int holdfast_http_descriptor(const holdfast_http_server *server) {
    return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

unsigned holdfast_http_connections(const holdfast_http_server *server) { return server->connection_count; }

// libmicrohttpd then finds the connection closed, and ends its exchange.
static void close_soon(holdfast_http_server *server, connection_state *state) {
    state->deadline = 0;
    state->is_closing = true;
    server->closing_count++;
    shutdown(state->socket, SHUT_RDWR);
}

// Whether the client has not sent its request, or the whole of it.
static bool waits_for_client(const connection_state *state) {
    return state->deadline && (!state->exchange || !(state->exchange->is_received || state->exchange->is_answered));
}

// Keeps some places free, so that clients who send nothing keep no other client out: of the connections that wait for
// their clients, the one that waits for the longest time gives way. The newest ones stay, as many as there are places kept
// free: libmicrohttpd accepts ten connections before it reads from any of them, and their requests may have come.
static void make_room(holdfast_http_server *server) {
    unsigned limit = server->limits.connections, spare = limit / 16 ? limit / 16 : 1;
    while (server->connection_count - server->closing_count + spare > limit) {
        connection_state *oldest = NULL;
        unsigned waiting = 0;
        for (connection_state *state = server->connections; state; state = state->next) {
            if (!waits_for_client(state)) continue;
            waiting++;
            // The list begins with the newest.
            if (!oldest || state->deadline <= oldest->deadline) oldest = state;
        }
        if (waiting <= spare) return;
        close_soon(server, oldest);
    }
}

int64_t holdfast_http_run(holdfast_http_server *server) {
    bool was_full = server->connection_count >= server->limits.connections;
    server->has_resumed = false;
    MHD_run(server->daemon);
    // libmicrohttpd begins to accept again in the run after the one in which a connection ended.
    if (was_full && server->connection_count < server->limits.connections) MHD_run(server->daemon);
    make_room(server);
    int64_t next = -1, time = now();
    for (connection_state *state = server->connections; state; state = state->next) {
        if (!state->deadline) continue;
        if (state->deadline <= time) close_soon(server, state);
        else if (next < 0 || state->deadline - time < next) next = state->deadline - time;
    }
    if (server->has_resumed) return 0;
    MHD_UNSIGNED_LONG_LONG own;
    if (MHD_get_timeout(server->daemon, &own) == MHD_YES && (next < 0 || (int64_t)own < next)) next = (int64_t)own;
    return next;
}

static void wake(holdfast_http_exchange *exchange) {
    if (!exchange->is_suspended) return;
    exchange->is_suspended = false;
    exchange->server->has_resumed = true;
    MHD_resume_connection(exchange->connection);
}

void holdfast_http_stop(holdfast_http_server *server) {
    server->is_stopping = true;
    for (connection_state *state = server->connections; state; state = state->next) {
        if (!state->exchange) continue;
        state->exchange->is_stream_ended = true;
        wake(state->exchange);
    }
    // libmicrohttpd ends the program if it stops while a connection is suspended. This run takes up those woken above.
    MHD_run(server->daemon);
    MHD_stop_daemon(server->daemon);
    free(server);
}

const char *holdfast_http_method(const holdfast_http_exchange *exchange) { return exchange->method; }

const char *holdfast_http_path(const holdfast_http_exchange *exchange) { return exchange->path; }

void holdfast_http_peer(const holdfast_http_exchange *exchange, char *text, size_t size) {
    text[0] = 0;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    if (!address) return;
    if (address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, (socklen_t)size);
    } else if (address->sa_family == AF_INET6) {
        const struct in6_addr *long_address = &((const struct sockaddr_in6 *)address)->sin6_addr;
        // A listener of both kinds sees a client of IPv4 so (RFC 4291, 2.5.5.2).
        if (IN6_IS_ADDR_V4MAPPED(long_address)) inet_ntop(AF_INET, &long_address->s6_addr[12], text, (socklen_t)size);
        else inet_ntop(AF_INET6, long_address, text, (socklen_t)size);
    }
}

const void *holdfast_http_body(const holdfast_http_exchange *exchange, size_t *size) {
    *size = exchange->body_size;
    return exchange->body;
}

struct visit {
    void *owner;
    holdfast_http_visitor visitor;
};

static enum MHD_Result visit(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    (void)kind;
    const struct visit *visit = context;
    visit->visitor(visit->owner, name, name_size, value, value_size);
    return MHD_YES;
}

void holdfast_http_headers(holdfast_http_exchange *exchange, void *owner, holdfast_http_visitor visitor) {
    struct visit context = {owner, visitor};
    MHD_get_connection_values_n(exchange->connection, MHD_HEADER_KIND, visit, &context);
}

void holdfast_http_query(holdfast_http_exchange *exchange, void *owner, holdfast_http_visitor visitor) {
    struct visit context = {owner, visitor};
    MHD_get_connection_values_n(exchange->connection, MHD_GET_ARGUMENT_KIND, visit, &context);
}

static bool answer(
    holdfast_http_exchange *exchange, struct MHD_Response *response, unsigned status, const holdfast_http_field *fields,
    size_t count) {
    exchange->is_answered = true;
    exchange->status = status;
    exchange->response = response;
    bool is_complete = response != NULL;
    for (size_t index = 0; is_complete && index < count; index++)
        is_complete = MHD_add_response_header(response, fields[index].name, fields[index].value) == MHD_YES;
    if (!is_complete && response) {
        MHD_destroy_response(response);
        exchange->response = NULL;
    }
    wake(exchange);
    return is_complete;
}

bool holdfast_http_respond(
    holdfast_http_exchange *exchange, unsigned status, const holdfast_http_field *fields, size_t field_count,
    const void *body, size_t size) {
    return answer(
        exchange, MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY), status, fields,
        field_count);
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t room) {
    (void)position;
    holdfast_http_exchange *exchange = context;
    size_t left = exchange->waiting_size - exchange->taken;
    if (left) {
        size_t count = left < room ? left : room;
        memcpy(buffer, exchange->waiting + exchange->taken, count);
        exchange->taken += count;
        exchange->server->waiting_size -= count;
        // Moving the rest each time would cost the square of a long state's size.
        if (exchange->taken >= exchange->waiting_size / 2) {
            exchange->waiting_size -= exchange->taken;
            memmove(exchange->waiting, exchange->waiting + exchange->taken, exchange->waiting_size);
            exchange->taken = 0;
        }
        // A client that takes nothing for the time of a response must not keep the room of others.
        if (!exchange->is_stream_ended)
            allow(exchange->connection, exchange->waiting_size ? exchange->server->limits.response_time : 0);
        // Later events are small, and need not keep the room of a long state.
        if (!exchange->waiting_size && exchange->waiting_capacity > exchange->server->limits.stream) {
            free(exchange->waiting);
            exchange->waiting = NULL;
            exchange->waiting_capacity = 0;
        }
        return (ssize_t)count;
    }
    if (exchange->is_stream_ended) return MHD_CONTENT_READER_END_OF_STREAM;
    MHD_suspend_connection(exchange->connection);
    exchange->is_suspended = true;
    return 0;
}

bool holdfast_http_begin_stream(
    holdfast_http_exchange *exchange, unsigned status, const holdfast_http_field *fields, size_t field_count) {
    exchange->is_stream = true;
    return answer(
        exchange, MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, exchange, NULL), status, fields,
        field_count);
}

bool holdfast_http_send(holdfast_http_exchange *exchange, const void *bytes, size_t size) {
    holdfast_http_server *server = exchange->server;
    size_t left = exchange->waiting_size - exchange->taken;
    bool is_small = size <= server->limits.stream && left <= server->limits.stream - size;
    bool is_within_all = size <= server->limits.streams && server->waiting_size <= server->limits.streams - size;
    if (exchange->is_stream_ended || !(is_small || is_within_all)) return false;
    if (!left) allow(exchange->connection, server->limits.response_time);
    if (exchange->taken) {
        memmove(exchange->waiting, exchange->waiting + exchange->taken, left);
        exchange->waiting_size = left;
        exchange->taken = 0;
    }
    if (!append(&exchange->waiting, &exchange->waiting_size, &exchange->waiting_capacity, bytes, size)) return false;
    server->waiting_size += size;
    wake(exchange);
    return true;
}

bool holdfast_http_is_gone(const holdfast_http_exchange *exchange) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!info) return true;
    char byte;
    ssize_t count = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

void holdfast_http_end_stream(holdfast_http_exchange *exchange) {
    exchange->is_stream_ended = true;
    // A client that reads nothing must not keep the connection.
    allow(exchange->connection, exchange->server->limits.response_time);
    wake(exchange);
}
