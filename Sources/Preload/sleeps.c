/* Sleeps, and waiting for a signal with a time limit. */
#include "led.h"
#include <sys/signalfd.h>
#include <sys/time.h>
#include <unistd.h>

/* Sleeps until the deadline; an error number, or 0. The thread can be cancelled meanwhile. */
static int sleep_until(int64_t due)
{
    struct led_slot *slot;
    int result, type;
    pthread_testcancel();
    if (led_now() >= due)
        return 0;
    slot = led_take(LED_NOTHING, NULL, 0);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    result = led_sleep(slot, due);
    pthread_setcanceltype(type, NULL);
    led_give(slot);
    return result == -EINTR ? EINTR : 0;
}

LED_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    if (!led_is_virtual(clock) || !led_on())
        return (int)-LED_CALL(SYS_clock_nanosleep, clock, flags, time, left, 0, 0);
    if (!led_is_time(time))
        return EINVAL;
    int64_t due = led_span(time);
    if (flags & TIMER_ABSTIME)
        due = due == LED_NEVER ? due : due - led_offset(clock);
    else
        due = led_after(due);
    int error = sleep_until(due);
    if (error == EINTR && left && !(flags & TIMER_ABSTIME)) {
        int64_t rest = due - led_now();
        *left = led_timespec(rest > 0 ? rest : 0);
    }
    return error;
}

LED_EXPORT int nanosleep(const struct timespec *time, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
    if (!error)
        return 0;
    errno = error;
    return -1;
}

LED_EXPORT int usleep(useconds_t time)
{
    struct timespec span = {time / 1000000, time % 1000000 * 1000};
    return nanosleep(&span, NULL);
}

LED_EXPORT unsigned sleep(unsigned seconds)
{
    struct timespec span = {seconds, 0}, left = {0, 0};
    if (nanosleep(&span, &left) == 0)
        return 0;
    return (unsigned)(left.tv_sec + (left.tv_nsec >= LED_SECOND / 2));
}

LED_EXPORT int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
    return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

LED_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time)
{
    struct timespec none = {0, 0};
    if (!time || !led_on())
        return (int)led_result(LED_CALL(SYS_rt_sigtimedwait, set, info, time, 8, 0, 0));
    if (!led_is_time(time)) {
        errno = EINVAL;
        return -1;
    }
    int64_t due = led_after(led_span(time));
    int descriptor = signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK);
    long result;
    for (;;) {
        result = LED_CALL(SYS_rt_sigtimedwait, set, info, &none, 8, 0, 0);
        if (result != -EAGAIN || led_now() >= due)
            break;
        struct pollfd one = {descriptor, POLLIN, 0};
        if (led_poll(&one, 1, due, NULL) < 0) {
            result = -errno;
            break;
        }
    }
    LED_CALL(SYS_close, descriptor, 0, 0, 0, 0, 0);
    return (int)led_result(result);
}
