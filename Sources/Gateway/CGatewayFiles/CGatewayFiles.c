#include "CGatewayFiles.h"

// The compiler reads the files (C23, 6.10.4): an array of a hundred thousand numbers would take it seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

const unsigned char *holdfast_openapi(size_t *size) {
    *size = sizeof openapi;
    return openapi;
}
