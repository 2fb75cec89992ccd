#ifndef HOLDFAST_TEST_WIDTH_H
#define HOLDFAST_TEST_WIDTH_H

// The target has no functions. Linked into the test bundle, it limits how many tests run at once.

#endif
