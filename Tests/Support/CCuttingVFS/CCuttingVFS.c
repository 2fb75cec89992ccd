#include "CCuttingVFS.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { sector_size = 512, file_count = 8, name_size = 128 };

struct content {
    uint8_t *bytes;
    int64_t size;
    int64_t capacity;
    bool exists;
};

/* An operation that is not synced. */
struct operation {
    enum { op_write, op_truncate, op_remove } kind;
    int64_t offset;
    int64_t count;
    uint8_t *bytes;
    struct operation *next;
};

struct file {
    char name[name_size];
    /* The contents that programs see, and the contents that survive every cut. */
    struct content now;
    struct content synced;
    struct operation *first;
    struct operation *last;
};

struct cutting_disk {
    sqlite3_vfs vfs;
    char name[name_size];
    struct file files[file_count];
    uint64_t boundaries;
    uint64_t cut_at;
    uint64_t random;
    bool is_cut;
    bool is_full;
};

struct handle {
    sqlite3_file base;
    struct cutting_disk *disk;
    struct file *file;
};

/* Content */

static bool resize(struct content *content, int64_t size)
{
    if (size > content->capacity) {
        int64_t capacity = size > 2 * content->capacity ? size : 2 * content->capacity;
        uint8_t *bytes = realloc(content->bytes, (size_t)capacity);
        if (bytes == NULL) {
            return false;
        }
        content->bytes = bytes;
        content->capacity = capacity;
    }
    if (size > content->size) {
        memset(content->bytes + content->size, 0, (size_t)(size - content->size));
    }
    content->size = size;
    return true;
}

static bool put(struct content *content, const uint8_t *bytes, int64_t count, int64_t offset)
{
    if (offset + count > content->size && !resize(content, offset + count)) {
        return false;
    }
    memcpy(content->bytes + offset, bytes, (size_t)count);
    content->exists = true;
    return true;
}

static bool copy(struct content *to, const struct content *from)
{
    if (!resize(to, from->size)) {
        return false;
    }
    if (from->size > 0) {
        memcpy(to->bytes, from->bytes, (size_t)from->size);
    }
    to->exists = from->exists;
    return true;
}

static void forget(struct content *content)
{
    content->size = 0;
    content->exists = false;
}

/* Operations that wait for a sync */

static void drop_operations(struct file *file)
{
    while (file->first != NULL) {
        struct operation *next = file->first->next;
        free(file->first->bytes);
        free(file->first);
        file->first = next;
    }
    file->last = NULL;
}

static bool note(struct file *file, struct operation operation, const uint8_t *bytes)
{
    struct operation *noted = malloc(sizeof *noted);
    if (noted == NULL) {
        return false;
    }
    *noted = operation;
    noted->next = NULL;
    noted->bytes = NULL;
    if (bytes != NULL) {
        noted->bytes = malloc((size_t)operation.count);
        if (noted->bytes == NULL) {
            free(noted);
            return false;
        }
        memcpy(noted->bytes, bytes, (size_t)operation.count);
    }
    if (file->last != NULL) {
        file->last->next = noted;
    } else {
        file->first = noted;
    }
    file->last = noted;
    return true;
}

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next_random(struct cutting_disk *disk)
{
    disk->random += 0x9E3779B97F4A7C15;
    uint64_t word = disk->random;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
    return word ^ (word >> 31);
}

/* Puts each sector of a write on the disk entirely, not at all, or up to some byte. */
static void tear(struct cutting_disk *disk, struct file *file, const struct operation *write)
{
    int64_t end = write->offset + write->count;
    for (int64_t at = write->offset; at < end;) {
        int64_t next = (at / sector_size + 1) * sector_size;
        int64_t count = (next < end ? next : end) - at;
        uint64_t random = next_random(disk);
        if (random % 8 == 0) {
            count = (int64_t)(random / 8 % (uint64_t)count);
        } else if (random % 2 == 0) {
            count = 0;
        }
        if (count > 0) {
            put(&file->synced, write->bytes + (at - write->offset), count, at);
        }
        at = next;
    }
}

static void lose(struct cutting_disk *disk, struct file *file)
{
    /* On real disks all or none of a file's writes often survive, which chance per sector would rarely produce. */
    uint64_t mode = next_random(disk) % 4;
    for (const struct operation *operation = file->first; operation != NULL; operation = operation->next) {
        bool is_kept = mode == 0 || (mode != 1 && next_random(disk) % 2 == 0);
        if (operation->kind == op_write && mode >= 2) {
            tear(disk, file, operation);
        } else if (!is_kept) {
            continue;
        } else if (operation->kind == op_write) {
            put(&file->synced, operation->bytes, operation->count, operation->offset);
        } else if (operation->kind == op_truncate) {
            resize(&file->synced, operation->offset);
        } else {
            forget(&file->synced);
        }
    }
    drop_operations(file);
    copy(&file->now, &file->synced);
}

/* The disk */

static struct file *find(const struct cutting_disk *disk, const char *name)
{
    for (int i = 0; i < file_count; i++) {
        if (strcmp(disk->files[i].name, name) == 0) {
            return (struct file *)&disk->files[i];
        }
    }
    return NULL;
}

static struct file *find_or_make(struct cutting_disk *disk, const char *name)
{
    struct file *file = find(disk, name);
    if (file == NULL && (file = find(disk, "")) != NULL) {
        if (strlen(name) >= name_size) {
            return NULL;
        }
        strcpy(file->name, name);
    }
    if (file != NULL) {
        file->now.exists = true;
    }
    return file;
}

static bool passes(struct cutting_disk *disk)
{
    if (!disk->is_cut && disk->boundaries >= disk->cut_at) {
        disk->is_cut = true;
    }
    if (disk->is_cut) {
        return false;
    }
    disk->boundaries++;
    return true;
}

static int write_file(struct cutting_disk *disk, struct file *file, const void *bytes, int64_t count, int64_t offset)
{
    if (!passes(disk)) {
        return SQLITE_IOERR_WRITE;
    }
    if (disk->is_full) {
        return SQLITE_FULL;
    }
    struct operation operation = {.kind = op_write, .offset = offset, .count = count};
    if (!put(&file->now, bytes, count, offset) || !note(file, operation, bytes)) {
        return SQLITE_IOERR_NOMEM;
    }
    return SQLITE_OK;
}

static int sync_file(struct cutting_disk *disk, struct file *file)
{
    if (!passes(disk)) {
        return SQLITE_IOERR_FSYNC;
    }
    drop_operations(file);
    return copy(&file->synced, &file->now) ? SQLITE_OK : SQLITE_IOERR_NOMEM;
}

/* SQLite's files */

static int file_close(sqlite3_file *base)
{
    base->pMethods = NULL;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset)
{
    struct handle *handle = (struct handle *)base;
    if (handle->disk->is_cut) {
        return SQLITE_IOERR_READ;
    }
    int64_t there = handle->file->now.size - offset;
    if (there >= count) {
        memcpy(bytes, handle->file->now.bytes + offset, (size_t)count);
        return SQLITE_OK;
    }
    memset(bytes, 0, (size_t)count);
    if (there > 0) {
        memcpy(bytes, handle->file->now.bytes + offset, (size_t)there);
    }
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset)
{
    struct handle *handle = (struct handle *)base;
    return write_file(handle->disk, handle->file, bytes, count, offset);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct handle *handle = (struct handle *)base;
    if (!passes(handle->disk)) {
        return SQLITE_IOERR_TRUNCATE;
    }
    struct operation operation = {.kind = op_truncate, .offset = size};
    bool is_done = note(handle->file, operation, NULL) && resize(&handle->file->now, size);
    return is_done ? SQLITE_OK : SQLITE_IOERR_NOMEM;
}

static int file_sync(sqlite3_file *base, int flags)
{
    (void)flags;
    struct handle *handle = (struct handle *)base;
    return sync_file(handle->disk, handle->file);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    struct handle *handle = (struct handle *)base;
    *size = handle->file->now.size;
    return handle->disk->is_cut ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int level)
{
    (void)level;
    return ((struct handle *)base)->disk->is_cut ? SQLITE_IOERR_LOCK : SQLITE_OK;
}

static int file_check_lock(sqlite3_file *base, int *is_reserved)
{
    (void)base;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument)
{
    (void)base;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base)
{
    (void)base;
    return sector_size;
}

static int file_characteristics(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

/* SQLite's file system */

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *opened_flags)
{
    struct cutting_disk *disk = vfs->pAppData;
    struct handle *handle = (struct handle *)base;
    base->pMethods = NULL;
    struct file *file = name == NULL ? NULL : find(disk, name);
    bool exists = file != NULL && file->now.exists;
    if (disk->is_cut || name == NULL || (!exists && !(flags & SQLITE_OPEN_CREATE))) {
        return SQLITE_CANTOPEN;
    }
    handle->disk = disk;
    handle->file = find_or_make(disk, name);
    if (handle->file == NULL) {
        return SQLITE_CANTOPEN;
    }
    base->pMethods = &methods;
    if (opened_flags != NULL) {
        *opened_flags = flags;
    }
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int syncs_folder)
{
    struct cutting_disk *disk = vfs->pAppData;
    struct file *file = find(disk, name);
    if (!passes(disk)) {
        return SQLITE_IOERR_DELETE;
    }
    if (file == NULL || !file->now.exists) {
        return SQLITE_IOERR_DELETE_NOENT;
    }
    forget(&file->now);
    struct operation operation = {.kind = op_remove};
    if (!note(file, operation, NULL)) {
        return SQLITE_IOERR_NOMEM;
    }
    if (syncs_folder) {
        drop_operations(file);
        forget(&file->synced);
    }
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
    struct cutting_disk *disk = vfs->pAppData;
    struct file *file = find(disk, name);
    bool exists = file != NULL && file->now.exists;
    /* As in the VFS for POSIX: an empty file counts as missing, so that an empty journal is no journal. */
    *answer = exists && (flags != SQLITE_ACCESS_EXISTS || file->now.size > 0);
    return disk->is_cut ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    if (strlen(name) >= (size_t)size) {
        return SQLITE_CANTOPEN;
    }
    strcpy(path, name);
    return SQLITE_OK;
}

static int disk_randomness(sqlite3_vfs *vfs, int count, char *bytes)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = (char)next_random(vfs->pAppData);
    }
    return count;
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int disk_time(sqlite3_vfs *vfs, double *days)
{
    (void)vfs;
    *days = 2460310.5;
    return SQLITE_OK;
}

struct cutting_disk *cutting_disk_create(const char *name)
{
    struct cutting_disk *disk = calloc(1, sizeof *disk);
    if (disk == NULL || strlen(name) >= name_size) {
        free(disk);
        return NULL;
    }
    strcpy(disk->name, name);
    disk->cut_at = UINT64_MAX;
    disk->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(struct handle),
        .mxPathname = name_size - 1,
        .zName = disk->name,
        .pAppData = disk,
        .xOpen = disk_open,
        .xDelete = disk_delete,
        .xAccess = disk_access,
        .xFullPathname = disk_full_path,
        .xRandomness = disk_randomness,
        .xSleep = disk_sleep,
        .xCurrentTime = disk_time,
    };
    if (sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) {
        free(disk);
        return NULL;
    }
    return disk;
}

void cutting_disk_destroy(struct cutting_disk *disk)
{
    sqlite3_vfs_unregister(&disk->vfs);
    for (int i = 0; i < file_count; i++) {
        drop_operations(&disk->files[i]);
        free(disk->files[i].now.bytes);
        free(disk->files[i].synced.bytes);
    }
    free(disk);
}

void cutting_disk_cut_after(struct cutting_disk *disk, uint64_t count)
{
    disk->cut_at = count == UINT64_MAX ? UINT64_MAX : disk->boundaries + count;
}

bool cutting_disk_is_cut(const struct cutting_disk *disk)
{
    return disk->is_cut;
}

uint64_t cutting_disk_boundaries(const struct cutting_disk *disk)
{
    return disk->boundaries;
}

void cutting_disk_restart(struct cutting_disk *disk, uint64_t seed)
{
    disk->random = seed;
    for (int i = 0; i < file_count; i++) {
        lose(disk, &disk->files[i]);
    }
    disk->is_cut = false;
    disk->cut_at = UINT64_MAX;
}

void cutting_disk_set_full(struct cutting_disk *disk, bool is_full)
{
    disk->is_full = is_full;
}

int64_t cutting_disk_size(const struct cutting_disk *disk, const char *name)
{
    const struct file *file = find(disk, name);
    return file == NULL || !file->now.exists ? -1 : file->now.size;
}

size_t cutting_disk_read(const struct cutting_disk *disk, const char *name, uint8_t *bytes, size_t count)
{
    const struct file *file = find(disk, name);
    size_t there = file == NULL ? 0 : (size_t)file->now.size;
    if (there < count) {
        count = there;
    }
    if (count > 0) {
        memcpy(bytes, file->now.bytes, count);
    }
    return count;
}

int cutting_disk_write(
    struct cutting_disk *disk, const char *name, const uint8_t *bytes, size_t count, int64_t offset)
{
    struct file *file = disk->is_cut ? NULL : find_or_make(disk, name);
    if (file == NULL) {
        return EIO;
    }
    switch (write_file(disk, file, bytes, (int64_t)count, offset)) {
    case SQLITE_OK: return 0;
    case SQLITE_FULL: return ENOSPC;
    default: return EIO;
    }
}

int cutting_disk_sync(struct cutting_disk *disk, const char *name)
{
    struct file *file = find(disk, name);
    return file != NULL && sync_file(disk, file) == SQLITE_OK ? 0 : EIO;
}

int cutting_disk_make(struct cutting_disk *disk, const char *name)
{
    struct file *file = find_or_make(disk, name);
    return file != NULL && sync_file(disk, file) == SQLITE_OK ? 0 : EIO;
}
