import Simulation

extension Benchmarks {
    /// Ten processors one behind the other, each with something to do at every sample.
    static let processorChain: [[UInt8]] = [
        // RSS, average of four, less 1,000.
        [0x03, 0x04, 0xFF, 0xA0, 0x07, 0xA5, 0x01],
        [0x09, 0x03, 0, 0x20, 0x03, 0x05, 4],
        [0x09, 0x03, 1, 0x20, 0x09, 0x07, 0x09, 0xE8, 0x03, 0, 0, 0],
        // All pass, four samples late, without a sign.
        [0x09, 0x03, 2, 0x60, 0x01, 0, 0, 0],
        [0x09, 0x03, 3, 0x60, 0x0A, 3, 4],
        [0x09, 0x03, 4, 0x60, 0x09, 0x1F, 0x0A, 0, 0, 0, 0, 0],
        // Their sum, shifted, in three zones, once a second.
        [0x09, 0x03, 5, 0x60, 0x02, 0x0F],
        [0x09, 0x03, 6, 0x60, 0x09, 0x0F, 0x08, 8, 0, 0, 0, 0],
        [0x09, 0x03, 7, 0x60, 0x06, 0x96, 0, 1, 0, 0, 0, 0, 1, 0],
        [0x09, 0x03, 8, 0x00, 0x08, 0x10, 0xE8, 0x03, 0, 0],
    ]

    /// One board that runs the chain on acceleration at 100 Hz for an hour.
    static func chain() -> Measurement {
        let world = BenchWorld()
        world.addConnectedBoard()
        for processor in processorChain { world.command([0x09, 0x02] + processor) }
        for packet: [UInt8] in [[0x09, 0x07, 9, 1], [0x09, 0x03, 1]] { world.command(packet) }
        for packet in accelerometerStream where packet[1] != 0x04 { world.command(packet) }
        let virtual = 3600.0
        let before = world.notifications
        let tries = 3
        let (seconds, events) = leastCost(of: tries, on: world.simulation.clock) {
            world.simulation.run(for: .seconds(virtual))
        }
        // The chip's own clock is up to 1.3 % slow.
        precondition(
            world.notifications - before >= tries * 3_550, "the end of the chain is not heard")
        return Measurement(
            name: "10 processors on acceleration at 100 Hz, against real time",
            value: virtual / seconds, unit: "x", bound: .atLeast(5_000),
            floor: Work(events: events / virtual, bytes: 10 * 6 * 100, products: 2 * 100))
    }
}
