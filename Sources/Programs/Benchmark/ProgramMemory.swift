import Simulation

extension Benchmarks {
    /// Everything that a board can hold: every processor, logger, event and macro.
    static var fullProgram: [[UInt8]] { processors + loggers + events + macros }

    /// Commands that make something, each answered with its id.
    static var madeThings: Int {
        fullProgram.count { $0[1] == 0x02 }
    }

    private static var processors: [[UInt8]] {
        (0..<28).map { id in
            let step = id % processorChain.count
            var definition = processorChain[step]
            // A chain's first takes the sensor, each other one the processor made before it.
            if step > 0 { definition[2] = UInt8(truncatingIfNeeded: id - 1) }
            return [0x09, 0x02] + definition
        }
    }

    /// Of the first eight processors.
    private static var loggers: [[UInt8]] {
        (0..<8).map { [0x0B, 0x02, 0x09, 0x03, $0, 0x60] }
    }

    /// A pattern of the LED for every processor, the longest command that an SDK binds.
    private static var events: [[UInt8]] {
        (0..<28).flatMap { id -> [[UInt8]] in
            [
                [0x0A, 0x02, 0x09, 0x03, id, 0x02, 0x03, 0x0F],
                [0x0A, 0x03, 0x00, 0x02, 0x1F, 0x1F, 0, 0, 0x32, 0, 0, 0, 0xF4, 0x01, 0, 0, 1],
            ]
        }
    }

    /// Ten commands each.
    private static var macros: [[UInt8]] {
        (0..<8).flatMap { _ -> [[UInt8]] in
            let pattern: [UInt8] = [
                0x0F, 0x03, 0x02, 0x03, 0x00, 0x02, 0x1F, 0x1F, 0, 0, 0x32, 0, 0, 0, 0xF4, 0x01, 0,
                0, 1,
            ]
            return [[0x0F, 0x02, 0x00]] + Array(repeating: pattern, count: 10) + [[0x0F, 0x04]]
        }
    }

    /// What one more connected board takes when it is full of programs; its log is empty.
    static func programMemory() -> Measurement {
        func add(to world: BenchWorld, _ count: Int) {
            for _ in 0..<count {
                world.addConnectedBoard(interval: .milliseconds(30))
                let index = world.boards.count - 1
                let before = world.notifications
                for packet in fullProgram { world.command(packet, to: index) }
                world.simulation.run(for: .milliseconds(100))
                precondition(
                    world.notifications - before == madeThings, "the board refused a program")
                for packet in accelerometerStream { world.command(packet, to: index) }
                // Everything runs once.
                world.simulation.run(for: .seconds(1))
                world.command([0x03, 0x01, 0x00], to: index)
            }
        }
        let world = BenchWorld()
        add(to: world, 2)
        let before = heapBytes
        let count = 30
        add(to: world, count)
        return Measurement(
            name: "one more board with 28 processors, 28 events, 8 loggers, 8 macros",
            value: Double(heapBytes - before) / Double(count) / 1024, unit: "KiB",
            bound: .atMost(33))
    }
}
