// The types of this program that conform to a protocol, without their names in the source. Apple's tools find them when they
// build an app.
#pragma once

// Calls `found` with the metadata of each type that the program declares to conform to a protocol of this name. Generic
// types, and protocols with a longer path than one module, are left out. A type may come more than once.
void holdfast_conforming_types(
    const char *protocol, void (*found)(const void *metadata, void *context), void *context);
