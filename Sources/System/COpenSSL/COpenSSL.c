#include "COpenSSL.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>

#define FUNCTIONS(F) \
    F(ERR_clear_error) \
    F(ERR_peek_last_error) \
    F(ERR_reason_error_string) \
    F(SSL_CTX_ctrl) \
    F(SSL_CTX_free) \
    F(SSL_CTX_load_verify_locations) \
    F(SSL_CTX_new) \
    F(SSL_CTX_set_default_passwd_cb) \
    F(SSL_CTX_set_default_verify_paths) \
    F(SSL_CTX_set_options) \
    F(SSL_CTX_set_verify) \
    F(SSL_CTX_use_PrivateKey_file) \
    F(SSL_CTX_use_certificate_chain_file) \
    F(SSL_connect) \
    F(SSL_ctrl) \
    F(SSL_free) \
    F(SSL_get_error) \
    F(SSL_is_init_finished) \
    F(SSL_new) \
    F(SSL_read) \
    F(SSL_set1_host) \
    F(SSL_set_fd) \
    F(SSL_shutdown) \
    F(SSL_write) \
    F(TLS_client_method)

#define MEMBER(name) static __typeof__(name) *call_##name;
FUNCTIONS(MEMBER)
#undef MEMBER

struct holdfast_tls_files {
    SSL_CTX *context;
};

struct holdfast_tls {
    SSL *ssl;
    bool has_failed;
};

const char *holdfast_tls_load(void)
{
    // The library stays loaded: it has handlers for the program's end.
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    // POSIX lets a function's address be kept as `void *`; ISO C does not convert it. libcrypto's functions are found by the
    // library that needs them.
#define FIND(name) \
    if ((*(void **)&call_##name = dlsym(library, #name)) == NULL) return dlerror();
    FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

// A key with a passphrase is refused: OpenSSL would ask for it at the terminal.
static int no_passphrase(char *buffer, int size, int is_writing, void *owner)
{
    (void)buffer, (void)size, (void)is_writing, (void)owner;
    return -1;
}

holdfast_tls_files *holdfast_tls_files_create(const char *authorities, const char *certificate, const char *key)
{
    holdfast_tls_files *files = calloc(1, sizeof *files);
    if (files == NULL) return NULL;
    SSL_CTX *context = files->context = call_SSL_CTX_new(call_TLS_client_method());
    if (context == NULL) goto failed;
    call_SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
    // The bytes of a write that is repeated may lie elsewhere. An idle connection gives its buffers back.
    call_SSL_CTX_ctrl(
        context, SSL_CTRL_MODE,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS, NULL);
    // A broker that is killed says no goodbye. MQTT's packets have lengths of their own.
    call_SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    call_SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    call_SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    if (authorities == NULL) {
        call_SSL_CTX_set_default_verify_paths(context);
    } else if (call_SSL_CTX_load_verify_locations(context, authorities, NULL) != 1) {
        goto failed;
    }
    if (certificate != NULL && call_SSL_CTX_use_certificate_chain_file(context, certificate) != 1) goto failed;
    // The key must be that of the certificate.
    if (key != NULL && call_SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) goto failed;
    return files;
failed:
    holdfast_tls_files_free(files);
    return NULL;
}

void holdfast_tls_files_free(holdfast_tls_files *files)
{
    call_SSL_CTX_free(files->context);
    free(files);
}

holdfast_tls *holdfast_tls_create(const holdfast_tls_files *files, int descriptor, const char *host)
{
    holdfast_tls *tls = calloc(1, sizeof *tls);
    if (tls == NULL) return NULL;
    tls->ssl = call_SSL_new(files->context);
    if (tls->ssl == NULL || call_SSL_set_fd(tls->ssl, descriptor) != 1 || call_SSL_set1_host(tls->ssl, host) != 1) {
        holdfast_tls_free(tls);
        return NULL;
    }
    // RFC 6066, 3: the server's name is never an address.
    struct in6_addr address;
    if (inet_pton(AF_INET, host, &address) != 1 && inet_pton(AF_INET6, host, &address) != 1) {
        call_SSL_ctrl(tls->ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, (void *)host);
    }
    return tls;
}

void holdfast_tls_free(holdfast_tls *tls)
{
    if (tls->ssl != NULL && !tls->has_failed && call_SSL_is_init_finished(tls->ssl)) {
        call_ERR_clear_error();
        call_SSL_shutdown(tls->ssl);
    }
    call_SSL_free(tls->ssl);
    free(tls);
}

static int state(holdfast_tls *tls, int result)
{
    switch (call_SSL_get_error(tls->ssl, result)) {
        case SSL_ERROR_WANT_READ: return HOLDFAST_TLS_WANTS_READING;
        case SSL_ERROR_WANT_WRITE: return HOLDFAST_TLS_WANTS_WRITING;
        case SSL_ERROR_ZERO_RETURN: return HOLDFAST_TLS_ENDED;
        // The peer has hung up, with or without an error of the system.
        case SSL_ERROR_SYSCALL: tls->has_failed = true; return HOLDFAST_TLS_ENDED;
        default: tls->has_failed = true; return HOLDFAST_TLS_FAILED;
    }
}

// SSL_get_error(3) goes by the errors of the thread, so that an older one must not be left.
int holdfast_tls_handshake(holdfast_tls *tls)
{
    call_ERR_clear_error();
    int result = call_SSL_connect(tls->ssl);
    return result == 1 ? 1 : state(tls, result);
}

static int limited(size_t count) { return count > INT_MAX ? INT_MAX : (int)count; }

ssize_t holdfast_tls_read(holdfast_tls *tls, void *bytes, size_t count)
{
    call_ERR_clear_error();
    int result = call_SSL_read(tls->ssl, bytes, limited(count));
    return result > 0 ? result : state(tls, result);
}

ssize_t holdfast_tls_write(holdfast_tls *tls, const void *bytes, size_t count)
{
    call_ERR_clear_error();
    int result = call_SSL_write(tls->ssl, bytes, limited(count));
    return result > 0 ? result : state(tls, result);
}

const char *holdfast_tls_reason(void)
{
    const char *reason = call_ERR_reason_error_string(call_ERR_peek_last_error());
    return reason != NULL ? reason : "no reason given";
}
