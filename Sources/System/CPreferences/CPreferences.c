#include "CPreferences.h"

// Functions of Foundation, if the program has it (CFApplicationPreferences.c and CFPreferences.c of
// swift-corelibs-foundation). Each is safe beside other threads that use `UserDefaults`. CFPreferencesFlushCaches, which
// frees what these threads read, is not.
typedef const void *Reference;
extern unsigned char CFPreferencesAppSynchronize(Reference application) __attribute__((weak));
extern Reference CFPreferencesCopyApplicationList(Reference user, Reference host) __attribute__((weak));
extern long CFArrayGetCount(Reference array) __attribute__((weak));
extern Reference CFArrayGetValueAtIndex(Reference array, long index) __attribute__((weak));
extern void CFRelease(Reference object) __attribute__((weak));
extern const Reference kCFPreferencesAnyApplication __attribute__((weak));
extern const Reference kCFPreferencesCurrentApplication __attribute__((weak));
extern const Reference kCFPreferencesCurrentUser __attribute__((weak));
extern const Reference kCFPreferencesAnyHost __attribute__((weak));

void holdfast_write_preferences(void) {
    // The call writes the changed preferences of all applications, whichever it names.
    if (CFPreferencesAppSynchronize) CFPreferencesAppSynchronize(kCFPreferencesAnyApplication);
}

void holdfast_read_preferences(void) {
    if (!CFPreferencesAppSynchronize || !CFPreferencesCopyApplicationList) return;
    CFPreferencesAppSynchronize(kCFPreferencesCurrentApplication);
    Reference names = CFPreferencesCopyApplicationList(kCFPreferencesCurrentUser, kCFPreferencesAnyHost);
    if (!names) return;
    // The call also forgets the values that it has read for the application that it names.
    for (long index = 0; index < CFArrayGetCount(names); index++) {
        CFPreferencesAppSynchronize(CFArrayGetValueAtIndex(names, index));
    }
    CFRelease(names);
}
