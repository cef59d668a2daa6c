/* A Bluetooth host of its own over HCI: it finds a board, reads the battery's level forty times and takes the button's notifications.
 * Arguments switch bugs on. Status 0: everything was read; 1: not, or something is wrong. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
enum { READINGS = 40, LONGEST = 600 };
static char **bugs;
static int planted(const char *bug)
{
    for (char **each = bugs; *each; each++)
        if (!strcmp(*each, bug))
            return 1;
    return 0;
}

static void fail(const char *words, ...)
{
    va_list list;
    va_start(list, words);
    vfprintf(stderr, words, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

/* The socket, and the packets that come through it. */
static int radio;
static uint8_t input[4096];
static size_t filled;

static void controller(void)
{
    const char *name = getenv("BOARDSIM_RADIO");
    if (!name || strncmp(name, "hci-unix:", 9))
        fail("BOARDSIM_RADIO is not hci-unix:PATH");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, name + 9, sizeof address.sun_path - 1);
    radio = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(radio, (struct sockaddr *)&address, sizeof address))
        fail("no radio");
}

static void put(const uint8_t *packet, size_t size)
{
    if (write(radio, packet, size) != (ssize_t)size)
        fail("the radio has gone");
}

static size_t whole(void)
{
    if (filled >= 3 && input[0] == 4)
        return 3 + input[2];
    if (filled >= 5 && input[0] == 2)
        return 5 + input[3] + 256 * input[4];
    return SIZE_MAX;
}

/* The next packet; 0 if there is none by then. `until` 0: waits for ever. */
static size_t next(uint8_t *packet, int64_t until)
{
    while (whole() > filled) {
        int64_t left = until - now();
        struct pollfd readable = {.fd = radio, .events = POLLIN};
        if (until && left <= 0)
            return 0;
        if (poll(&readable, 1, until ? (int)(left / 1000000) + 1 : -1) > 0) {
            ssize_t got = read(radio, input + filled, sizeof input - filled);
            if (got <= 0)
                fail("the radio has gone");
            filled += got;
        }
    }
    size_t size = whole();
    memcpy(packet, input, size);
    memmove(input, input + size, filled - size);
    filled -= size;
    return size;
}

/* The link. */
static int is_up, is_pending, handle;
/* Whether a packet is on its way: the next one is sent when the controller has said that this one has arrived. */
static int is_in_flight;
static uint8_t pdu[LONGEST];
static size_t pdu_size, pdu_wanted;
static int presses;
static uint8_t answer[LONGEST];
static size_t answer_size;
static int command_value, notify_value, battery_value, notify_cccd;

static int16_t last_command, last_status;

static void event(const uint8_t *packet)
{
    const uint8_t *body = packet + 3;
    if (packet[1] == 0x0e) {
        last_command = body[1] | body[2] << 8;
        last_status = body[3];
    } else if (packet[1] == 0x0f) {
        last_command = body[2] | body[3] << 8;
        last_status = body[0];
    } else if (packet[1] == 0x05) {
        is_up = 0;
        /* Of a link that is lost, nothing arrives any more. */
        if (!planted("credit-lost"))
            is_in_flight = 0;
    } else if (packet[1] == 0x13) {
        is_in_flight = 0;
    } else if (packet[1] == 0x3e && (body[0] == 0x01 || body[0] == 0x0a)) {
        is_pending = 0;
        if (body[1] == 0) {
            is_up = 1;
            pdu_size = pdu_wanted = 0;
            handle = body[2] | (body[3] & 0x0f) << 8;
        }
    }
}

/* Takes a packet of data; whether it completes one of the Attribute Protocol. */
static int data(const uint8_t *packet, size_t size)
{
    if ((packet[1] | (packet[2] & 0x0f) << 8) != handle)
        return 0;
    const uint8_t *body = packet + 5;
    size -= 5;
    if ((packet[2] >> 4 & 3) != 1) {
        pdu_size = 0;
        pdu_wanted = body[0] + 256 * body[1];
        if (body[2] != 4 || body[3])
            return 0;
        body += 4;
        size -= 4;
    }
    if (pdu_size + size > LONGEST)
        fail("a packet is too long");
    memcpy(pdu + pdu_size, body, size);
    pdu_size += size;
    return pdu_size >= pdu_wanted;
}

/* Takes packets until one of the board's is complete that is not a notification, or until then. */
static int hear(int64_t until, int takes_all)
{
    uint8_t packet[4096];
    for (;;) {
        size_t size = next(packet, until);
        if (!size)
            return 0;
        if (packet[0] == 4) {
            int was_up = is_up;
            event(packet);
            if (was_up && !is_up)
                return 0;
            if (packet[1] == 0x13 ? takes_all == 3 : takes_all >= 2)
                return 1;
            continue;
        }
        if (!data(packet, size))
            continue;
        if (pdu[0] == 0x1b) {
            if (pdu_size == 6 && pdu[3] == 1 && pdu[4] == 1)
                presses += pdu[5] == 1;
            else
                memcpy(answer, pdu + 3, answer_size = pdu_size - 3);
            if (!takes_all)
                continue;
        }
        return 1;
    }
}

static int command(uint16_t opcode, const uint8_t *parameters, uint8_t size)
{
    uint8_t packet[300] = {1, opcode & 0xff, opcode >> 8, size};
    memcpy(packet + 4, parameters, size);
    put(packet, 4 + size);
    last_command = 0;
    for (int64_t until = now() + 2 * SECOND; now() < until;)
        if (hear(until, 2) && last_command == (int16_t)opcode)
            return last_status == 0;
    return 0;
}

static void send_att(const uint8_t *bytes, size_t size)
{
    uint8_t packet[64] = {2, handle & 0xff, handle >> 8, (size + 4) & 0xff, 0, size & 0xff, 0, 4, 0};
    memcpy(packet + 9, bytes, size);
    for (int64_t until = now() + 4 * SECOND; is_in_flight && is_up && now() < until;)
        hear(until, 3);
    if (is_in_flight || !is_up)
        return;
    is_in_flight = 1;
    put(packet, 9 + size);
}

/* Asks and waits for the answer in `pdu`; 0 if there is none, or an error. */
static int request(const uint8_t *bytes, size_t size)
{
    if (!is_up)
        return 0;
    send_att(bytes, size);
    /* A transaction that is not answered in time is over, and the link with it. */
    int64_t until = planted("no-time-limit") ? 0 : now() + 5 * SECOND;
    if (!hear(until, planted("any-packet-answers")))
        return 0;
    return pdu[0] != 0x01 || planted("error-is-success");
}
#define REQUEST(...) request((const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})

static int connected(void)
{
    static const uint8_t create[] = {96, 0, 48, 0, 0, 1, 0x01, 0, 0, 0, 0, 0xe1, 0, 24, 0, 40, 0, 0, 0, 200, 0, 0, 0, 0, 0};
    if (!command(0x200d, create, sizeof create)) {
        fprintf(stderr, "the controller refuses to connect: %02x\n", last_status);
        return 0;
    }
    is_pending = 1;
    for (int64_t until = now() + 6 * SECOND; is_pending && now() < until;)
        hear(until, 2);
    if (!is_pending)
        return is_up;
    /* A controller that still tries refuses to try again. */
    if (!planted("no-cancel"))
        command(0x200e, NULL, 0);
    for (int64_t until = now() + 2 * SECOND; is_pending && now() < until && !planted("no-cancel");)
        hear(until, 2);
    is_pending = 0;
    return is_up;
}

static int discovered(void)
{
    static const uint8_t service[] = {0x5a, 0xe7, 0xba, 0xfb, 0x4c, 0x46, 0xdd, 0xd9, 0x95, 0x91, 0xcb, 0x85};
    command_value = notify_value = battery_value = notify_cccd = 0;
    if (!REQUEST(0x02, 247, 0))
        return 0;
    for (int start = 1; start && start < 0xffff;) {
        if (!REQUEST(0x08, start & 0xff, start >> 8, 0xff, 0xff, 0x03, 0x28) || pdu[0] == 0x01)
            break;
        if (pdu[0] != 0x09 || pdu[1] < 7)
            return 0;
        int each = pdu[1];
        for (size_t at = 2; at + each <= pdu_size; at += each) {
            int value = pdu[at + 3] | pdu[at + 4] << 8;
            const uint8_t *uuid = pdu + at + 5;
            if (each == 7 && uuid[0] == 0x19 && uuid[1] == 0x2a)
                battery_value = value;
            if (each == 21 && !memcmp(uuid, service, sizeof service)) {
                if (uuid[12] == 0x01)
                    command_value = value;
                if (uuid[12] == 0x06)
                    notify_value = value;
            }
            start = value + 1;
        }
    }
    if (!command_value || !notify_value || !battery_value)
        return 0;
    if (!REQUEST(0x04, (notify_value + 1) & 0xff, (notify_value + 1) >> 8, 0xff, 0xff) || pdu[0] != 0x05 || pdu[1] != 1)
        return 0;
    for (size_t at = 2; at + 4 <= pdu_size && !notify_cccd; at += 4)
        if (pdu[at + 2] == 0x02 && pdu[at + 3] == 0x29)
            notify_cccd = pdu[at] | pdu[at + 1] << 8;
    return notify_cccd && REQUEST(0x12, notify_cccd & 0xff, notify_cccd >> 8, 1, 0);
}

/* Whether the board answers a question by a notification. */
static int asked(uint8_t module, uint8_t reading)
{
    const uint8_t packet[] = {0x52, command_value & 0xff, command_value >> 8, module, reading};
    answer_size = 0;
    send_att(packet, sizeof packet);
    for (int64_t until = now() + 3 * SECOND; now() < until && is_up;)
        if (hear(until, 1) && answer_size >= 3 && answer[0] == module && answer[1] == reading)
            return 1;
    return 0;
}

static void disconnect(void)
{
    uint8_t parameters[] = {handle & 0xff, handle >> 8, 0x13};
    if (!is_up)
        return;
    command(0x0406, parameters, sizeof parameters);
    for (int64_t until = now() + 8 * SECOND; is_up && now() < until;)
        hear(until, 2);
}

/* Level after level; how many there are in all. */
static int readings(int count)
{
    const uint8_t subscribe[] = {0x52, command_value & 0xff, command_value >> 8, 1, 1, 1};
    send_att(subscribe, sizeof subscribe);
    while (count < READINGS && REQUEST(0x0a, battery_value & 0xff, battery_value >> 8)) {
        if (pdu_size != 2 && !planted("error-is-success"))
            fail("CHECK FAILED: the battery's level has %zu bytes", pdu_size - 1);
        count++;
    }
    return count;
}

int main(int count, char **words)
{
    (void)count;
    bugs = words + 1;
    controller();
    command(0x0c03, NULL, 0);
    static const uint8_t all[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f};
    command(0x0c01, all, sizeof all);
    static const uint8_t usual[] = {0x1f, 0, 0, 0, 0, 0, 0, 0};
    command(0x2001, usual, sizeof usual);
    int read = 0, answers = 0;
    for (int attempt = 0; attempt < 30 && !answers; attempt++) {
        if (is_up || connected()) {
            if (discovered() && (read = readings(read)) == READINGS)
                answers = asked(1, 0x81);
            /* What went wrong is begun anew. */
            if (!planted("error-is-success") || answers)
                disconnect();
            else if (read == READINGS)
                break;
        }
    }
    printf("%d readings, %d presses\n", read, presses);
    if (read < READINGS || !answers)
        fail("CHECK FAILED: %d levels were read, and the board %s", read, answers ? "answers" : "does not answer");
    return 0;
}
