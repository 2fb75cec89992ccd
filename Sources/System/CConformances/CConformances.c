#include "CConformances.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The layouts are those of swift/include/swift/ABI/Metadata.h, which are stable: compiled programs contain them.

// A place as a distance from where the distance stands. 0: there is none.
typedef int32_t relative;

static const void *at(const relative *field) { return *field ? (const char *)field + *field : NULL; }

// As `at`; with the lowest bit set, the place contains the address.
static const void *at_indirectable(const relative *field) {
    if (!*field) return NULL;
    const char *place = (const char *)field + (*field & ~1);
    return *field & 1 ? *(const void *const *)place : place;
}

struct context_descriptor {
    uint32_t flags;
    relative parent, name;
};

struct type_descriptor {
    struct context_descriptor context;
    relative accessor;
};

struct conformance {
    relative protocol, type, witness_table;
    uint32_t flags;
};

struct response {
    const void *metadata;
    size_t state;
};

typedef __attribute__((swiftcall)) struct response accessor(size_t request);

enum {
    kind_mask = 0x1f,
    is_generic = 0x80,
    first_type_kind = 16,  // Class, structure, enumeration.
    last_type_kind = 18,
    reference_shift = 3,
    reference_mask = 7,
    direct_descriptor = 0,
    indirect_descriptor = 1,
};

// The linker's names of the section's bounds in this program.
extern const relative __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const relative __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));

static const struct type_descriptor *type_of(const struct conformance *conformance) {
    const void *place = at(&conformance->type);
    switch (conformance->flags >> reference_shift & reference_mask) {
    case direct_descriptor: return place;
    case indirect_descriptor: return place ? *(const void *const *)place : NULL;
    default: return NULL;
    }
}

void holdfast_conforming_types(
    const char *protocol, void (*found)(const void *metadata, void *context), void *context) {
    const relative *record = __start_swift5_protocol_conformances;
    const relative *end = __stop_swift5_protocol_conformances;
    for (; record < end; record++) {
        const struct conformance *conformance = at(record);
        const struct context_descriptor *conformed = conformance ? at_indirectable(&conformance->protocol) : NULL;
        if (!conformed || strcmp(at(&conformed->name), protocol)) continue;
        const struct type_descriptor *type = type_of(conformance);
        uint32_t kind = type ? type->context.flags & kind_mask : 0;
        if (kind < first_type_kind || kind > last_type_kind || type->context.flags & is_generic) continue;
        accessor *metadata = (accessor *)at(&type->accessor);
        if (metadata) found(metadata(0).metadata, context);
    }
}
