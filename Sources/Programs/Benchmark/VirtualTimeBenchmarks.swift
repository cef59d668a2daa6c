import CommandLineProgram
import CoreBluetooth
import Foundation
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import VirtualTime

/// What it costs to run tasks in virtual time.
enum VirtualTimeBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        [minutes(), notification(), world(), sleep(), clock()]
    }

    /// A test as an app has it: a board, a host, ten minutes in which it reads a value every second.
    private static func minutes() -> Measurement {
        let seconds = leastProcessorSeconds {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                try await withVirtualTime(desk) {
                    let transport = desk.radio.transport(to: board)
                    try await transport.connect(to: board)
                    let end = ContinuousClock.now + .seconds(600)
                    while ContinuousClock.now < end {
                        _ = try await transport.read(from: MWUUIDs.batteryLevel)
                        try await Task.sleep(for: .seconds(1))
                    }
                }
            }
        }
        return Measurement(
            name: "a test that spans ten virtual minutes, a reading every second",
            value: seconds * 1e3, unit: "ms", bound: .atMost(50))
    }

    /// Ten minutes of acceleration at 100 Hz, from the firmware to a loop over a stream.
    private static func notification() -> Measurement {
        let virtual = 600.0
        nonisolated(unsafe) var count = 0
        let seconds = leastProcessorSeconds {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                count = try await withVirtualTime(desk) {
                    let transport = desk.radio.transport(to: board)
                    try await transport.connect(to: board)
                    let packets = await transport.notifications(from: MWUUIDs.notify)
                    for packet in Benchmarks.accelerometerStream {
                        try await transport.write(
                            Data(packet), to: MWUUIDs.command, type: .withoutResponse)
                    }
                    let listener = Task {
                        var count = 0
                        for try await _ in packets { count += 1 }
                        return count
                    }
                    try await Task.sleep(for: .seconds(virtual))
                    try await transport.disconnect()
                    return try await listener.value
                }
            }
        }
        return Measurement(
            name: "acceleration at 100 Hz, sensor to a task in virtual time, a sample",
            value: seconds / Double(max(1, count)) * 1e6, unit: "us", bound: .atMost(2.5))
    }

    private static func world() -> Measurement {
        let count = 1000
        let seconds = leastProcessorSeconds {
            waitForTasks { for _ in 0..<count { try await withVirtualTime {} } }
        }
        return Measurement(
            name: "a world of virtual time, start and end", value: seconds / Double(count) * 1e6,
            unit: "us", bound: .atMost(100))
    }

    private static func sleep() -> Measurement {
        let count = 100_000
        let seconds = leastProcessorSeconds {
            waitForTasks {
                try await withVirtualTime {
                    for _ in 0..<count { try await Task.sleep(for: .milliseconds(1)) }
                }
            }
        }
        return Measurement(
            name: "Task.sleep in virtual time", value: seconds / Double(count) * 1e6, unit: "us",
            bound: .atMost(1.5), floor: Work(events: 1))
    }

    /// The whole program reads its clocks through `VirtualTime`.
    private static func clock() -> Measurement {
        let count = 1_000_000
        let seconds = leastProcessorSeconds { for _ in 0..<count { _ = ContinuousClock.now } }
        return Measurement(
            name: "reading a clock outside of virtual time", value: seconds / Double(count) * 1e9,
            unit: "ns", bound: .atMost(60))
    }
}
