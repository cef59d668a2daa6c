/* What the files of the preloaded library share. Everything here is hidden: only the C library's own
 * names are exported. */
#ifndef BOARDSIM_LED_H
#define BOARDSIM_LED_H

#define _GNU_SOURCE
#include "../Linux/CLedTime/wire.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

#define LED_EXPORT __attribute__((visibility("default")))
#define LED_SECOND 1000000000LL

/* The page; valid once led_on() has said yes. */
extern struct led_page *led_page;

/* Whether this process is led. The first call joins. */
int led_on(void);
/* Virtual nanoseconds. */
static inline int64_t led_now(void) { return __atomic_load_n(&led_page->now, __ATOMIC_SEQ_CST); }

/* --- system calls without the C library: the result, or the negative error number */
static inline long led_call(long number, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
#else
#error "x86-64 and arm64 only"
#endif
}
#define LED_CALL(number, a, b, c, d, e, f)                                                             \
    led_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* As the C library returns it: -1 and errno. */
static inline long led_result(long result)
{
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

/* The C library's own function behind one of ours. */
#define LED_REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                     \
    if (!real)                                                                                         \
        real = (__typeof__(&name))led_next(#name)
void *led_next(const char *name);

/* --- deadlines */
/* This long from now, or for ever. Negative spans have passed. */
int64_t led_after(int64_t span);
static inline int64_t led_span(const struct timespec *time)
{
    if (time->tv_sec > INT64_MAX / LED_SECOND - 1)
        return LED_NEVER;
    return time->tv_sec * LED_SECOND + time->tv_nsec;
}
static inline int led_is_time(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < LED_SECOND && time->tv_sec >= 0;
}
/* A time on the clock of the day, or on that since the start. Which one it is shows its value, for
 * they are decades apart: so no lock has to remember its clock. */
int64_t led_absolute(const struct timespec *time);
/* What a clock says; -1 for clocks that stay real. */
int led_is_virtual(clockid_t clock);
int64_t led_offset(clockid_t clock);
static inline struct timespec led_timespec(int64_t time)
{
    struct timespec result = {time / LED_SECOND, time % LED_SECOND};
    return result;
}

/* --- slots */
/* What `object` is. */
enum led_about { LED_NOTHING, LED_CONDITION, LED_MUTEX, LED_RWLOCK, LED_SEMAPHORE, LED_FUTEX, LED_JOIN, LED_ITIMER };

/* Takes the calling thread's slot for one wait, and gives it back. A signal handler that waits
 * within another wait gets one of its own. */
struct led_slot *led_take(enum led_about about, const void *object, uint32_t bits);
void led_give(struct led_slot *slot);
/* Sleeps until the deadline (LED_EXPIRED), until led_wake (LED_WOKEN), or until a signal handler has
 * run (-EINTR). */
int led_sleep(struct led_slot *slot, int64_t due);
/* Has on_thread_end called when the calling thread ends. */
void led_watch_thread(void);
/* Wakes threads that wait for an object; how many. */
int led_wake(enum led_about about, const void *object, int most, uint32_t bits);
/* Whether any thread waits for an object: most often none does, and this costs nothing. */
static inline int led_has_waiters(void)
{
    return led_page && __atomic_load_n(&led_page->waiters, __ATOMIC_SEQ_CST) != 0;
}
/* A slot that belongs to the process: a timer. */
struct led_slot *led_new_slot(void);
void led_free_slot(struct led_slot *slot);
/* Orders a slot among those with the same deadline, and sets that. */
void led_set_due(struct led_slot *slot, int64_t due);
/* Says that the thread is about to wait. */
void led_ring(void);
/* Gives boardsim the descriptor that belongs to a slot. */
void led_send(const struct led_slot *slot, int descriptor);
/* The eventfd of the thread's slot. */
int led_bell(struct led_slot *slot);
/* The socket of the run, which the kernel hangs up when boardsim ends; -1 if the program has closed it. */
int led_lead(void);
/* Ends the process if boardsim has ended: no time would pass for it any more. */
void led_look_for_lead(void);
/* Waits while boardsim writes, one thing after the other, what is to reach programs at once. */
void led_hold(void);
/* Moves a descriptor of the library's own out of the way of the program's, and keeps it from being closed. */
int led_keep(int descriptor);

/* Waits for descriptors as ppoll does: their number, 0 at the deadline, or -1 and errno. */
int led_poll(struct pollfd *descriptors, nfds_t count, int64_t due, const sigset_t *mask);
/* To be called before a descriptor is closed. */
void led_timer_closes(int descriptor);
void led_socket_closes(int descriptor);
/* FUTEX_WAIT and its kin, for syscall(). */
long led_futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time, uint32_t *other, uint32_t last);

#endif
