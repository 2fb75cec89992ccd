// Files that the gateway serves, as bytes in the program.
#pragma once

#include <stddef.h>

// The OpenAPI document of the HTTP API, with its size in bytes.
const unsigned char *holdfast_openapi(size_t *size);
