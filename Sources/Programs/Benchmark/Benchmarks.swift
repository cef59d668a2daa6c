import Bluetooth
import Central
import CommandLineProgram
import MetaWearBoard
import Motion
import Simulation
import Wire

/// Every figure that `boardsim bench` prints, in order.
enum Benchmarks {
    /// By a word that `--only` takes.
    static var all: [(name: String, measure: (Console) -> [Measurement])] {
        [
            ("notification", { _ in [notification()] }), ("read", { _ in [read()] }),
            ("hour", { _ in [hour()] }), ("boards", { _ in [manyBoards()] }),
            ("samples", { _ in [samples()] }), ("chain", { _ in [chain()] }),
            ("fusion", { _ in [fusion()] + fusionAccuracy() }), ("fusion-truth", fusionTruth),
            ("memory", { _ in [boardMemory(), programMemory()] }),
            ("log", { _ in fullLog() }), ("scale", ScaleBenchmarks.all),
            ("scenario", firstScenario), ("exploration", ExplorationBenchmarks.all),
            ("transport", TransportBenchmarks.all), ("radio", RadioBenchmarks.all),
            ("bluez-socket", BlueZBenchmarks.socket), ("bluez-signal", BlueZBenchmarks.signal),
            ("stand-in", StandInBenchmarks.all), ("conformance", ConformanceBenchmarks.all),
            ("triki", TrikiBenchmarks.all), ("games", GameBenchmarks.all),
            ("virtual-time", VirtualTimeBenchmarks.all), ("led", LedBenchmarks.all),
            ("looking-back", LookingBackBenchmarks.all),
            ("persistence", PersistenceBenchmarks.all), ("sdk", SDKBenchmarks.all),
        ]
    }

    /// 20 bytes from the firmware through server, link and client to a handler.
    static func notification() -> Measurement {
        let world = BenchWorld()
        world.addConnectedBoard()
        let board = world.boards[0]
        let packet = ShortBytes((0..<20).map { UInt8($0) })
        let count = 200_000
        let (seconds, events) = leastCost(on: world.simulation.clock) {
            let goal = world.notifications + count
            while world.notifications < goal {
                for _ in 0..<6 { board.notify(packet) }
                world.simulation.run(for: .microseconds(7_500))
            }
        }
        return Measurement(
            name: "notification of 20 bytes, firmware to central",
            value: seconds / Double(count) * 1e6,
            unit: "us", bound: .atMost(0.2), floor: Work(events: events / Double(count), bytes: 20),
            peer: .init(name: "notification"))
    }

    /// A read request and its response.
    static func read() -> Measurement {
        let world = BenchWorld()
        world.addConnectedBoard()
        let link = world.links[0]
        let count = 100_000
        let handle = (try? link.characteristic("2A19"))?.valueHandle ?? 0
        let (seconds, events) = leastCost(on: world.simulation.clock) {
            for _ in 0..<count { _ = try? link.readAndWait(handle: handle) }
        }
        return Measurement(
            name: "GATT read round trip", value: seconds / Double(count) * 1e6, unit: "us",
            bound: .atMost(0.8), floor: Work(events: events / Double(count), bytes: 8),
            peer: .init(name: "read"))
    }

    static let accelerometerStream: [[UInt8]] = [
        [0x03, 0x03, 0xA8, 0x02], [0x03, 0x04, 0x01], [0x03, 0x02, 0x01, 0x00], [0x03, 0x01, 0x01],
    ]
    static let gyroscopeStream: [[UInt8]] = [
        [0x13, 0x03, 0x28, 0x00], [0x13, 0x04, 0x01], [0x13, 0x02, 0x01, 0x00], [0x13, 0x01, 0x01],
    ]

    /// One simulated hour of one board that streams acceleration at 100 Hz.
    static func hour() -> Measurement {
        let world = BenchWorld()
        world.addConnectedBoard()
        for packet in accelerometerStream { world.command(packet) }
        let (seconds, events) = leastCost(of: 2, on: world.simulation.clock) {
            world.simulation.run(for: .seconds(3600))
        }
        // Of each sample: gravity in the board's axes, the part's errors, ten bytes on their way.
        let samples = 360_000.0
        return Measurement(
            name: "one simulated hour of acceleration at 100 Hz", value: seconds, unit: "s",
            bound: .atMost(0.12),
            floor: Work(events: events, bytes: 10 * samples, products: 2 * samples))
    }

    /// A hundred boards that stream acceleration and rotation at 100 Hz each, on one core.
    static func manyBoards() -> Measurement {
        let world = BenchWorld()
        for _ in 0..<100 { world.addConnectedBoard(interval: .milliseconds(30)) }
        for index in 0..<100 {
            for packet in accelerometerStream + gyroscopeStream {
                world.command(packet, to: index)
            }
        }
        let virtual = 20.0
        let (seconds, events) = leastCost(of: 2, on: world.simulation.clock) {
            world.simulation.run(for: .seconds(virtual))
        }
        // Of two sensors.
        let samples = 100 * 100 * 2.0
        return Measurement(
            name: "100 boards, acceleration and rotation at 100 Hz, against real time",
            value: virtual / seconds, unit: "x", bound: .atLeast(130),
            floor: Work(events: events / virtual, bytes: 10 * samples, products: 2 * samples))
    }

    /// Truth and error model of accelerometer, gyroscope and magnetometer at one instant.
    static func samples() -> Measurement {
        // As the firmware holds them: a conversion at each call would count references.
        let body: any Body = BenchWorld.movingBody()
        let environment: any Environment = SimpleEnvironment()
        func sensor(_ specification: TriaxialSensorSpecification, _ name: String) -> TriaxialSensor
        {
            let sensor = TriaxialSensor(
                specification, random: RandomStream(seed: 1, purpose: name))
            sensor.configure(
                .init(outputRate: 100, cutoff: 40, fullScale: 2000, countsPerUnit: 16))
            return sensor
        }
        let accelerometer = sensor(.bmi270Accelerometer, "acceleration")
        let gyroscope = sensor(.bmi270Gyroscope, "rotation")
        let magnetometer = sensor(.bmm150Magnetometer, "field")
        let count = 500_000
        var sum = 0
        var time = Instant.zero
        let seconds = leastProcessorSeconds {
            for _ in 0..<count {
                time = time + .milliseconds(10)
                let a = accelerometer.sample(body, environment, at: time)
                let g = gyroscope.sample(body, environment, at: time)
                let m = magnetometer.sample(body, environment, at: time)
                sum &+= Int(a.x) &+ Int(g.y) &+ Int(m.z)
            }
        }
        precondition(sum != .min)
        return Measurement(
            name: "9-axis samples with truth and error model", value: Double(count) / seconds,
            unit: "/s", bound: .atLeast(8_000_000),
            // Three vectors into the board's axes, and the three parts' errors.
            floor: Work(products: 6), peer: .init(name: "samples"))
    }
}
