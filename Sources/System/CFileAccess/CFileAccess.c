#include "CFileAccess.h"

#include <endian.h>
#include <errno.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <stdint.h>
#include <sys/xattr.h>

struct acl {
    struct posix_acl_xattr_header header;
    struct posix_acl_xattr_entry entries[32];
};

static const char acl_name[] = "system.posix_acl_access";

/* Which users a list of `size` bytes gives any of `permissions`; a negative size means that the call failed. */
static enum holdfast_acl review(const struct acl *list, ssize_t size, uid_t user, unsigned permissions)
{
    if (size < 0) {
        return errno == ENODATA || errno == ENOTSUP ? HOLDFAST_ACL_NONE : HOLDFAST_ACL_SHARED;
    }
    if ((size_t)size < sizeof list->header || le32toh(list->header.a_version) != POSIX_ACL_XATTR_VERSION) {
        return HOLDFAST_ACL_SHARED;
    }
    size_t count = ((size_t)size - sizeof list->header) / sizeof list->entries[0];
    for (size_t i = 0; i < count; i++) {
        const struct posix_acl_xattr_entry *entry = &list->entries[i];
        uid_t named = le32toh(entry->e_id);
        if ((le16toh(entry->e_perm) & permissions) == 0) {
            continue;
        }
        switch (le16toh(entry->e_tag)) {
        case ACL_USER_OBJ:
        case ACL_MASK:
            break;
        case ACL_USER:
            if (named != 0 && named != user) {
                return HOLDFAST_ACL_SHARED;
            }
            break;
        default:
            return HOLDFAST_ACL_SHARED;
        }
    }
    return HOLDFAST_ACL_PRIVATE;
}

enum holdfast_acl holdfast_file_acl(int descriptor, uid_t user)
{
    struct acl list;
    ssize_t size = fgetxattr(descriptor, acl_name, &list, sizeof list);
    return review(&list, size, user, ACL_READ | ACL_WRITE | ACL_EXECUTE);
}

enum holdfast_acl holdfast_path_writers(const char *path, uid_t user)
{
    struct acl list;
    ssize_t size = lgetxattr(path, acl_name, &list, sizeof list);
    return review(&list, size, user, ACL_WRITE);
}
