#ifndef HOLDFAST_CSODIUM_H
#define HOLDFAST_CSODIUM_H

#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

/* libsodium, and a selection among secrets that no compiler turns into a branch. */

/*
 * The index of the first of `count` results that is 0, or -1 where none is. Neither a branch nor an address depends on
 * the results.
 */
int32_t holdfast_first_zero(const int32_t *results, size_t count);

#endif
