// Files that the gateway serves, as bytes in the program.
#pragma once

#include <stddef.h>

typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} holdfast_file;

// The OpenAPI document of the HTTP API, with its size in bytes.
const unsigned char *holdfast_openapi(size_t *size);

// The files of the page, which lie in the folder Page.
const holdfast_file *holdfast_page(size_t *count);

// Compresses bytes as gzip (RFC 1952) into `out`, and returns the size there. Returns 0 if `capacity` bytes are too few.
size_t holdfast_gzip(const unsigned char *bytes, size_t size, unsigned char *out, size_t capacity);
