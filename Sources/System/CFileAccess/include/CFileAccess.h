#ifndef HOLDFAST_CFILEACCESS_H
#define HOLDFAST_CFILEACCESS_H

#include <sys/types.h>

/* The access control lists of files (acl(5)), read in the kernel's format (linux/posix_acl_xattr.h). */

enum holdfast_acl {
    HOLDFAST_ACL_NONE,    /* the mode says all */
    HOLDFAST_ACL_PRIVATE, /* for nobody but the owner, root and the user */
    HOLDFAST_ACL_SHARED,  /* for others too, or it cannot be read */
};

/*
 * Which users the access control list of an open file gives any access. With a list, the group's bits of the mode are
 * the list's mask (acl(5)). systemd gives a credential to a service's user by a list, so that the mode is 0440 although
 * no group may read.
 */
enum holdfast_acl holdfast_file_acl(int descriptor, uid_t user);

/*
 * Which users the access control list of the file or folder at `path` gives write access; the file need not be readable.
 * The mask is not applied: call this only where the mask, the group's bits of the mode, permits writing.
 */
enum holdfast_acl holdfast_path_writers(const char *path, uid_t user);

#endif
