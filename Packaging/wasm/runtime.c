// What Swift and the C library call and a module without imports has to have.
#include <stddef.h>

// Swift seeds its hashes with it. A module has no randomness: the core takes no order from a dictionary.
void arc4random_buf(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = (unsigned char)(i * 37 + 11);
}

int putchar(int byte) { return byte; }

unsigned long __stack_chk_guard = 0x5EED;
void __stack_chk_fail(void) { __builtin_trap(); }

double strtod(const char *, char **);
float strtof(const char *, char **);

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end == text ? NULL : end;
}

const char *_swift_stdlib_strtof_clocale(const char *text, float *value) {
    char *end;
    *value = strtof(text, &end);
    return end == text ? NULL : end;
}

// What the C library calls for its files: none is open.
enum { notOpen = 8 };
int __imported_wasi_snapshot_preview1_fd_close(int file) { return notOpen; }
int __imported_wasi_snapshot_preview1_fd_seek(int file, long long by, int from, int place) { return notOpen; }
int __imported_wasi_snapshot_preview1_fd_write(int file, int vectors, int count, int written) { return notOpen; }
