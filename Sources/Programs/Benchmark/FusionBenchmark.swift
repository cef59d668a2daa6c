import Simulation

extension Benchmarks {
    /// What the SDKs send to stream the quaternion in NDoF from an S.
    static let quaternionStream: [[UInt8]] = [
        [0x19, 0x02, 0x01, 0x11], [0x03, 0x03, 0xA8, 0x01], [0x13, 0x03, 0x28, 0x00],
        [0x15, 0x01, 0x00], [0x15, 0x04, 0x04, 0x0E], [0x15, 0x03, 0x06],
        [0x19, 0x07, 0x01], [0x03, 0x02, 0x01, 0x00], [0x13, 0x02, 0x01, 0x00],
        [0x15, 0x02, 0x01, 0x00], [0x03, 0x01, 0x01], [0x13, 0x01, 0x01], [0x15, 0x01, 0x01],
        [0x19, 0x03, 0x08, 0x00], [0x19, 0x01, 0x01],
    ]

    /// One board that fuses nine axes at 100 Hz and streams the quaternion to its central.
    static func fusion() -> Measurement {
        let world = BenchWorld()
        world.addConnectedBoard()
        for packet in quaternionStream { world.command(packet) }
        let virtual = 600.0
        let before = world.notifications
        let (seconds, events) = leastCost(on: world.simulation.clock) {
            world.simulation.run(for: .seconds(virtual))
        }
        precondition(world.notifications - before > 150_000, "fusion does not stream")
        return Measurement(
            name: "fusion of nine axes at 100 Hz with its quaternion, against real time",
            value: virtual / seconds, unit: "x", bound: .atLeast(5_000),
            // Of each step: what the parts measure, and three vectors into the world.
            floor: Work(events: events / virtual, bytes: 18 * 100, products: 9 * 100),
            peer: .init(name: "fusion", times: 100))
    }
}
