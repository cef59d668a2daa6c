/* syscall(): GLib, libdispatch, Rust and C++ wait for futexes through it, and some programs ask the
 * clock. Everything else goes to the kernel as it is. */
#include "led.h"
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>

static long wait_futex(uint32_t *word, uint32_t value, int64_t due, uint32_t bits)
{
    struct led_slot *slot = led_take(LED_FUTEX, word, bits);
    long result = 0;
    /* Who wakes has changed the word before: either we see that here, or it sees the slot. */
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value)
        result = -EAGAIN;
    else if (led_now() >= due)
        result = -ETIMEDOUT;
    else
        result = led_sleep(slot, due);
    led_give(slot);
    return result == LED_EXPIRED ? -ETIMEDOUT : result == LED_WOKEN ? 0 : result;
}

long led_futex(
    uint32_t *word, int operation, uint32_t value, const struct timespec *time, uint32_t *other, uint32_t last)
{
    int command = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
    if (time && (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET)) {
        if (!led_is_time(time))
            return -EINVAL;
        if (command == FUTEX_WAIT)
            return wait_futex(word, value, led_after(led_span(time)), ~0U);
        return wait_futex(word, value, led_absolute(time), last);
    }
    long result = LED_CALL(SYS_futex, word, operation, value, time, other, last);
    if (result < 0 || !led_has_waiters())
        return result;
    switch (command) {
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        if (result < (long)value)
            result += led_wake(LED_FUTEX, word, (int)value - (int)result, command == FUTEX_WAKE ? ~0U : last);
        break;
    case FUTEX_WAKE_OP:
        led_wake(LED_FUTEX, other, INT32_MAX, ~0U);
        __attribute__((fallthrough));
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
        /* Those that wait here are not moved; they look again. */
        led_wake(LED_FUTEX, word, INT32_MAX, ~0U);
        break;
    default:
        break;
    }
    return result;
}

LED_EXPORT long syscall(long number, ...)
{
    va_list list;
    long a, b, c, d, e, f;
    va_start(list, number);
    a = va_arg(list, long);
    b = va_arg(list, long);
    c = va_arg(list, long);
    d = va_arg(list, long);
    e = va_arg(list, long);
    f = va_arg(list, long);
    va_end(list);
    if (!led_on())
        return led_result(led_call(number, a, b, c, d, e, f));
    switch (number) {
    case SYS_futex:
        return led_result(led_futex(
            (uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d, (uint32_t *)e, (uint32_t)f));
    case SYS_clock_gettime:
        return clock_gettime((clockid_t)a, (struct timespec *)b);
    case SYS_gettimeofday:
        return gettimeofday((struct timeval *)a, (void *)b);
    case SYS_nanosleep:
        return nanosleep((const struct timespec *)a, (struct timespec *)b);
    case SYS_clock_nanosleep:
        return led_result(-clock_nanosleep((clockid_t)a, (int)b, (const struct timespec *)c, (struct timespec *)d));
    case SYS_ppoll:
        return ppoll((struct pollfd *)a, (nfds_t)b, (const struct timespec *)c, (const sigset_t *)d);
    case SYS_epoll_pwait:
        return epoll_pwait((int)a, (struct epoll_event *)b, (int)c, (int)d, (const sigset_t *)e);
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2:
        return epoll_pwait2(
            (int)a, (struct epoll_event *)b, (int)c, (const struct timespec *)d, (const sigset_t *)e);
#endif
    case SYS_timerfd_create:
        return timerfd_create((int)a, (int)b);
    case SYS_timerfd_settime:
        return timerfd_settime((int)a, (int)b, (const struct itimerspec *)c, (struct itimerspec *)d);
    case SYS_timerfd_gettime:
        return timerfd_gettime((int)a, (struct itimerspec *)b);
#ifdef SYS_time
    case SYS_time:
        return time((time_t *)a);
    case SYS_poll:
        return poll((struct pollfd *)a, (nfds_t)b, (int)c);
    case SYS_epoll_wait:
        return epoll_wait((int)a, (struct epoll_event *)b, (int)c, (int)d);
    case SYS_select:
        return select((int)a, (fd_set *)b, (fd_set *)c, (fd_set *)d, (struct timeval *)e);
#endif
    default:
        return led_result(led_call(number, a, b, c, d, e, f));
    }
}
