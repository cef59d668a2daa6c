import Checkout
import Foundation
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Walks out of published models of the load that a walker puts on the ground, played as a
/// recording: no formula of them is one of `Walk`, after which the step detector was tuned.
@Suite struct GaitTests {
    /// A walker's vertical load by its harmonics, as parts of the weight.
    struct Gait: Sendable, CustomTestStringConvertible {
        let model: String
        /// Steps a second.
        let cadence: Double
        let amplitudes: [Double]
        let phases: [Double]

        var testDescription: String { "\(model), \(cadence) steps a second" }

        /// H. Bachmann and W. Ammann, "Vibrations in Structures", IABSE 1987: three harmonics;
        /// 0.4 at 2 steps a second and 0.5 at 2.4, the others 0.1 and a quarter period late.
        static func bachmann(_ cadence: Double) -> Gait {
            Gait(
                model: "Bachmann and Ammann", cadence: cadence,
                amplitudes: [0.4 + 0.25 * (cadence - 2), 0.1, 0.1],
                phases: [0, .pi / 2, .pi / 2])
        }

        /// P. Young, "Improved floor vibration prediction methodologies", Arup 2001: four
        /// harmonics that grow with their frequency; it leaves the phases open.
        static func young(_ cadence: Double, _ phases: [Double]) -> Gait {
            Gait(
                model: "Young", cadence: cadence,
                amplitudes: [
                    min(0.56, 0.41 * (cadence - 0.95)), 0.069 + 0.0056 * 2 * cadence,
                    0.033 + 0.0064 * 3 * cadence, 0.013 + 0.0065 * 4 * cadence,
                ], phases: phases)
        }
    }

    static let gaits: [Gait] = [
        .bachmann(1.6), .bachmann(1.8), .bachmann(2.0), .bachmann(2.3),
        .young(1.5, [0, 0.4, 1.1, 2.0]), .young(1.7, [0, 1.6, 2.9, 0.3]),
        .young(1.9, [0, 3.0, 0.7, 1.9]), .young(2.2, [0, 2.2, 1.3, 3.1]),
    ]

    static let steps = 120

    /// What a board on a belt writes at 50 Hz: three seconds of standing, the steps, standing.
    ///
    /// Steps vary by 3 % in time (J. M. Hausdorff and others, J. Applied Physiology 80, 1996: about
    /// 2 % of a stride) and 10 % in strength, left ones are weaker than right ones, and the board
    /// leans as it was put on.
    static func csv(_ gait: Gait, seed: UInt64) -> String {
        var random = RandomStream(seed: seed, purpose: "gait")
        func normal() -> Double {
            (0..<12).reduce(-6) { sum, _ in sum + random.uniform() }
        }
        let lean = Quaternion(heading: 0, pitch: normal() * 0.4, roll: normal() * 0.8)
        var text = "time (s),acc x (g),acc y (g),acc z (g)\n"
        var (row, step, phase) = (0, 0, 0.0)
        var (pace, strength) = (gait.cadence, 1.0)
        func write(_ load: Vector3) {
            let felt = lean.unrotate(load)
            let cells = [felt.x, felt.y, felt.z].map { String($0 + 0.015 * normal()) }
            text += ([String(Double(row) / 50)] + cells).joined(separator: ",") + "\n"
            row += 1
        }
        while row < 150 { write(Vector3(0, 0, 1)) }
        while step < steps {
            let angle = 2 * .pi * (Double(step) + phase)
            let up = zip(gait.amplitudes, gait.phases).enumerated().reduce(0.0) { sum, row in
                sum + row.element.0 * sin(Double(row.offset + 1) * angle - row.element.1)
            }
            // Sideways once in two steps, forwards in each (Bachmann and Ammann).
            let side = 0.1 * sin(angle / 2) + 0.1 * sin(1.5 * angle)
            let ahead = 0.2 * sin(angle) + 0.1 * sin(2 * angle)
            write(Vector3(side, ahead, up) * strength + Vector3(0, 0, 1))
            phase += pace / 50
            if phase >= 1 {
                phase -= 1
                step += 1
                pace = gait.cadence * (1 + 0.03 * normal())
                strength = (step % 2 == 0 ? 1.06 : 0.94) * (1 + 0.1 * normal())
            }
        }
        for _ in 0..<100 { write(Vector3(0, 0, 1)) }
        return text
    }

    // holds STP-10
    // registers AccelerometerBMI160 18 1a
    // registers AccelerometerBMI270 0b
    @Test(.slow, arguments: gaits)
    func `a recorded walk counts within five in a hundred`(_ gait: Gait) throws {
        for specimen in 0..<3 {
            let recording = try Recording(csv: Self.csv(gait, seed: UInt64(specimen)))
            for (profile, setUp, read) in [
                (BoardProfile.metaMotionR, ["03 18 15 0b"], "03 9a"),
                (.metaMotionS, ["03 07 02 00", "03 06 02 00"], "03 8b"),
            ] {
                let bench = Bench(
                    profile, sensors: .realistic, isTraced: false, specimen: specimen)
                bench.write(all: setUp + ["03 01 01"])
                bench.move(.recording(Playback(recording)))
                let counted = StepTests.count(bench, read)
                let error = Double(counted) / Double(Self.steps) - 1
                #expect(abs(error) <= 0.05, "\(counted) steps, specimen \(specimen)")
            }
        }
    }
}
