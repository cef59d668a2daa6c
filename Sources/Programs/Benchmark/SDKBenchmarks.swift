import CommandLineProgram
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Simulation
import VirtualTime

/// What the SDK costs: an app's code against the whole firmware, in virtual time.
enum SDKBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        hour() + [connection(), minutes(), download(), devices()]
    }

    private static let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)

    /// An hour of acceleration, and what each of its samples costs.
    private static func hour() -> [Measurement] {
        nonisolated(unsafe) var count = 0
        nonisolated(unsafe) var events = 0.0
        let seconds = leastProcessorSeconds {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                count = try await withVirtualTime(desk) {
                    let device = device(board, on: desk)
                    try await device.connect()
                    let stream = try await device.startStream(sensor)
                    let listener = Task {
                        var count = 0
                        for try await _ in stream { count += 1 }
                        return count
                    }
                    try await Task.sleep(for: .seconds(3600))
                    try await device.stopStreaming(sensor)
                    return try await listener.value
                }
                events = Double(desk.simulation.clock.handled)
            }
        }
        let work = Work(events: events, bytes: 10 * Double(count), products: 2 * Double(count))
        return [
            Measurement(
                name: "a virtual hour of packed acceleration at 100 Hz through the SDK",
                value: seconds, unit: "s", bound: .atMost(0.6), floor: work),
            Measurement(
                name: "a sample of it, firmware to a loop over the stream",
                value: seconds / Double(max(1, count)) * 1e6, unit: "us", bound: .atMost(1.5),
                floor: work / Double(max(1, count))),
        ]
    }

    private static func connection() -> Measurement {
        let count = 50
        nonisolated(unsafe) var events = 0.0
        let seconds = leastProcessorSeconds {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                try await withVirtualTime(desk) {
                    for _ in 0..<count {
                        let device = device(board, on: desk)
                        try await device.connect()
                        try await device.disconnect()
                    }
                }
                events = Double(desk.simulation.clock.handled)
            }
        }
        return Measurement(
            name: "connecting through the SDK, with discovery of all modules",
            value: seconds / Double(count) * 1e3, unit: "ms", bound: .atMost(1.5),
            floor: Work(events: events) / Double(count))
    }

    private static func minutes() -> Measurement {
        nonisolated(unsafe) var events = 0.0
        let seconds = leastProcessorSeconds {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                try await withVirtualTime(desk) {
                    let device = device(board, on: desk)
                    try await device.connect()
                    for _ in 0..<600 {
                        _ = try await device.readBattery()
                        try await Task.sleep(for: .seconds(1))
                    }
                    try await device.disconnect()
                }
                events = Double(desk.simulation.clock.handled)
            }
        }
        return Measurement(
            name: "a test of ten virtual minutes with the SDK, the battery every second",
            value: seconds * 1e3, unit: "ms", bound: .atMost(50), floor: Work(events: events))
    }

    /// A hundred thousand entries as samples, less what the same readout costs without the SDK.
    private static func download() -> Measurement {
        let typed = leastSeconds { desk, board in
            let device = device(board, on: desk)
            try await device.connect()
            try await device.recoverLoggers(for: fastSensor)
            let start = Pacer.processorSeconds
            var count = 0
            for try await part in try await device.downloadLogs(fastSensor) {
                count = part.data.count
            }
            precondition(count > 49_000)
            return Pacer.processorSeconds - start
        }
        let bare = leastSeconds { desk, board in
            let transport = desk.radio.transport(to: board)
            try await transport.connect(to: board)
            let packets = await transport.notifications(from: MWUUIDs.notify)
            func write(_ packet: Packet) async throws {
                try await transport.write(
                    packet.data, to: MWUUIDs.command, type: .withoutResponse)
            }
            let start = Pacer.processorSeconds
            var download = LogDownload(revision: 3)
            for packet in download.begin() + [LogCommand.readLength] { try await write(packet) }
            for try await packet in packets {
                let bytes = [UInt8](packet.prefix(6))
                switch bytes[1] {
                case 0x85: try await write(LogCommand.readout(answering: bytes, reports: 0))
                case 0x0D: try await write(LogCommand.confirmPage)
                case 0x08 where bytes[2...] == [0, 0, 0, 0]:
                    return Pacer.processorSeconds - start
                default: break
                }
            }
            return .infinity
        }
        return Measurement(
            name: "typed download of 100,000 entries, beyond the readout itself",
            value: max(0, typed - bare), unit: "s", bound: .atMost(0.25))
    }

    private static let fastSensor = MWAccelerometerBMI270(odr: .hz800, range: .g4)

    /// The least processor time that some work takes with a board that has recorded 100,000 entries.
    private static func leastSeconds(
        _ work: @escaping @Sendable (SimulatedDesk, UUID) async throws -> Double
    ) -> Double {
        nonisolated(unsafe) var least = Double.infinity
        for _ in 0..<3 {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let board = try desk.add(.metaMotionS).identifier
                let seconds = try await withVirtualTime(desk) {
                    let recorder = device(board, on: desk)
                    try await recorder.connect()
                    try await recorder.startLogging(fastSensor)
                    try await Task.sleep(for: .seconds(62.5))
                    try await recorder.stopLogging(fastSensor)
                    try await recorder.disconnect()
                    return try await work(desk, board)
                }
                least = min(least, seconds)
            }
        }
        return least
    }

    private static func devices() -> Measurement {
        let virtual = 20.0
        nonisolated(unsafe) var events = 0.0
        let seconds = leastProcessorSeconds(of: 1) {
            waitForTasks {
                let desk = SimulatedDesk(seed: 7)
                let boards = try (0..<50).map { _ in try desk.add(.metaMotionS).identifier }
                try await withVirtualTime(desk) {
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for board in boards {
                            group.addTask {
                                let device = device(board, on: desk)
                                try await device.connect()
                                var count = 0
                                for try await _ in try await device.startStream(sensor) {
                                    count += 1
                                    if count == Int(virtual * 100) { break }
                                }
                                try await device.stopStreaming(sensor)
                                try await device.disconnect()
                                return count
                            }
                        }
                        for try await _ in group {}
                    }
                }
                events = Double(desk.simulation.clock.handled)
            }
        }
        return Measurement(
            name: "50 devices at 100 Hz in one test, times real time",
            value: virtual / seconds, unit: "x", bound: .atLeast(60),
            floor: Work(events: events, bytes: 10 * 100_000, products: 2 * 100_000) / virtual)
    }

    private static func device(_ board: UUID, on desk: SimulatedDesk) -> MetaWearDevice {
        MetaWearDevice(identifier: board, transport: desk.radio.transport(to: board))
    }
}
