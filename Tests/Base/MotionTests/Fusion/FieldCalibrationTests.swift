import Checkout
import Motion
import Simulation
import Testing

@Suite struct `Field calibration` {
    /// A board on a table, and what fusion makes of its heading and its field.
    private struct Still {
        /// The largest change of the heading since the start, in degrees.
        var turned = 0.0
        /// The corrected field at the end against that at the start.
        var field = 0.0
        var accuracy: UInt8 = 0
    }

    private func still(
        _ mode: MotionFusion.Mode, minutes: Double, specimen: UInt64, hasBMI270: Bool,
        repetitions: (Int, Int) = (9, 15)
    ) throws -> Still {
        var bench = try FusionBench(
            mode, [.pause(60 * minutes)], specimen: specimen, hasBMI270: hasBMI270)
        bench.magnetometer.configure(
            repetitionsXY: repetitions.0, repetitionsZ: repetitions.1)
        bench.run(to: 5)
        let start = bench.fusion.orientation
        let offset = bench.fusion.fieldKnowledge.offset
        let field = bench.fusion.correctedField.length
        var still = Still()
        bench.run(to: 60 * minutes) { fusion, _ in
            let turned = fusion.orientation.headingError(to: start).magnitude * 180 / .pi
            still.turned = max(still.turned, turned)
        }
        still.field = 1 + (bench.fusion.fieldKnowledge.offset - offset).length / field
        still.accuracy = bench.fusion.fieldKnowledge.accuracy
        return still
    }

    // holds FUS-37
    @Test(.slow, arguments: [false, true])
    func `a board that lies still neither turns nor unlearns the field`(_ isS: Bool) throws {
        for specimen in 1...5 as ClosedRange<UInt64> {
            let board = try still(
                .nineAxis, minutes: 20, specimen: specimen, hasBMI270: isS)
            #expect(board.turned < 3, "specimen \(specimen)")
            #expect(abs(board.field - 1) < 0.05, "specimen \(specimen)")
            #expect(board.accuracy == 0, "what lies still learns nothing")
        }
    }

    // holds FUS-37
    @Test func `also with the noisiest preset, and without a gyroscope`() throws {
        for mode in [MotionFusion.Mode.nineAxis, .compass, .virtualGyroscope] {
            let board = try still(
                mode, minutes: 5, specimen: 3, hasBMI270: true, repetitions: (1, 1))
            #expect(abs(board.field - 1) < 0.05)
            #expect(board.accuracy == 0)
        }
    }

    /// A hand that turns a board this way and that, about half as far as a figure of eight.
    private static let turns: [Move] = [
        .pause(1),
        .repeat(
            3,
            [
                .turn(Turn(angle: 1.2, axis: .zAxis, duration: 0.8)),
                .turn(Turn(angle: 0.9, axis: .xAxis, duration: 0.7)),
                .turn(Turn(angle: -1.1, axis: .yAxis, duration: 0.8)),
                .turn(Turn(angle: -0.9, axis: .xAxis, duration: 0.7)),
            ]),
    ]

    // holds FUS-38
    @Test func `a few turns teach the iron to 3 microtesla`() throws {
        var errors: [Double] = []
        for specimen in 1...12 as ClosedRange<UInt64> {
            var bench = try FusionBench(.nineAxis, Self.turns, specimen: specimen)
            bench.run(to: 10)
            let iron = bench.magnetometer.sensor.turnOnBias
            errors.append((bench.fusion.fieldKnowledge.offset - iron).length)
        }
        // The parts' errors of scale are 1 % on each axis.
        #expect(errors.filter { $0 < 3 }.count >= 10, "\(errors)")
    }

    // holds FUS-38
    @Test(.slow) func `an accuracy of 2 is never wrong by 10 microtesla`() throws {
        for specimen in 1...12 as ClosedRange<UInt64> {
            for moves in [Self.turns, FusionBench.calibration] + [
                [.swing(Swing(amplitude: 0.7, frequency: 0.8, cycles: 20, radius: 0.6))],
                [.walk(Walk(steps: 30))],
            ] {
                var bench = try FusionBench(
                    .nineAxis, moves, specimen: specimen, hasBMI270: specimen % 2 == 0)
                let iron = bench.magnetometer.sensor.turnOnBias
                bench.run(to: 40) { fusion, _ in
                    guard fusion.fieldKnowledge.accuracy >= 2 else { return }
                    let error = (fusion.fieldKnowledge.offset - iron).length
                    #expect(error < 10, "specimen \(specimen)")
                }
            }
        }
    }
}
