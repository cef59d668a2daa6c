/* Joins the run, and holds the slots in which threads say until when they wait. */
#include "led.h"
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct led_page *led_page;

/* 0: not asked yet, 1: joining, 2: led, 3: not. */
static int state;
static int lead_socket = -1;
/* Which socket that was. */
static ino_t lead_number;
static pthread_key_t thread_end;
/* The thread's slot, its eventfd, and whether it waits already (in a signal handler). */
static __thread int own_slot = -1;
static __thread int own_bell = -1;
static __thread int is_busy;
/* The process to which the tables of this memory belong: the child of a vfork, which writes to the same memory, has its
 * own descriptors. */
static pid_t owner;
/* Descriptors that the program must not close. */
#define MOST_KEPT 65536
static uint64_t kept[MOST_KEPT / 64];

static pid_t this_process(void) { return (pid_t)LED_CALL(SYS_getpid, 0, 0, 0, 0, 0, 0); }
static pid_t this_thread(void) { return (pid_t)LED_CALL(SYS_gettid, 0, 0, 0, 0, 0, 0); }

void *led_next(const char *name)
{
    void *found = NULL;
#if defined(__x86_64__)
    /* Without a version dlsym may find the first implementation of conditions. */
    if (strncmp(name, "pthread_cond_", 13) == 0)
        found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
#endif
    if (!found)
        found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

static void send_record(int32_t slot, int descriptor)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct led_record record = {this_process(), slot};
    struct iovec part = {&record, sizeof record};
    struct msghdr message;
    long result;
    memset(&message, 0, sizeof message);
    memset(&control, 0, sizeof control);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
    }
    do
        result = LED_CALL(SYS_sendmsg, lead_socket, &message, MSG_NOSIGNAL, 0, 0, 0);
    while (result == -EINTR);
}

int led_keep(int descriptor)
{
    int moved = -1;
    for (int lowest = 600; moved < 0 && lowest >= 60; lowest /= 3)
        moved = (int)LED_CALL(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest, 0, 0, 0);
    if (moved < 0)
        moved = descriptor;
    else
        LED_CALL(SYS_close, descriptor, 0, 0, 0, 0, 0);
    if (moved < MOST_KEPT)
        __atomic_fetch_or(&kept[moved / 64], 1ULL << moved % 64, __ATOMIC_SEQ_CST);
    return moved;
}

static int is_kept(unsigned descriptor)
{
    return descriptor < MOST_KEPT && kept[descriptor / 64] >> descriptor % 64 & 1;
}

/* The program's locks and joins learn here that a thread has ended. */
static void on_thread_end(void *unused)
{
    (void)unused;
    if (led_has_waiters())
        led_wake(LED_JOIN, (void *)pthread_self(), INT32_MAX, ~0U);
    if (own_slot >= 0 && led_page->slots[own_slot].tid == this_thread())
        led_free_slot(&led_page->slots[own_slot]);
    own_slot = -1;
    if (own_bell >= 0) {
        __atomic_fetch_and(&kept[own_bell / 64], ~(1ULL << own_bell % 64), __ATOMIC_SEQ_CST);
        LED_CALL(SYS_close, own_bell, 0, 0, 0, 0, 0);
    }
    own_bell = -1;
}

/* On one processor, threads that do not preempt each other when they wake go on in one order, in every run: nothing
 * but the end of a time slice can change it. Threads and children inherit both. */
static void take_turns(void)
{
    cpu_set_t all, one;
    struct sched_param none = {0};
    int number = (int)this_process(), chosen = 0;
    CPU_ZERO(&all);
    if (LED_CALL(SYS_sched_getaffinity, 0, sizeof all, &all, 0, 0, 0) <= 0)
        return;
    /* Programs of other runs take other processors. */
    number %= CPU_COUNT(&all) > 0 ? CPU_COUNT(&all) : 1;
    for (chosen = 0; chosen < CPU_SETSIZE; chosen++)
        if (CPU_ISSET(chosen, &all) && number-- == 0)
            break;
    CPU_ZERO(&one);
    CPU_SET(chosen, &one);
    LED_CALL(SYS_sched_setaffinity, 0, sizeof one, &one, 0, 0, 0);
    LED_CALL(SYS_sched_setscheduler, 0, SCHED_BATCH, &none, 0, 0, 0);
}

static int join_run(const char *path)
{
    struct sockaddr_un address;
    char page_path[sizeof address.sun_path + 8];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path)
        return 0;
    memcpy(page_path, path, length);
    memcpy(page_path + length, ".time", 6);
    int file = (int)LED_CALL(SYS_openat, AT_FDCWD, page_path, O_RDWR | O_CLOEXEC, 0, 0, 0);
    if (file < 0)
        return 0;
    long place = LED_CALL(SYS_mmap, 0, sizeof *led_page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    LED_CALL(SYS_close, file, 0, 0, 0, 0, 0);
    if (place < 0 && place > -4096)
        return 0;
    struct led_page *page = (struct led_page *)place;
    if (page->version != LED_VERSION)
        return 0;
    int socket = (int)LED_CALL(SYS_socket, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, 0, 0, 0);
    if (socket < 0)
        return 0;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path, path, length);
    if (LED_CALL(SYS_connect, socket, &address, sizeof address, 0, 0, 0) < 0) {
        LED_CALL(SYS_close, socket, 0, 0, 0, 0, 0);
        return 0;
    }
    lead_socket = led_keep(socket);
    struct stat status;
    if (LED_CALL(SYS_fstat, lead_socket, &status, 0, 0, 0, 0) == 0)
        lead_number = status.st_ino;
    pthread_key_create(&thread_end, on_thread_end);
    /* What another program had before exec; an alarm goes on (execve(2)). */
    pid_t pid = this_process();
    for (uint32_t index = 0; index < LED_SLOTS && index < page->used; index++)
        if (page->slots[index].pid == pid && page->slots[index].about != LED_ITIMER) {
            if (page->slots[index].object)
                __atomic_fetch_sub(&page->waiters, 1, __ATOMIC_SEQ_CST);
            page->slots[index].object = 0;
            page->slots[index].due = LED_NEVER;
            __atomic_store_n(&page->slots[index].pid, 0, __ATOMIC_SEQ_CST);
        }
    take_turns();
    owner = pid;
    led_page = page;
    send_record(-1, -1);
    return 1;
}

void led_watch_thread(void) { pthread_setspecific(thread_end, led_page); }

int led_on(void)
{
    int now = __atomic_load_n(&state, __ATOMIC_SEQ_CST), unknown = 0;
    if (__builtin_expect(now == 2, 1))
        return 1;
    /* Before the C library has started there is no environment. */
    if (now != 0 || !environ)
        return 0;
    if (!__atomic_compare_exchange_n(&state, &unknown, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return 0;
    const char *path = getenv("BOARDSIM_LEAD");
    int is_led = path && join_run(path);
    __atomic_store_n(&state, is_led ? 2 : 3, __ATOMIC_SEQ_CST);
    return is_led;
}

/* The child of a fork has tables of its own. */
static void on_fork(void) { owner = this_process(); }

__attribute__((constructor)) static void begin(void)
{
    if (led_on())
        pthread_atfork(NULL, NULL, on_fork);
}

int64_t led_after(int64_t span)
{
    int64_t result;
    if (span == LED_NEVER || __builtin_add_overflow(led_now(), span, &result))
        return LED_NEVER;
    return result;
}

/* --- slots */
struct led_slot *led_new_slot(void)
{
    pid_t pid = this_process();
    for (uint32_t index = 0; index < LED_SLOTS; index++) {
        struct led_slot *slot = &led_page->slots[index];
        int32_t nobody = 0;
        if (slot->pid != 0
            || !__atomic_compare_exchange_n(&slot->pid, &nobody, pid, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            continue;
        slot->tid = 0;
        slot->due = LED_NEVER;
        slot->period = 0;
        slot->object = 0;
        slot->about = LED_NOTHING;
        slot->target = 0;
        uint32_t used = __atomic_load_n(&led_page->used, __ATOMIC_SEQ_CST);
        while (used < index + 1
               && !__atomic_compare_exchange_n(
                   &led_page->used, &used, index + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            ;
        return slot;
    }
    static const char text[] = "boardsim: more than 4096 threads and timers wait in virtual time\n";
    LED_CALL(SYS_write, 2, text, sizeof text - 1, 0, 0, 0);
    abort();
}

void led_free_slot(struct led_slot *slot)
{
    slot->due = LED_NEVER;
    slot->tid = 0;
    __atomic_store_n(&slot->pid, 0, __ATOMIC_SEQ_CST);
}

struct led_slot *led_take(enum led_about about, const void *object, uint32_t bits)
{
    struct led_slot *slot;
    pid_t tid = this_thread();
    if (own_slot >= 0 && led_page->slots[own_slot].tid != tid) {
        /* The child of a fork. */
        own_slot = own_bell = -1;
        is_busy = 0;
    }
    if (is_busy) {
        slot = led_new_slot();
        slot->tid = tid;
    } else if (own_slot < 0) {
        slot = led_new_slot();
        slot->tid = tid;
        own_slot = (int)(slot - led_page->slots);
        pthread_setspecific(thread_end, slot);
    } else {
        slot = &led_page->slots[own_slot];
    }
    is_busy++;
    slot->kind = LED_THREAD;
    slot->about = about;
    slot->bits = bits;
    slot->due = LED_NEVER;
    slot->order = __atomic_add_fetch(&led_page->order, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&slot->word, LED_WAITS, __ATOMIC_SEQ_CST);
    if (object) {
        __atomic_store_n(&slot->object, (uint64_t)(uintptr_t)object, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&led_page->waiters, 1, __ATOMIC_SEQ_CST);
    }
    return slot;
}

void led_give(struct led_slot *slot)
{
    slot->due = LED_NEVER;
    if (slot->object) {
        __atomic_store_n(&slot->object, 0, __ATOMIC_SEQ_CST);
        __atomic_fetch_sub(&led_page->waiters, 1, __ATOMIC_SEQ_CST);
    }
    is_busy--;
    if (slot != &led_page->slots[own_slot])
        led_free_slot(slot);
}

void led_set_due(struct led_slot *slot, int64_t due)
{
    slot->order = __atomic_add_fetch(&led_page->order, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&slot->due, due, __ATOMIC_SEQ_CST);
}

void led_ring(void)
{
    __atomic_fetch_add(&led_page->bell, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&led_page->is_waiting, __ATOMIC_SEQ_CST))
        LED_CALL(SYS_futex, &led_page->bell, 1 /* FUTEX_WAKE */, 1, 0, 0, 0);
}

int led_lead(void)
{
    struct stat status;
    long result = LED_CALL(SYS_fstat, lead_socket, &status, 0, 0, 0, 0);
    return result == 0 && S_ISSOCK(status.st_mode) && status.st_ino == lead_number ? lead_socket : -1;
}

void led_look_for_lead(void)
{
    static const char text[] = "boardsim: the run that leads this program's time has ended\n";
    struct timespec none = {0, 0};
    struct pollfd one = {led_lead(), 0, 0};
    if (LED_CALL(SYS_ppoll, &one, 1, &none, NULL, 8, 0) != 1 || !(one.revents & POLLHUP))
        return;
    LED_CALL(SYS_write, 2, text, sizeof text - 1, 0, 0, 0);
    LED_CALL(SYS_exit_group, 1, 0, 0, 0, 0, 0);
}

void led_hold(void)
{
    struct timespec limit = {5, 0};
    while (__atomic_load_n(&led_page->is_held, __ATOMIC_SEQ_CST))
        if (LED_CALL(SYS_futex, &led_page->is_held, 0 /* FUTEX_WAIT */, 1, &limit, 0, 0) == -ETIMEDOUT)
            led_look_for_lead();
}

int led_sleep(struct led_slot *slot, int64_t due)
{
    /* With a time limit the kernel reports signal handlers, as it does for sleeps. Who waits for ever does not run in
     * between: boardsim ends a program that has not run for long, and does wait for ever. */
    struct timespec limit = {due == LED_NEVER ? 315360000 : 5, 0};
    long result = 0;
    uint32_t word;
    led_set_due(slot, due);
    led_ring();
    while ((word = __atomic_load_n(&slot->word, __ATOMIC_SEQ_CST)) == LED_WAITS && result != -EINTR) {
        result = LED_CALL(SYS_futex, &slot->word, 0 /* FUTEX_WAIT */, LED_WAITS, &limit, 0, 0);
        if (result == -ETIMEDOUT)
            led_look_for_lead();
    }
    slot->due = LED_NEVER;
    return word == LED_WAITS ? -EINTR : (int)word;
}

int led_wake(enum led_about about, const void *object, int most, uint32_t bits)
{
    pid_t pid = this_process();
    int woken = 0;
    uint32_t used = __atomic_load_n(&led_page->used, __ATOMIC_SEQ_CST);
    /* Where a semaphore lies in another process is not known here; its threads look again. */
    int is_shared = about == LED_SEMAPHORE || about == LED_FUTEX || led_page->is_shared;
    while (woken < most) {
        struct led_slot *first = NULL;
        for (uint32_t index = 0; index < used && index < LED_SLOTS; index++) {
            struct led_slot *slot = &led_page->slots[index];
            if (slot->object == 0 || slot->about != (uint32_t)about || slot->word != LED_WAITS)
                continue;
            if (slot->pid != pid) {
                uint32_t waits = LED_WAITS;
                if (is_shared
                    && __atomic_compare_exchange_n(
                        &slot->word, &waits, LED_WOKEN, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
                    LED_CALL(SYS_futex, &slot->word, 1, 1, 0, 0, 0);
                continue;
            }
            if (slot->object == (uint64_t)(uintptr_t)object && slot->bits & bits
                && (!first || slot->order < first->order))
                first = slot;
        }
        if (!first)
            break;
        uint32_t waits = LED_WAITS;
        if (__atomic_compare_exchange_n(&first->word, &waits, LED_WOKEN, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            LED_CALL(SYS_futex, &first->word, 1, 1, 0, 0, 0);
            woken++;
        }
    }
    return woken;
}

void led_send(const struct led_slot *slot, int descriptor)
{
    send_record((int32_t)(slot - led_page->slots), descriptor);
}

int led_bell(struct led_slot *slot)
{
    int is_own = slot == &led_page->slots[own_slot];
    if (is_own && own_bell >= 0)
        return own_bell;
    int bell = led_keep((int)LED_CALL(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK, 0, 0, 0, 0));
    led_send(slot, bell);
    if (is_own)
        own_bell = bell;
    return bell;
}

/* --- closing */
static int is_owner(void) { return led_page && owner == this_process(); }

LED_EXPORT int close(int descriptor)
{
    LED_REAL(close);
    if (is_kept((unsigned)descriptor)) {
        errno = EBADF;
        return -1;
    }
    if (is_owner()) {
        led_timer_closes(descriptor);
        led_socket_closes(descriptor);
    }
    return real(descriptor);
}

LED_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    if (!led_page)
        return (int)led_result(LED_CALL(SYS_close_range, first, last, flags, 0, 0, 0));
    int forgets = flags == 0 && is_owner();
    for (unsigned at = first; at <= last;) {
        unsigned end = at;
        if (end >= MOST_KEPT) {
            end = last;
        } else {
            while (end < last && end + 1 < MOST_KEPT && !is_kept(end + 1))
                end++;
            if (end + 1 == MOST_KEPT)
                end = last;
        }
        if (!is_kept(at)) {
            for (unsigned one = at; one <= end && one < 1024 && forgets; one++) {
                led_timer_closes((int)one);
                led_socket_closes((int)one);
            }
            long result = LED_CALL(SYS_close_range, at, end, flags, 0, 0, 0);
            if (result < 0)
                return (int)led_result(result);
        } else {
            end = at;
        }
        if (end == UINT32_MAX)
            break;
        at = end + 1;
    }
    return 0;
}

LED_EXPORT void closefrom(int lowest) { close_range(lowest < 0 ? 0 : (unsigned)lowest, UINT32_MAX, 0); }
