/* System calls and parsing that Swift cannot do by itself: variable arguments, control messages,
 * atomic access to the shared page. */
#ifndef BOARDSIM_LED_WATCH_H
#define BOARDSIM_LED_WATCH_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "wire.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* From linux/futex.h, which Swift's importer does not always have. */
#define LED_FUTEX_WAIT 0
#define LED_FUTEX_WAKE 1

/* Makes the page's file; NULL if that is not possible. */
static inline struct led_page *led_page_make(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct led_page *page;
    if (file < 0)
        return NULL;
    if (ftruncate(file, sizeof *page) != 0) {
        close(file);
        return NULL;
    }
    page = (struct led_page *)mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED)
        return NULL;
    page->version = LED_VERSION;
    return page;
}

static inline void led_page_drop(struct led_page *page) { munmap(page, sizeof *page); }

static inline void led_page_set_now(struct led_page *page, int64_t now)
{
    __atomic_store_n(&page->now, now, __ATOMIC_SEQ_CST);
}

/* Threads that wait for descriptors do not go on before they are let go. */
static inline void led_page_set_held(struct led_page *page, uint32_t is_held)
{
    __atomic_store_n(&page->is_held, is_held, __ATOMIC_SEQ_CST);
    if (!is_held)
        syscall(SYS_futex, &page->is_held, LED_FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

static inline struct led_slot *led_page_slot(struct led_page *page, uint32_t index)
{
    return &page->slots[index];
}

/* How many slots there are to look at. */
static inline uint32_t led_page_used(struct led_page *page)
{
    uint32_t used = __atomic_load_n(&page->used, __ATOMIC_SEQ_CST);
    return used < LED_SLOTS ? used : LED_SLOTS;
}

/* Whether a thread was about to wait after `seen`, which is brought up to date. Sleeps no longer than
 * so many nanoseconds. */
static inline void led_page_await(struct led_page *page, uint32_t *seen, long nanoseconds)
{
    struct timespec time = {0, nanoseconds};
    __atomic_store_n(&page->is_waiting, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &page->bell, LED_FUTEX_WAIT, *seen, &time, NULL, 0);
    __atomic_store_n(&page->is_waiting, 0, __ATOMIC_SEQ_CST);
    *seen = __atomic_load_n(&page->bell, __ATOMIC_SEQ_CST);
}

/* Wakes the thread that sleeps on a slot; false if something else has woken it. */
static inline int led_slot_wake(struct led_slot *slot)
{
    uint32_t waits = LED_WAITS;
    slot->due = LED_NEVER;
    if (!__atomic_compare_exchange_n(&slot->word, &waits, LED_EXPIRED, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return 0;
    syscall(SYS_futex, &slot->word, LED_FUTEX_WAKE, 1, NULL, NULL, 0);
    return 1;
}

/* Frees the slot of a thread or process that is gone. */
static inline void led_slot_free(struct led_page *page, struct led_slot *slot)
{
    if (slot->object != 0)
        __atomic_fetch_sub(&page->waiters, 1, __ATOMIC_SEQ_CST);
    slot->object = 0;
    slot->due = LED_NEVER;
    slot->tid = 0;
    __atomic_store_n(&slot->pid, 0, __ATOMIC_SEQ_CST);
}

/* Sends a slot's signal, as that of a timer (a sender other than the process may not say SI_TIMER on
 * every kernel, so SI_QUEUE is the second try). */
static inline void led_slot_signal(struct led_slot *slot)
{
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = slot->signal;
    info.si_code = SI_TIMER;
    info.si_value.sival_ptr = (void *)(uintptr_t)slot->value;
    for (int attempt = 0; attempt < 2; attempt++) {
        long status = slot->target != 0
            ? syscall(SYS_rt_tgsigqueueinfo, slot->pid, slot->target, slot->signal, &info)
            : syscall(SYS_rt_sigqueueinfo, slot->pid, slot->signal, &info);
        if (status == 0 || errno != EPERM)
            return;
        info.si_code = SI_QUEUE;
    }
}

/* Receives one record; 0: there is none, -1: the other side has closed. `passed` is the descriptor
 * that came with it, or -1. */
static inline int led_receive(int socket, struct led_record *record, int *passed)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {record, sizeof *record};
    struct msghdr message;
    ssize_t size;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    *passed = -1;
    size = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(passed, CMSG_DATA(header), sizeof *passed);
    return size == sizeof *record ? 1 : -1;
}

/* A listening socket at a path that fits; -1 and errno. */
static inline int led_listen(const char *path)
{
    struct sockaddr_un address;
    int result;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    result = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (result < 0)
        return -1;
    fchmod(result, 0600);
    if (bind(result, (struct sockaddr *)&address, sizeof address) != 0 || listen(result, SOMAXCONN) != 0) {
        close(result);
        return -1;
    }
    return result;
}

/* The next program that connects; -1: none. */
static inline int led_accept(int listener)
{
    int result = accept(listener, NULL, NULL);
    if (result >= 0)
        fcntl(result, F_SETFD, FD_CLOEXEC);
    return result;
}

/* What the kernel says of a thread. */
struct led_look {
    char state;      /* of proc(5): R, S, D, Z, X, T, t */
    int32_t parent;
    int32_t threads; /* of its process */
    uint64_t runs;   /* how often it has been given a processor */
};

/* Reads the state of a thread from its `stat`; false if it is gone. */
static inline int led_look_stat(int stat, struct led_look *look)
{
    char text[1024];
    ssize_t size = pread(stat, text, sizeof text - 1, 0);
    char *at, *end;
    if (size <= 0)
        return 0;
    text[size] = 0;
    at = strrchr(text, ')');
    if (at == NULL || at[1] == 0)
        return 0;
    look->state = at[2];
    at += 3;
    for (int field = 4; field <= 20; field++) {
        long value = strtol(at, &end, 10);
        if (end == at)
            return 0;
        if (field == 4)
            look->parent = (int32_t)value;
        if (field == 20)
            look->threads = (int32_t)value;
        at = end;
    }
    return 1;
}

/* Reads how often a thread was given a processor from its `schedstat`: the third number. */
static inline int led_look_runs(int schedstat, struct led_look *look)
{
    char text[128], *at, *end;
    ssize_t size = pread(schedstat, text, sizeof text - 1, 0);
    if (size <= 0)
        return 0;
    text[size] = 0;
    at = text;
    for (int field = 0; field < 3; field++) {
        look->runs = strtoull(at, &end, 10);
        if (end == at)
            return 0;
        at = end;
    }
    return 1;
}

/* Whether a thread is off its processor and in no queue for one: only then `wchan` has a place in the
 * kernel (get_wchan). A thread says that it sleeps a little before it does, and may be interrupted
 * there. */
static inline int led_look_is_waiting(int wchan)
{
    char text[2];
    return pread(wchan, text, sizeof text, 0) > 0 && text[0] != '0';
}

#endif
