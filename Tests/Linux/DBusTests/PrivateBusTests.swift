import DaemonBus
import EventLoop
import Foundation
import Testing

@testable import DBus

/// The life of a private bus.
@Suite struct PrivateBusTests {
    /// Threads of a pool, which the main actor's jobs run on as well, end when they have had nothing to do for a while.
    @Test func `outlives the thread that started it`() throws {
        let started = Started()
        let thread = Thread { started.bus = try? PrivateBus() }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        let bus = try #require(started.bus)
        let loop = try EventLoop()
        let client = try Bus(at: bus.address, on: loop)
        var answer: Result<Reply, DBusError>?
        client.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"
        ) { answer = $0 }
        while answer == nil { loop.turn(mayBlock: true) }
        #expect(throws: Never.self) { try answer?.get() }
    }

    /// Written by the thread before it ends, read afterwards.
    private final class Started: @unchecked Sendable { var bus: PrivateBus? }
}
