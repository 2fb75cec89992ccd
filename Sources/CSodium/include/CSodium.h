#ifndef HOLDFAST_CSODIUM_H
#define HOLDFAST_CSODIUM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What Swift cannot say for secrets: a choice that no compiler turns into a branch, and a file's access control list. */

/*
 * The index of the first of `count` results that is 0, or -1 where none is. Neither a branch nor an address depends on
 * the results.
 */
int32_t holdfast_first_zero(const int32_t *results, size_t count);

enum holdfast_acl {
    HOLDFAST_ACL_NONE,    /* the mode says all */
    HOLDFAST_ACL_PRIVATE, /* for nobody but the owner, root and the user */
    HOLDFAST_ACL_SHARED,  /* for others too, or it cannot be read */
};

/*
 * Whom the access control list of an open file lets in. With one, the group's bits of the mode are its mask
 * (acl(5)): systemd gives a credential to a service's user by it, and the mode is 0440 though no group may read.
 */
enum holdfast_acl holdfast_file_acl(int descriptor, uid_t user);

/*
 * Whom the access control list of what lies at `path` lets write, a folder as well, which need not be readable. An entry
 * counts without the mask: to be asked where the mask, the group's bits of the mode, has the permission to write.
 */
enum holdfast_acl holdfast_path_writers(const char *path, uid_t user);

#endif
