/* Time limits of sockets (SO_RCVTIMEO and SO_SNDTIMEO). The kernel never gets them; a call on a socket
 * with one waits here until the socket is ready, or for the limit. */
#include "led.h"
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 1024
/* Nanoseconds; 0: none. */
static int64_t limits[2][MOST_FILES];
static int has_limits;
enum direction { RECEIVING, SENDING };

void led_socket_closes(int descriptor)
{
    if (has_limits && descriptor >= 0 && descriptor < MOST_FILES)
        limits[RECEIVING][descriptor] = limits[SENDING][descriptor] = 0;
}

LED_EXPORT int setsockopt(int descriptor, int level, int option, const void *value, socklen_t size)
{
    int is_limit = level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO);
    if (!is_limit || size < sizeof(struct timeval) || descriptor < 0 || descriptor >= MOST_FILES || !led_on())
        return (int)led_result(LED_CALL(SYS_setsockopt, descriptor, level, option, value, size, 0));
    const struct timeval *time = value;
    static const struct timeval none;
    /* Refuses what is not a socket. */
    long result = LED_CALL(SYS_setsockopt, descriptor, level, option, &none, sizeof none, 0);
    if (result < 0)
        return (int)led_result(result);
    if (time->tv_usec < 0 || time->tv_usec > 999999) {
        errno = EDOM;
        return -1;
    }
    has_limits = 1;
    limits[option == SO_SNDTIMEO][descriptor] =
        time->tv_sec < 0 ? 1 : (int64_t)time->tv_sec * LED_SECOND + time->tv_usec * 1000;
    return 0;
}

LED_EXPORT int getsockopt(int descriptor, int level, int option, void *restrict value, socklen_t *restrict size)
{
    long result = LED_CALL(SYS_getsockopt, descriptor, level, option, value, size, 0);
    if (result == 0 && has_limits && level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO)
        && descriptor < MOST_FILES && *size == sizeof(struct timeval)) {
        int64_t limit = limits[option == SO_SNDTIMEO][descriptor];
        struct timeval time = {limit / LED_SECOND, limit % LED_SECOND / 1000};
        memcpy(value, &time, sizeof time);
    }
    return (int)led_result(result);
}

/* Waits if the socket has a limit and would block; 0, or -1 and errno. */
static int is_ready(int descriptor, enum direction direction, int flags)
{
    if (!has_limits || descriptor < 0 || descriptor >= MOST_FILES || limits[direction][descriptor] == 0
        || flags & MSG_DONTWAIT || LED_CALL(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK)
        return 0;
    struct pollfd one = {descriptor, direction == RECEIVING ? POLLIN : POLLOUT, 0};
    int ready = led_poll(&one, 1, led_after(limits[direction][descriptor]), NULL);
    if (ready == 0)
        errno = EAGAIN;
    return ready > 0 ? 0 : -1;
}

#define LED_LIMITED(name, direction, flags, ...)                                                       \
    LED_REAL(name);                                                                                    \
    return is_ready(descriptor, direction, flags) == 0 ? real(descriptor, __VA_ARGS__) : -1

LED_EXPORT ssize_t read(int descriptor, void *bytes, size_t size) { LED_LIMITED(read, RECEIVING, 0, bytes, size); }
LED_EXPORT ssize_t readv(int descriptor, const struct iovec *parts, int count)
{
    LED_LIMITED(readv, RECEIVING, 0, parts, count);
}
LED_EXPORT ssize_t recv(int descriptor, void *bytes, size_t size, int flags)
{
    LED_LIMITED(recv, RECEIVING, flags, bytes, size, flags);
}
LED_EXPORT ssize_t recvfrom(
    int descriptor, void *restrict bytes, size_t size, int flags, struct sockaddr *restrict address,
    socklen_t *restrict length)
{
    LED_LIMITED(recvfrom, RECEIVING, flags, bytes, size, flags, address, length);
}
LED_EXPORT ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
    LED_LIMITED(recvmsg, RECEIVING, flags, message, flags);
}
LED_EXPORT int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length)
{
    LED_LIMITED(accept, RECEIVING, 0, address, length);
}
LED_EXPORT int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
    LED_LIMITED(accept4, RECEIVING, 0, address, length, flags);
}
LED_EXPORT ssize_t write(int descriptor, const void *bytes, size_t size) { LED_LIMITED(write, SENDING, 0, bytes, size); }
LED_EXPORT ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    LED_LIMITED(writev, SENDING, 0, parts, count);
}
LED_EXPORT ssize_t send(int descriptor, const void *bytes, size_t size, int flags)
{
    LED_LIMITED(send, SENDING, flags, bytes, size, flags);
}
LED_EXPORT ssize_t sendto(
    int descriptor, const void *bytes, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
    LED_LIMITED(sendto, SENDING, flags, bytes, size, flags, address, length);
}
LED_EXPORT ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    LED_LIMITED(sendmsg, SENDING, flags, message, flags);
}

/* The limit for sending is that for connecting, too. */
LED_EXPORT int connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    LED_REAL(connect);
    long flags;
    if (!has_limits || descriptor < 0 || descriptor >= MOST_FILES || limits[SENDING][descriptor] == 0
        || (flags = LED_CALL(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0)) & O_NONBLOCK)
        return real(descriptor, address, length);
    LED_CALL(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK, 0, 0, 0);
    long result = LED_CALL(SYS_connect, descriptor, address, length, 0, 0, 0);
    if (result == -EINPROGRESS) {
        struct pollfd one = {descriptor, POLLOUT, 0};
        int ready = led_poll(&one, 1, led_after(limits[SENDING][descriptor]), NULL), error = 0;
        socklen_t size = sizeof error;
        result = ready < 0 ? -errno : ready == 0 ? -EINPROGRESS : 0;
        if (ready > 0 && LED_CALL(SYS_getsockopt, descriptor, SOL_SOCKET, SO_ERROR, &error, &size, 0) == 0)
            result = -error;
    }
    LED_CALL(SYS_fcntl, descriptor, F_SETFL, flags, 0, 0, 0);
    return (int)led_result(result);
}

/* What programs call that were compiled with _FORTIFY_SOURCE. */
LED_EXPORT ssize_t __read_chk(int descriptor, void *bytes, size_t size, size_t room)
{
    if (size > room)
        __builtin_trap();
    return read(descriptor, bytes, size);
}
LED_EXPORT ssize_t __recv_chk(int descriptor, void *bytes, size_t size, size_t room, int flags)
{
    if (size > room)
        __builtin_trap();
    return recv(descriptor, bytes, size, flags);
}
LED_EXPORT ssize_t __recvfrom_chk(
    int descriptor, void *restrict bytes, size_t size, size_t room, int flags, struct sockaddr *restrict address,
    socklen_t *restrict length)
{
    if (size > room)
        __builtin_trap();
    return recvfrom(descriptor, bytes, size, flags, address, length);
}
