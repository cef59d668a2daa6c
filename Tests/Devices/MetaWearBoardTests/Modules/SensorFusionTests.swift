import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct SensorFusionTests {
    typealias Kind = SensorFusion.Mode.Kind

    /// The R with the last revision of fusion.
    static let boardR = Bench.profile(
        .metaMotionR, 0x19, ModuleInformation(0, 3, [3, 0, 6, 0, 2, 0, 1, 0]))

    /// A board that fuses, all outputs subscribed.
    static func bench(
        _ kind: Kind, _ profile: BoardProfile = .metaMotionS, mask: UInt8 = 0x7F
    ) -> Bench {
        let bench = Bench(profile, isTraced: false)
        let script = FusionScript(kind: kind, isBMI270: profile.modelNumber == "8")
        bench.write(script.configuration)
        for register in 0x04...0x0A as ClosedRange<UInt8> { bench.write([0x19, register, 0x01]) }
        bench.write(script.start(mask))
        return bench
    }

    /// Which outputs a mode delivers, by register, and the time between two (protocol, 20).
    static let modes: [(Kind, Set<UInt8>, Int64)] = [
        (.sleep, [], 0), (.ndof, [4, 5, 6, 7, 8, 9, 0x0A], 10), (.imuPlus, [4, 5, 7, 8, 0x0A], 10),
        (.compass, [4, 6, 7, 8, 9], 40), (.m4g, [4, 6, 7, 8, 9], 20),
    ]

    // registers SensorFusion 01 02 03 04 05 06 07 08 09 0a
    // holds FUS-01 FUS-02 FUS-03
    @Test(arguments: modes)
    func `each mode delivers its outputs at its rate, and no others`(
        _ kind: Kind, _ outputs: Set<UInt8>, _ milliseconds: Int64
    ) {
        for profile in [.metaMotionR, .metaMotionS] as [BoardProfile] {
            let bench = Self.bench(kind, profile)
            bench.run(milliseconds: 1_000)
            #expect(Set(bench.link.heard.map { $0[1] }) == outputs)
            #expect(bench.link.heard.allSatisfy { $0[0] == 0x19 })
            for packet in bench.link.heard {
                let sizes: [UInt8: Int] = [4: 15, 5: 15, 6: 15, 7: 18, 8: 18, 9: 14, 0x0A: 14]
                #expect(packet.count == sizes[packet[1]])
            }
            guard outputs.contains(7) else { continue }
            #expect(bench.samplePeriod(0x19, 0x07) == .milliseconds(milliseconds))
        }
    }

    // registers SensorFusion 01 03 07 08
    // holds FUS-04 FUS-05
    @Test func `the output mask says which, a second may join and leave`() {
        let bench = Self.bench(.ndof, mask: 0x08)
        func heard() -> Set<UInt8> {
            bench.link.heard = []
            bench.run(milliseconds: 200)
            return Set(bench.link.heard.map { $0[1] })
        }
        bench.run(milliseconds: 200)
        #expect(heard() == [7])
        bench.write("19 03 10 00")
        #expect(heard() == [7, 8])
        bench.write("19 03 00 08")
        #expect(heard() == [8])
        bench.write("19 07 01")
        bench.write("19 08 00")
        #expect(heard() == [])
        bench.write("19 08 01")
        #expect(heard() == [8])
        #expect(bench.ask("19 83").contains("19 83 10"))
        #expect(bench.ask("19 81").contains("19 81 01"))
        bench.write(FusionScript(kind: .ndof).stop)
        bench.link.heard = []
        #expect(bench.ask("19 83") == ["19 83 00"])
        #expect(bench.ask("19 81") == ["19 81 00"])
        #expect(heard() == [])
    }

    // registers SensorFusion 01
    // holds FUS-34 QRK-fusion-needs-awake-magnetometer
    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR], [false, true])
    func `a suspended magnetometer is woken, or with the quirk not`(
        _ profile: BoardProfile, _ isQuirky: Bool
    ) {
        let script = FusionScript(kind: .ndof, isBMI270: profile.inertialChip == .bmi270)
        let bench = Bench(
            profile, quirks: isQuirky ? [.fusionNeedsAwakeMagnetometer] : [], isTraced: false)
        bench.write(
            (script.configuration + script.start(0x08)).filter { $0 != [0x15, 0x01, 0x00] })
        bench.write([[0x19, 0x07, 0x01]])
        bench.run(milliseconds: 500)
        #expect(bench.take().isEmpty == isQuirky)
    }

    // holds FUS-06
    @Test func `with any of its sensors off fusion gives nothing`() {
        let script = FusionScript(kind: .ndof)
        let start = script.start(0x08)
        for without in start.indices.dropLast(0) {
            let bench = Bench(isTraced: false)
            bench.write(script.configuration + [[0x19, 0x07, 0x01]])
            bench.write(start.enumerated().filter { $0.offset != without }.map(\.element))
            bench.run(milliseconds: 500)
            #expect(bench.take() == [], "without \(Hex.text(start[without]))")
            bench.write(start[without])
            bench.run(milliseconds: 500)
            #expect(bench.take().count > 20, "with \(Hex.text(start[without]))")
        }
        // An interrupt feature needs the samples too, but does not give them away.
        let watching = Bench(.metaMotionR, isTraced: false)
        let scriptR = FusionScript(kind: .ndof, isBMI270: false)
        watching.write(scriptR.configuration + [[0x19, 0x07, 0x01], [0x03, 0x09, 0x07, 0x00]])
        watching.write(scriptR.start(0x08).filter { $0 != [0x03, 0x02, 0x01, 0x00] })
        watching.run(milliseconds: 500)
        #expect(watching.take() == [])
        // A magnetometer that is switched off later is missed too.
        let bench = Self.bench(.ndof, mask: 0x08)
        bench.run(milliseconds: 500)
        bench.write("15 01 00")
        bench.run(milliseconds: 1_200)
        bench.link.heard = []
        bench.run(milliseconds: 1_000)
        #expect(bench.take() == [])
    }

    /// Packets and what they decode to (protocol, 20.3).
    static let examples: [(String, [Double])] = [
        ("19 04 20 3e 53 c5 0c fe 79 46 0c fe 79 c6 00", [-3379.88, 15999.5, -15999.5]),
        ("19 05 7a 56 91 42 b4 62 60 c2 73 34 04 44 00", [72.669, -56.096, 528.820]),
        ("19 06 00 00 02 42 cd cc 6c c1 9a 99 ed 41 03", [32.5, -14.8, 29.7]),
        (
            "19 07 1b 9b 70 3f 8c 5e 4d bd 07 7f 1d be 78 02 9a be",
            [0.940, -0.050, -0.154, -0.301]
        ),
        (
            "19 08 b1 f9 c5 41 44 b9 f1 c2 1a 2f 04 c2 b1 f9 c5 41",
            [24.747, -120.862, -33.046, 24.747]
        ),
        ("19 09 ee 20 d3 3e b2 93 01 41 04 59 b0 c0", [0.412, 8.099, -5.511]),
        ("19 0a 2f ca 39 40 86 d4 61 41 80 4c 6e c0", [2.903, 14.114, -3.723]),
    ]

    // registers SensorFusion 04 05 06 07 08 09 0a
    // holds FUS-07
    @Test(arguments: examples)
    func `the layouts are those of the examples`(_ hex: String, _ values: [Double]) throws {
        let packet = try #require(Hex.bytes(hex))
        let payload = Array(packet.dropFirst(2))
        func check<P: Layout>(_: P.Type, _ read: (P) -> [Float]) throws {
            let decoded = try P(payload)
            #expect(decoded.bytes == payload)
            for (seen, wanted) in zip(read(decoded), values) {
                #expect(abs(Double(seen) - wanted) <= 0.0006 + abs(wanted) * 1e-6)
            }
        }
        switch packet[1] {
        case 4, 5, 6:
            try check(SensorFusion.Corrected.self) { [$0.x, $0.y, $0.z] }
            #expect(try SensorFusion.Corrected(payload).accuracy == packet.last)
        case 7: try check(SensorFusion.Attitude.self) { [$0.w, $0.x, $0.y, $0.z] }
        case 8: try check(SensorFusion.Angles.self) { [$0.heading, $0.pitch, $0.roll, $0.yaw] }
        default: try check(SensorFusion.Acceleration.self) { [$0.x, $0.y, $0.z] }
        }
        // The trace says the same numbers.
        let words = Bench().board.words(packet, fromBoard: true)
        #expect(words.contains("\(Float(Bench.floats(packet)[0]))"), "\(words)")
    }

    // registers SensorFusion 04 05 06 07 08 09 0a
    // holds FUS-35
    @Test func `corrected values lie on grids`() {
        let bench = Bench(sensors: .realistic, isTraced: false)
        let script = FusionScript(kind: .ndof, accelerationRange: 3)
        bench.body.rotation = Vector3(3, -2, 1)
        bench.write(
            script.configuration + [[0x19, 0x05, 0x01], [0x19, 0x06, 0x01], [0x19, 0x04, 0x01]])
        bench.write(script.start(0x07))
        bench.run(.seconds(5 as Int64))
        func isOn(_ step: Double, _ value: Double) -> Bool {
            let steps = value / step
            return abs(steps - steps.rounded()) < 0.01
        }
        var counts = [0, 0, 0]
        var fractions: Set<Int> = []
        for packet in bench.link.heard {
            let values = Bench.floats(Array(packet.dropLast()))
            counts[Int(packet[1]) - 4] += 1
            switch packet[1] {
            case 5: #expect(values.allSatisfy { isOn(1.0006 * 2000 / 32_768, $0) })
            case 6: #expect(values.allSatisfy { isOn(0.1, $0) })
            default:
                let count = 1000.0 / 2048
                fractions.formUnion(
                    values.map {
                        Int((($0 / count - ($0 / count).rounded(.down)) * count / 0.0234).rounded())
                    })
            }
        }
        #expect(counts.allSatisfy { $0 > 400 })
        // A fraction of a count for each axis, which moves seldom.
        #expect(fractions.count < 40)
    }

    // holds FUS-08 FUS-09
    @Test func `the outputs of a board that stands still, in their units`() {
        // Lying on its right side and turned a quarter to the left: x points down, y west.
        let bench = Bench(isTraced: false)
        let script = FusionScript(kind: .ndof)
        let attitude =
            Quaternion(angle: .pi / 2, axis: .zAxis) * Quaternion(angle: .pi / 3, axis: .yAxis)
        bench.body.attitude = attitude
        bench.body.acceleration = attitude.unrotate(.zAxis)
        bench.body.rotation = Vector3(0.5, 0, -0.25)
        bench.write(script.configuration)
        for register in 0x04...0x0A as ClosedRange<UInt8> { bench.write([0x19, register, 0x01]) }
        bench.write(script.start(0x7F))
        bench.run(milliseconds: 120)
        var seen: [UInt8: [UInt8]] = [:]
        for packet in bench.link.heard where seen[packet[1]] == nil { seen[packet[1]] = packet }
        let g = 9.80665
        let up = attitude.unrotate(.zAxis)
        let field = attitude.unrotate(Vector3(0, 20, -43.5))
        let wanted: [(UInt8, [Double], Double)] = [
            (4, [up.x * 1000, up.y * 1000, up.z * 1000], 0.1), (5, [0.5, 0, -0.25], 0.05),
            (6, [field.x, field.y, field.z], 0.07),
            (7, [attitude.w, attitude.x, attitude.y, attitude.z], 0.002),
            (8, [270, 0, 60, 270], 0.2), (9, [up.x * g, up.y * g, up.z * g], 0.01),
            (0x0A, [0, 0, 0], 0.01),
        ]
        for (register, values, tolerance) in wanted {
            let packet = seen[register] ?? []
            let numbers = packet.isEmpty ? [] : Bench.floats(packet)
            #expect(numbers.count == values.count, "\(register)")
            for (number, value) in zip(numbers, values) {
                #expect(abs(number - value) < tolerance, "\(register) \(numbers)")
            }
            // Nothing is known of the sensors yet.
            if register < 7 { #expect(packet.last == 0) }
        }
    }

    // registers SensorFusion 02
    // holds FUS-10
    @Test func `counts are taken for the ranges that the mode names`() {
        for (range, factor) in [(0x10, 1.0), (0x11, 2), (0x12, 4), (0x13, 8)] as [(UInt8, Double)] {
            let bench = Bench(isTraced: false)
            bench.write(FusionScript(kind: .imuPlus).configuration)
            bench.write([0x19, 0x02, 0x02, range])
            bench.write("19 04 01")
            bench.write(FusionScript(kind: .imuPlus).start(0x01))
            bench.run(milliseconds: 100)
            #expect(abs(Bench.floats(bench.link.heard[0])[2] - 1000 * factor) < 0.2)
        }
        for (range, scale) in [
            (0x00, 16.4 / 16), (0x10, 1), (0x20, 0.5), (0x30, 0.25), (0x40, 0.125), (0x50, 0.0625),
        ] as [(UInt8, Double)] {
            let bench = Bench(isTraced: false)
            bench.body.rotation = Vector3(80, 0, 0)
            bench.write(FusionScript(kind: .imuPlus).configuration)
            bench.write([0x19, 0x02, 0x02, range])
            bench.write("19 05 01")
            bench.write(FusionScript(kind: .imuPlus).start(0x02))
            bench.run(milliseconds: 100)
            #expect(abs(Bench.floats(bench.link.heard[0])[0] - 80 * scale) < 0.1 * scale + 0.01)
        }
    }

    // registers SensorFusion 02
    // holds FUS-11
    @Test func `mode and ranges read back, in every combination`() {
        let bench = Bench(.metaMotionR)
        #expect(bench.ask("19 82") == ["19 82 00 00"])
        for mode in 0...4 as ClosedRange<UInt8> {
            for rotation in 1...4 as ClosedRange<UInt8> {
                for acceleration in 0...3 as ClosedRange<UInt8> {
                    let range = rotation << 4 | acceleration
                    bench.write([0x19, 0x02, mode, range])
                    #expect(bench.ask("19 82") == ["19 82 " + Hex.text([mode, range])])
                }
            }
        }
        bench.play(
            """
            > 19 02 01 0f
            > 19 82
            < 19 82 01 0f
            > 19 02 02 43
            > 19 02 03 32
            > 19 02 04 21
            > 19 82
            < 19 82 04 21
            > 19 02 05 21
            ! unknown value 5
            > 19 82
            < 19 82 04 21
            """)
    }

    // registers SensorFusion 0f
    // holds FUS-12 FUS-13
    @Test func `a mode without a magnetometer starts at heading 0, a reset goes back to it`() {
        let bench = Bench(isTraced: false)
        let script = FusionScript(kind: .imuPlus)
        bench.write(script.configuration + [[0x19, 0x08, 0x01]] + script.start(0x10))
        func heading() -> Double {
            bench.link.heard = []
            bench.run(milliseconds: 20)
            return Bench.floats(bench.link.heard.last ?? [])[0].remainder(dividingBy: 360)
        }
        bench.run(milliseconds: 100)
        #expect(abs(heading()) < 0.01)
        bench.body.rotation = Vector3(0, 0, -90)
        bench.run(milliseconds: 500)
        bench.body.rotation = .zero
        #expect(abs(heading() - 45) < 3)
        bench.write("19 0f 01")
        #expect(abs(heading()) < 0.1)
        // Nothing but the modes with a gyroscope has it.
        let compass = Bench()
        compass.write(FusionScript(kind: .compass).configuration)
        compass.play("> 19 0f 01\n! only NDoF and IMU+")
    }

    // registers SensorFusion 01
    // holds FUS-14
    @Test func `enabling again begins anew`() {
        let bench = Bench(isTraced: false)
        let script = FusionScript(kind: .imuPlus)
        bench.write(script.configuration + [[0x19, 0x08, 0x01]] + script.start(0x10))
        bench.body.rotation = Vector3(0, 0, -90)
        bench.run(milliseconds: 500)
        bench.body.rotation = .zero
        bench.run(milliseconds: 100)
        bench.write("19 01 01")
        bench.link.heard = []
        bench.run(milliseconds: 20)
        let heading = Bench.floats(bench.link.heard.last ?? [])[0]
        #expect(abs(heading.remainder(dividingBy: 360)) < 0.1)
    }

    // registers SensorFusion 0b 0f
    // holds FUS-15
    @Test func `the registers of later revisions`() {
        for (revision, refused) in [
            (0, ["19 8b", "19 8c", "19 8d", "19 8e", "19 0f 01"]),
            (1, ["19 8c", "19 8d", "19 8e", "19 0f 01"]), (2, ["19 0f 01"]), (3, []),
        ] as [(UInt8, [String])] {
            let bench = Bench(Bench.profile(.metaMotionR, 0x19, ModuleInformation(0, revision)))
            for packet in ["19 8b", "19 8c", "19 8d", "19 8e", "19 0f 01"] {
                let answer = bench.ask(packet)
                let isRefused = bench.lines.last?.contains("needs revision") == true
                #expect(isRefused == refused.contains(packet), "\(revision) \(packet)")
                if !isRefused, packet != "19 0f 01" {
                    let zeros =
                        packet == "19 8b" ? " 00 00 00" : String(repeating: " 00", count: 10)
                    #expect(answer == [packet + zeros])
                }
            }
        }
    }

    // holds FUS-19
    @Test func `current while it runs`() throws {
        let bench = Self.bench(.ndof)
        let module: SensorFusion = try #require(bench.board.module())
        #expect(module.current(on: bench.board) == 925)
        bench.write("19 01 00")
        #expect(module.current(on: bench.board) == 0)
    }
}
