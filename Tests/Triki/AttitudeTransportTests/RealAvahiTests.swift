import AttitudeStream
import Checkout
import DBus
import DBusPeer
import EventLoop
import Foundation
import Testing

@testable import AttitudeTransport

/// The real avahi-daemon, on a bus of its own.
private final class RealAvahi {
    let test: TestBus
    private let process = Process()
    private let configuration: URL

    private static let program = "/usr/sbin/avahi-daemon"

    /// Why it cannot run here; nil if it can.
    static let obstacle: String? = {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            return "there is no avahi-daemon; ./boardsim test installs it"
        }
        guard getuid() == 0 else { return "only root can start avahi-daemon" }
        do {
            _ = try RealAvahi()
            return nil
        } catch {
            return "avahi-daemon does not start here: \(error)"
        }
    }()

    init() throws {
        test = try TestBus()
        configuration = FileManager.default.temporaryDirectory
            .appendingPathComponent("boardsim-avahi-\(getpid()).conf")
        try """
        [server]
        host-name=boardsim-test
        use-ipv6=no
        [wide-area]
        enable-wide-area=no
        [publish]
        publish-hinfo=no
        publish-workstation=no
        """.write(to: configuration, atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = [
            "--no-drop-root", "--no-chroot", "--no-rlimits", "-f", configuration.path,
        ]
        process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": test.address]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let bus = try Bus(at: test.address, on: test.loop)
        defer { bus.close() }
        var owner: String?
        let watch = bus.watch(name: Avahi.name) { owner = $0 }
        owner = owner ?? bus.owner(of: Avahi.name)
        try test.wait("the name of avahi-daemon", seconds: 5) { owner != nil || !process.isRunning }
        watch.cancel()
        guard owner != nil else { throw NeverHappened(description: "it ended at once") }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: configuration)
    }
}

@Suite(
    .serialized,
    .enabled(
        if: RealAvahi.obstacle == nil, "skipped: \(RealAvahi.obstacle ?? "")"))
struct RealAvahiTests {
    @Test(.slow) func `avahi-daemon announces a receiver, and finds it`() throws {
        let avahi = try RealAvahi()
        let listener = try AttitudeListener(
            at: NetworkPlace(host: "0.0.0.0", port: 0), on: avahi.test.loop)
        let name = "boardsim test \(getpid())"
        let publication = AttitudePublication(
            listener.places, name: name, on: try Bus(at: avahi.test.address, on: avahi.test.loop))
        var events: [String] = []
        publication.onEvent = { events.append($0) }
        let discovery = AttitudeDiscovery(try Bus(at: avahi.test.address, on: avahi.test.loop))
        try avahi.test.wait("the announcement") { publication.publishedName != nil }
        try avahi.test.wait("the receiver") { discovery.found.contains { $0.name == name } }
        #expect(events == ["announced as \(name) (_motion-control._tcp)"])
        // Another of the same name gets a name of its own.
        let second = AttitudePublication(
            [NetworkPlace(host: "0.0.0.0", port: 9)], name: name,
            on: try Bus(at: avahi.test.address, on: avahi.test.loop))
        try avahi.test.wait("the second announcement") { second.publishedName != nil }
        #expect(second.publishedName == name + " #2")
        // What was found is where the receiver listens.
        let found = try #require(discovery.found.first { $0.name == name })
        #expect(found.place.port == listener.places[0].port)
        let connection = try AttitudeConnection(to: found.place, on: avahi.test.loop)
        connection.send(Attitude(), microseconds: 0)
        try avahi.test.wait("a frame") { listener.received == 1 }
    }
}
