#include "CSQLite.h"

int holdfast_sqlite_configure(void)
{
    /* By default each connection allocates and touches 20 pages at once; a panel's database has fewer. */
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
}

int holdfast_sqlite_harden(struct sqlite3 *connection)
{
    static const struct {
        int option;
        int value;
    } switches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
    };
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        int code = sqlite3_db_config(connection, switches[i].option, switches[i].value, NULL);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_LOOKASIDE, NULL, 0, 0);
}

int holdfast_sqlite_keep_log_at_close(struct sqlite3 *connection, bool keep)
{
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, NULL);
}

int holdfast_sqlite_bind_text(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count)
{
    return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int holdfast_sqlite_bind_blob(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count)
{
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
