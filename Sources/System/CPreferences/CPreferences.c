#include "CPreferences.h"

// Foundation's, if the program has it (CFPreferences.c of swift-corelibs-foundation). It writes the changed domains, and
// lets go of all.
extern void CFPreferencesFlushCaches(void) __attribute__((weak));

void holdfast_write_preferences(void) {
    if (CFPreferencesFlushCaches) CFPreferencesFlushCaches();
}
