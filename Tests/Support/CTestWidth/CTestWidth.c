#include "CTestWidth.h"

#include <stdlib.h>

// All tests of the bundle share one process, and most of them share its event loop. If Swift Testing starts all 1,600 at
// once, each test waits for the others beyond its limits of time. Eight at once keep two processors busy, although most of them wait.
// Swift Testing reads the variable after the constructors (Swift 6.3 and later).
__attribute__((constructor)) static void limit_width(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
