import Bluetooth
import Central
import Peripheral
import Simulation
import Testing

struct NotificationQueueTests {
    @Test func `notifications are taken one by one, in order`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let queue = try connection.notificationsAndWait(of: try connection.characteristic("2A37"))
        for value in 0..<6 { world.strap.notify([UInt8(value)]) }
        #expect(queue.count == 0)
        let taken = try (0..<6).map { _ in try queue.nextAndWait() }
        #expect(taken.map(\.bytes) == (0..<6).map { [UInt8($0)] })
        #expect(taken[5].time > taken[0].time)
        #expect(throws: CentralError.timeout(waitingFor: "a notification")) {
            try queue.nextAndWait(within: .seconds(1))
        }
    }

    @Test func `what came before the end of the link can still be taken`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let queue = try connection.notificationsAndWait(of: try connection.characteristic("2A37"))
        for value in 0..<3 { world.strap.notify([UInt8(value)]) }
        world.simulation.run(for: .seconds(1))
        try connection.disconnectAndWait()
        let taken = try (0..<3).map { _ in try queue.nextAndWait().bytes }
        #expect(taken == [[0], [1], [2]])
        #expect(throws: CentralError.disconnected(.localHostTerminated)) {
            try queue.nextAndWait()
        }
    }

    @Test func `a handler may subscribe, write and end the link`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let measurement = try connection.characteristic("2A37")
        let control = try connection.characteristic("2A39")
        var got: [UInt8] = []
        try connection.subscribeAndWait(to: measurement) { _, first in
            got.append(first[0])
            connection.write([9], to: control)
            connection.subscribe(to: measurement) { _, second in
                got.append(100 + second[0])
                world.strap.notify([7])
                connection.disconnect()
            }
        }
        for value in 0..<3 { world.strap.notify([UInt8(value)]) }
        world.simulation.run(for: .seconds(1))
        #expect(got == [0, 101, 102, 107, 107])
        #expect(world.strap.lastControl == [9])
        #expect(!connection.isOpen)
    }
}
