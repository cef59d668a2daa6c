/* Waiting for descriptors. The thread really waits without a time limit: for the descriptors, for its own eventfd,
 * which boardsim makes readable at the deadline, and for the end of boardsim. */
#include "led.h"
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

static long raw_poll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    struct timespec copy; /* The kernel changes it. */
    if (time)
        copy = *time;
    return LED_CALL(SYS_ppoll, descriptors, count, time ? &copy : NULL, mask, 8, 0);
}

/* Really waits, and can be cancelled meanwhile. */
static long blocking_poll(struct pollfd *descriptors, nfds_t count, const sigset_t *mask)
{
    int type;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    long result = raw_poll(descriptors, count, NULL, mask);
    pthread_setcanceltype(type, NULL);
    return result;
}

int led_poll(struct pollfd *descriptors, nfds_t count, int64_t due, const sigset_t *mask)
{
    static const struct timespec none = {0, 0};
    struct pollfd few[64], *all = few;
    long ready = raw_poll(descriptors, count, &none, mask);
    if (ready != 0 || due <= led_now())
        return (int)led_result(ready);
    if (count + 2 > sizeof few / sizeof *few && !(all = malloc((count + 2) * sizeof *all))) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(all, descriptors, count * sizeof *all);
    struct pollfd *lead = &all[count], *bell = &all[count + 1];
    *lead = (struct pollfd){led_lead(), 0, 0};
    *bell = (struct pollfd){-1, POLLIN, 0};
    struct led_slot *slot = NULL;
    if (due != LED_NEVER) {
        slot = led_take(LED_NOTHING, NULL, 0);
        bell->fd = led_bell(slot);
        slot->kind = LED_BELL;
        led_set_due(slot, due);
    }
    for (;;) {
        led_ring();
        ready = blocking_poll(all, count + 2, mask);
        if (ready < 0)
            break;
        if (lead->revents != 0) {
            ready--;
            led_look_for_lead();
            lead->fd = -1;
        }
        if (bell->revents != 0) {
            uint64_t rings;
            ready--;
            LED_CALL(SYS_read, bell->fd, &rings, sizeof rings, 0, 0, 0);
        }
        if (ready > 0) {
            led_hold();
            ready = raw_poll(all, count, &none, mask);
        }
        if (ready != 0 || led_now() >= due)
            break;
    }
    for (nfds_t index = 0; ready >= 0 && index < count; index++)
        descriptors[index].revents = all[index].revents;
    if (slot)
        led_give(slot);
    if (all != few)
        free(all);
    return (int)led_result(ready);
}

static int64_t after_milliseconds(int time)
{
    return time < 0 ? LED_NEVER : led_after(time * 1000000LL);
}

LED_EXPORT int poll(struct pollfd *descriptors, nfds_t count, int time)
{
    if (led_on())
        return led_poll(descriptors, count, after_milliseconds(time), NULL);
    struct timespec span = {time / 1000, time % 1000 * 1000000L};
    return (int)led_result(raw_poll(descriptors, count, time < 0 ? NULL : &span, NULL));
}

LED_EXPORT int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    if (!led_on())
        return (int)led_result(raw_poll(descriptors, count, time, mask));
    if (time && !led_is_time(time)) {
        errno = EINVAL;
        return -1;
    }
    return led_poll(descriptors, count, time ? led_after(led_span(time)) : LED_NEVER, mask);
}

/* What programs call that were compiled with _FORTIFY_SOURCE. */
LED_EXPORT int __poll_chk(struct pollfd *descriptors, nfds_t count, int time, size_t size)
{
    if (size / sizeof *descriptors < count)
        abort();
    return poll(descriptors, count, time);
}

LED_EXPORT int __ppoll_chk(
    struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask, size_t size)
{
    if (size / sizeof *descriptors < count)
        abort();
    return ppoll(descriptors, count, time, mask);
}

/* --- epoll: a set of descriptors is itself one that can be waited for */
static int wait_epoll(int set, struct epoll_event *events, int most, int64_t due, const sigset_t *mask)
{
    for (;;) {
        long ready = LED_CALL(SYS_epoll_pwait, set, events, most, 0, mask, 8);
        if (ready != 0 || led_now() >= due)
            return (int)led_result(ready);
        struct pollfd one = {set, POLLIN, 0};
        if (led_poll(&one, 1, due, mask) < 0)
            return -1;
    }
}

LED_EXPORT int epoll_pwait(int set, struct epoll_event *events, int most, int time, const sigset_t *mask)
{
    if (!led_on())
        return (int)led_result(LED_CALL(SYS_epoll_pwait, set, events, most, time, mask, 8));
    return wait_epoll(set, events, most, after_milliseconds(time), mask);
}

LED_EXPORT int epoll_wait(int set, struct epoll_event *events, int most, int time)
{
    return epoll_pwait(set, events, most, time, NULL);
}

LED_EXPORT int epoll_pwait2(
    int set, struct epoll_event *events, int most, const struct timespec *time, const sigset_t *mask)
{
    if (!led_on())
        return (int)led_result(LED_CALL(SYS_epoll_pwait2, set, events, most, time, mask, 8));
    return wait_epoll(set, events, most, time ? led_after(led_span(time)) : LED_NEVER, mask);
}

/* --- select */
static int wait_select(int count, fd_set *reads, fd_set *writes, fd_set *others, int64_t due, const sigset_t *mask)
{
    struct pollfd all[FD_SETSIZE];
    int used = 0, bits = 0;
    /* Programs may pass sets of their own that are larger; poll has to do for what we look at. */
    if (count < 0 || count > FD_SETSIZE) {
        errno = EINVAL;
        return -1;
    }
    for (int number = 0; number < count; number++) {
        int events = (reads && FD_ISSET(number, reads) ? POLLIN : 0)
            | (writes && FD_ISSET(number, writes) ? POLLOUT : 0)
            | (others && FD_ISSET(number, others) ? POLLPRI : 0);
        if (events)
            all[used++] = (struct pollfd){number, (short)events, 0};
    }
    int ready = led_poll(all, (nfds_t)used, due, mask);
    if (ready < 0)
        return ready;
    for (int index = 0; index < used; index++)
        if (all[index].revents & POLLNVAL) {
            errno = EBADF;
            return -1;
        }
    for (int index = 0; index < used; index++) {
        int number = all[index].fd, events = all[index].events, found = all[index].revents;
        if (events & POLLIN) {
            if (found & (POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR))
                bits++;
            else
                FD_CLR(number, reads);
        }
        if (events & POLLOUT) {
            if (found & (POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR))
                bits++;
            else
                FD_CLR(number, writes);
        }
        if (events & POLLPRI) {
            if (found & POLLPRI)
                bits++;
            else
                FD_CLR(number, others);
        }
    }
    return bits;
}

LED_EXPORT int pselect(
    int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
    const struct timespec *restrict time, const sigset_t *restrict mask)
{
    if (!led_on()) {
        struct timespec copy = {0, 0};
        struct {
            const sigset_t *mask;
            size_t size;
        } pair = {mask, 8};
        if (time)
            copy = *time;
        return (int)led_result(LED_CALL(SYS_pselect6, count, reads, writes, others, time ? &copy : NULL, &pair));
    }
    return wait_select(count, reads, writes, others, time ? led_after(led_span(time)) : LED_NEVER, mask);
}

LED_EXPORT int select(
    int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others, struct timeval *restrict time)
{
    struct timespec span = {0, 0};
    if (time) {
        if (time->tv_sec < 0 || time->tv_usec < 0) {
            errno = EINVAL;
            return -1;
        }
        span = (struct timespec){time->tv_sec + time->tv_usec / 1000000, time->tv_usec % 1000000 * 1000};
    }
    if (!led_on())
        return pselect(count, reads, writes, others, time ? &span : NULL, NULL);
    int64_t due = time ? led_after(led_span(&span)) : LED_NEVER;
    int result = wait_select(count, reads, writes, others, due, NULL);
    /* Linux says how much is left. */
    if (time && due != LED_NEVER) {
        int64_t left = due > led_now() ? due - led_now() : 0;
        time->tv_sec = left / LED_SECOND;
        time->tv_usec = left % LED_SECOND / 1000;
    }
    return result;
}
