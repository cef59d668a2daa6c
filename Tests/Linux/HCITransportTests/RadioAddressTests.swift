import Testing

@testable import HCITransport

@Suite struct RadioAddressTests {
    @Test(arguments: [
        ("hci-tcp:9000", RadioAddress.tcp(host: "127.0.0.1", port: 9000)),
        ("hci-tcp:0", .tcp(host: "127.0.0.1", port: 0)),
        ("hci-tcp:127.0.0.1:65535", .tcp(host: "127.0.0.1", port: 65535)),
        ("hci-tcp:localhost:9000", .tcp(host: "localhost", port: 9000)),
        ("hci-tcp:[::1]:9000", .tcp(host: "::1", port: 9000)),
        ("hci-tcp:[fe80::1%eth0]:1", .tcp(host: "fe80::1%eth0", port: 1)),
        ("hci-tcp:0.0.0.0:9000", .tcp(host: "0.0.0.0", port: 9000)),
        ("hci-unix:/run/a:b", .unix(path: "/run/a:b")),
        ("hci-unix:radio", .unix(path: "radio")),
        ("vhci", .vhci),
    ])
    func `an address is read, and written as it was`(text: String, address: RadioAddress) throws {
        #expect(try RadioAddress(text) == address)
        let isShort = text.split(separator: ":").count == 2 && text.hasPrefix("hci-tcp:")
        #expect("\(address)" == (isShort ? text.replacing(":", with: ":127.0.0.1:") : text))
    }

    @Test(arguments: [
        (
            "", RadioAddressError.unknownKind,
            "write `hci-tcp:HOST:PORT`, `hci-unix:PATH`, `vhci`, `usb-pty:PATH`, `bluez-bus` for"
        ),
        ("tcp:9000", .unknownKind, "not a kind of radio"),
        ("vhci:0", .unknownKind, "not a kind of radio"),
        ("HCI-TCP:9000", .unknownKind, "not a kind of radio"),
        ("hci-tcp:", .port(""), "`` is not a port; write a number from 0 to 65535"),
        ("hci-tcp:localhost", .port("localhost"), "`localhost` is not a port"),
        ("hci-tcp:localhost:", .port(""), "not a port"),
        ("hci-tcp:a:65536", .port("65536"), "`65536` is not a port"),
        ("hci-tcp:a:-1", .port("-1"), "`-1` is not a port"),
        ("hci-tcp:a:+1", .port("+1"), "`+1` is not a port"),
        ("hci-tcp:a: 1", .port(" 1"), "` 1` is not a port"),
        ("hci-tcp::9000", .noHost, "the host is missing; write `hci-tcp:PORT` for this machine"),
        ("hci-tcp:a\0:9000", .noHost, "the host is missing"),
        ("hci-tcp:[]:9000", .noHost, "the host is missing"),
        ("hci-tcp:::1:9000", .bareIPv6, "an IPv6 address needs brackets; write `hci-tcp:[::1]:"),
        ("hci-tcp:[::1", .unclosedBracket, "after `[` comes"),
        ("hci-tcp:[::1]9000", .unclosedBracket, "after `[` comes"),
        ("hci-unix:", .noPath, "the path is missing; write `hci-unix:PATH`"),
        ("hci-unix:a\0b", .noPath, "the path is missing"),
        (
            "hci-unix:/" + String(repeating: "é", count: 54), .longPath(109),
            "the path has 109 bytes and may have 107; choose a shorter one"
        ),
    ])
    func `a wrong one is told with its fix`(text: String, error: RadioAddressError, words: String) {
        #expect(throws: error) { try RadioAddress(text) }
        #expect("\(error)".contains(words), "\(error)")
    }
}
