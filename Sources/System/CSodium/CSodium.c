#include "CSodium.h"

int32_t holdfast_first_zero(const int32_t *results, size_t count)
{
    uint32_t found = UINT32_MAX;
    for (size_t i = count; i-- > 0;) {
        uint32_t result = (uint32_t)results[i];
        /* All ones where the result is 0. */
        uint32_t mask = ((result | (0U - result)) >> 31) - 1U;
        /* Hides from the compiler that the mask is all ones or all zeroes. */
        __asm__ volatile("" : "+r"(mask));
        found = (found & ~mask) | ((uint32_t)i & mask);
    }
    return (int32_t)found;
}
