#include "CMosquitto.h"

#include <dlfcn.h>

const char *holdfast_mosquitto_load(struct holdfast_mosquitto *functions)
{
    // The library stays loaded: OpenSSL has handlers for the program's end.
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    // POSIX lets a function's address be kept as `void *`; ISO C does not convert it.
#define HOLDFAST_FIND(name) \
    if ((*(void **)&functions->name = dlsym(library, "mosquitto_" #name)) == NULL) return dlerror();
    HOLDFAST_MOSQUITTO_FUNCTIONS(HOLDFAST_FIND)
#undef HOLDFAST_FIND
    return NULL;
}
