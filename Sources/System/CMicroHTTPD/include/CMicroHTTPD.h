// An HTTP server on libmicrohttpd, whose own functions are variadic and take its enumerations.
//
// The server has no thread. Its owner calls holdfast_http_run in three cases: the server's descriptor is readable; the time
// has come that the last call returned; a response, or bytes of a stream, did not come within a callback. All functions and
// callbacks belong to the owner's thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct holdfast_http_server holdfast_http_server;

// A request and its response. The exchange exists until `ended` has returned.
typedef struct holdfast_http_exchange holdfast_http_exchange;

typedef struct {
    // The most connections at a time. Connections whose clients have sent no whole request give way to new ones, the oldest
    // first. While all connections are being answered, further ones wait in the listener's queue.
    unsigned connections;
    // Milliseconds for a whole request, from the connection's beginning or the end of the response before.
    unsigned request_time;
    // Milliseconds in which the client has to take a response that is no stream.
    unsigned response_time;
    // Bytes for a request's line and headers. A longer head gets the status 431.
    size_t head;
    // Bytes of a request's body. A longer body gets the status 413.
    size_t body;
    // Bytes that may wait in a stream for a slow client, whatever waits in others.
    size_t stream;
    // Bytes that may wait in all streams together, beyond what each may have for itself.
    size_t streams;
} holdfast_http_limits;

typedef struct {
    void *owner;
    // A request has arrived with its whole body. The response may come within the call, or later.
    void (*received)(void *owner, holdfast_http_exchange *exchange);
    // The client has the response, or has gone. Also called for requests that were refused before `received`.
    void (*ended)(void *owner, holdfast_http_exchange *exchange);
} holdfast_http_handlers;

// A header of a response, with a terminating NUL.
typedef struct {
    const char *name;
    const char *value;
} holdfast_http_field;

// Starts a server on a listening socket, which the server takes over. Null with errno if libmicrohttpd cannot start.
holdfast_http_server *holdfast_http_start(int listener, holdfast_http_limits limits, holdfast_http_handlers handlers);

// An epoll descriptor, readable when there is work. The server owns it.
int holdfast_http_descriptor(const holdfast_http_server *server);

// Works off what there is. Returns the milliseconds until the next call without an event; −1 without a deadline.
int64_t holdfast_http_run(holdfast_http_server *server);

// The number of open connections.
unsigned holdfast_http_connections(const holdfast_http_server *server);

// Ends all exchanges, and closes all connections and the listener.
void holdfast_http_stop(holdfast_http_server *server);

const char *holdfast_http_method(const holdfast_http_exchange *exchange);
// The path without the query, with its escapes (%20) decoded.
const char *holdfast_http_path(const holdfast_http_exchange *exchange);
// The numeric address of the client, without its port, with a terminating NUL; empty if it has none. `size` is at least 46.
void holdfast_http_peer(const holdfast_http_exchange *exchange, char *text, size_t size);
const void *holdfast_http_body(const holdfast_http_exchange *exchange, size_t *size);

// Called with a name and a value; a value may be missing.
typedef void (*holdfast_http_visitor)(
    void *owner, const char *name, size_t name_size, const char *value, size_t value_size);
void holdfast_http_headers(holdfast_http_exchange *exchange, void *owner, holdfast_http_visitor visitor);
void holdfast_http_query(holdfast_http_exchange *exchange, void *owner, holdfast_http_visitor visitor);

// Responds to an exchange, once; copies the body. `false` without memory: the connection is then closed.
bool holdfast_http_respond(
    holdfast_http_exchange *exchange, unsigned status, const holdfast_http_field *fields, size_t field_count,
    const void *body, size_t size);

// Begins a response without an end, once, instead of holdfast_http_respond.
bool holdfast_http_begin_stream(
    holdfast_http_exchange *exchange, unsigned status, const holdfast_http_field *fields, size_t field_count);

// Sends bytes of a stream. `false` if they do not fit beside those that the client has not taken yet: nothing of them
// is sent then.
bool holdfast_http_send(holdfast_http_exchange *exchange, const void *bytes, size_t size);

// Whether the client has closed its side. libmicrohttpd does not look while nothing is to be sent.
bool holdfast_http_is_gone(const holdfast_http_exchange *exchange);

// Ends a stream after the bytes that wait.
void holdfast_http_end_stream(holdfast_http_exchange *exchange);
