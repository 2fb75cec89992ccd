#ifndef HOLDFAST_CFILEACCESS_H
#define HOLDFAST_CFILEACCESS_H

#include <sys/types.h>

/* The access control lists of files (acl(5)), read as the kernel gives them (linux/posix_acl_xattr.h). */

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
