#include <sqlite3.h>

/* SQLITE_TRANSIENT, by which SQLite copies the text, is a cast that Swift does not import. */
static inline int bind_text_copy(sqlite3_stmt *statement, int place, const char *text, int length) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

static inline int bind_blob_copy(sqlite3_stmt *statement, int place, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, place, bytes, length, SQLITE_TRANSIENT);
}
