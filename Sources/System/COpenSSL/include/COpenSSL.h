// A client's side of TLS, by OpenSSL. The library is loaded by the first client: it takes 2 MB of memory, which a gateway
// without an encrypted broker does not need.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// The files of a client, read once.
typedef struct holdfast_tls_files holdfast_tls_files;

// A connection of TLS over a socket, which stays its owner's. All functions belong to one thread at a time.
typedef struct holdfast_tls holdfast_tls;

// Why a function of a connection does not go on.
enum holdfast_tls_state {
    HOLDFAST_TLS_ENDED = 0,
    // The socket has to be readable, or writable, for the next call.
    HOLDFAST_TLS_WANTS_READING = -1,
    HOLDFAST_TLS_WANTS_WRITING = -2,
    HOLDFAST_TLS_FAILED = -3,
};

// Loads the library. Returns null, or the reason why that failed.
const char *holdfast_tls_load(void);

// Reads PEM files, each of which may be null: the certificates of the authorities (null: those that the system trusts), the
// client's certificate and its key. Returns null where one of them cannot be used.
holdfast_tls_files *holdfast_tls_files_create(const char *authorities, const char *certificate, const char *key);
void holdfast_tls_files_free(holdfast_tls_files *files);

// A connection to `host`, a name or an address, for which the server's certificate must be. Returns null without memory.
holdfast_tls *holdfast_tls_create(const holdfast_tls_files *files, int descriptor, const char *host);
// Says goodbye where the handshake has ended, without waiting.
void holdfast_tls_free(holdfast_tls *tls);

// Goes on with the handshake. Returns 1 when it has ended, or a state.
int holdfast_tls_handshake(holdfast_tls *tls);
// Reads or writes some bytes. Returns their number, or a state.
ssize_t holdfast_tls_read(holdfast_tls *tls, void *bytes, size_t count);
ssize_t holdfast_tls_write(holdfast_tls *tls, const void *bytes, size_t count);

// The library's reason why the last call of this thread failed.
const char *holdfast_tls_reason(void);
