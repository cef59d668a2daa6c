import Checkout
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct FusionCalibrationTests {
    // registers SensorFusion 0c 0d 0e
    // holds FUS-16
    @Test func `the examples' blocks are kept and answered`() {
        Bench().play(
            """
            > 19 0c f6 ff 00 00 0a 00 e8 03 03 00
            > 19 8c
            < 19 8c f6 ff 00 00 0a 00 e8 03 03 00
            > 19 0d 04 00 08 00 01 00 00 00 03 00
            > 19 8d
            < 19 8d 04 00 08 00 01 00 00 00 03 00
            > 19 0e 66 00 17 fd 8a fc 7f 03 01 00
            > 19 8e
            < 19 8e 66 00 17 fd 8a fc 7f 03 01 00
            > 19 0e 66 00 17 fd
            ! too short
            """)
    }

    // registers SensorFusion 0b 0c 0d 0e
    // holds FUS-16 FUS-17
    @Test func `blocks count at the next mode change, in mg and sixteenths`() {
        let bench = Bench(isTraced: false)
        let script = FusionScript(kind: .ndof)
        bench.write(script.configuration)
        for register in [4, 5, 6] as [UInt8] { bench.write([0x19, register, 0x01]) }
        bench.write("19 0c f6 ff 00 00 0a 00 e8 03 03 00")
        bench.write("19 0d 10 00 20 00 f0 ff 00 00 03 00")
        bench.write("19 0e 40 01 b0 ff 10 00 7f 03 03 00")
        bench.write(script.start(0x07))
        func values() -> [UInt8: [Double]] {
            bench.link.heard = []
            bench.run(milliseconds: 100)
            var last: [UInt8: [Double]] = [:]
            for packet in bench.link.heard { last[packet[1]] = Bench.floats(packet) }
            return last
        }
        func isNear(_ a: [Double]?, _ b: [Double], _ tolerance: Double) -> Bool {
            zip(a ?? [.nan], b).allSatisfy { abs($0 - $1) < tolerance }
        }
        var seen = values()
        #expect(isNear(seen[4], [0, 0, 1000], 0.1), "\(seen)")
        #expect(isNear(seen[6], [0, 20, -43.5], 0.7), "\(seen)")
        bench.write([0x19, 0x02, 0x01, 0x10])
        seen = values()
        #expect(isNear(seen[4], [10, 0, 990], 0.1), "\(seen)")
        #expect(isNear(seen[5], [-1, -2, 1], 0.1), "\(seen)")
        #expect(isNear(seen[6], [-20, 25, -44.5], 1), "\(seen)")
        #expect(bench.ask("19 8b").contains("19 8b 03 03 03"))
    }

    // holds QRK-calibration-crash FUS-18
    @Test func `a poor magnetometer calibration crashes a board with the quirk`() {
        let block = "19 0e 66 00 17 fd 8a fc 7f 03 01 00"
        let good = "19 0e 66 00 17 fd 8a fc 7f 03 03 00"
        for (quirks, packet, mode, crashes) in [
            ([], block, "19 02 01 10", false), ([.calibrationCrash], block, "19 02 01 10", true),
            ([.calibrationCrash], good, "19 02 01 10", false),
            ([.calibrationCrash], block, "19 02 02 10", false),
        ] as [(Set<Quirk>, String, String, Bool)] {
            let bench = Bench(quirks: quirks)
            bench.write(packet)
            #expect(bench.board.resets == 0)
            bench.write(mode)
            #expect(bench.board.resets == (crashes ? 1 : 0))
            let isWarned = bench.lines.contains { $0.contains("crashes real firmware") }
            #expect(isWarned == (quirks.isEmpty))
        }
    }

    /// A realistic board on a scripted body.
    private final class CalibrationBench {
        let simulation = Simulation(seed: 3)
        let body: ScriptedBody
        let board: MetaWearBoard
        let link: FakeLink

        init(_ profile: BoardProfile, _ moves: [Move], specimen: Int = 0) throws {
            body = try ScriptedBody(moves)
            board = MetaWearBoard(
                profile, name: "board", address: Bench.address, body: body,
                environment: SimpleEnvironment(), specimen: specimen, in: simulation)
            link = FakeLink(board, in: simulation)
            board.connected(.init(1), to: Bench.central, Bench.parameters)
            board.subscriptionChanged(.init(2), by: .init(1), to: .notifications)
        }

        func ask(_ hex: String) -> [UInt8] {
            link.heard = []
            board.perform(Hex.bytes(hex) ?? [])
            return link.heard.first ?? []
        }
    }

    // registers SensorFusion 07 0b 0c 0d 0e
    // holds FUS-29 FUS-30 FUS-31
    @Test(.slow, arguments: [SensorFusionTests.boardR, .metaMotionS])
    func `a board that is turned learns its sensors, and where north is`(
        _ profile: BoardProfile
    ) throws {
        var moves: [Move] = [.pause(4)]
        for _ in 0..<3 {
            moves += [.turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)), .pause(3)]
        }
        moves += [
            .turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)),
            .turn(Turn(angle: .pi / 2, axis: .yAxis, duration: 1.5)), .pause(3),
            .turn(Turn(angle: .pi, axis: .yAxis, duration: 2)), .pause(3),
            .turn(Turn(angle: .pi / 2, axis: .yAxis, duration: 1.5)),
            .turn(Turn(angle: 2 * .pi, axis: .zAxis, duration: 6)), .pause(5),
            .repeat(3, [.turn(Turn(angle: 1.5, duration: 1)), .pause(2)]), .pause(10),
        ]
        let world = try CalibrationBench(profile, moves)
        let script = FusionScript(
            kind: .ndof, isBMI270: profile.modelNumber == "8", accelerationRange: 3)
        for packet in script.configuration + [[0x19, 0x07, 0x01]] + script.start(0x08) {
            world.board.perform(packet)
        }
        world.simulation.run(for: .milliseconds(500))
        #expect(world.ask("19 8b") == [0x19, 0x8B, 0, 0, 0])
        var history: [[UInt8]] = []
        while world.simulation.now < world.body.end - .seconds(20.0) {
            world.simulation.run(for: .seconds(1.0))
            history.append(Array(world.ask("19 8b").suffix(3)))
        }
        #expect(history.last == [3, 3, 3], "\(history)")
        #expect(
            Set(history.map { $0[0] }) == [0, 1, 2, 3] || Set(history.map { $0[0] }) == [1, 2, 3])
        // The quaternions of the rest, against the truth.
        var (sum, count) = (0.0, 0.0)
        let outlet = world.board.outlets.first { $0.key == SignalKey(0x19, 0x07) }
        outlet?.observer = { time, bytes, _ in
            let parts = Bench.floats([0, 0] + bytes.array)
            let seen = Quaternion(parts[0], parts[1], parts[2], parts[3])
            let error = seen.headingError(to: world.body.orientation(at: time)) * 180 / .pi
            sum += error * error
            count += 1
        }
        world.simulation.run(for: .seconds(18.0))
        #expect(count > 1_700)
        #expect((sum / count).squareRoot() < 3)
        // What was learned can be saved, and brings a board of the same make there at once.
        let blocks = ["19 8c", "19 8d", "19 8e"].map { world.ask($0) }
        let block = try SensorFusion.Calibration(Array(blocks[0].dropFirst(2)))
        #expect(block.radius == 1000 && block.accuracy == 3)
        let truth = world.board.hardware.accelerometer.turnOnBias * 1000
        #expect(abs(Double(block.x) - truth.x) < 15 && abs(Double(block.z) - truth.z) < 15)
        world.board.perform([0x19, 0x01, 0x00])
        #expect(world.ask("19 8c") == blocks[0])
        world.board.resetByPin()
        world.simulation.run(for: .seconds(2.0))
        world.board.connected(.init(2), to: Bench.central, Bench.parameters)
        world.board.subscriptionChanged(.init(2), by: .init(2), to: .notifications)
        #expect(world.ask("19 8c").dropFirst(2).allSatisfy { $0 == 0 })
        for block in blocks {
            world.board.perform([block[0], block[1] & 0x7F] + block.dropFirst(2))
        }
        for packet in script.configuration + script.start(0x08) { world.board.perform(packet) }
        world.simulation.run(for: .milliseconds(300))
        #expect(world.ask("19 8b") == [0x19, 0x8B, 3, 3, 3])
    }
}
