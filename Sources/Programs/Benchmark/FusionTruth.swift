import CommandLineProgram
import Motion

extension Benchmarks {
    /// How far fusion is from optical truth, on other people's recordings: decision 0016 argues from
    /// these figures.
    static func fusionTruth(_ console: Console) -> [Measurement] {
        guard let trials = try? BROADTrial.all(), !trials.isEmpty else {
            console.complain(
                "skipped: \(BROADTrial.folder) is missing; BROAD_DATA names another folder\n")
            return []
        }
        func runs(_ mode: MotionFusion.Mode, isRestored: Bool) -> [TruthRun] {
            trials.map { TruthRun($0, mode, isRestored: isRestored) }
        }
        let restored = runs(.nineAxis, isRestored: true)
        let cold = runs(.nineAxis, isRestored: false)
        let clean = cold.filter { !$0.trial.isDisturbed }
        let virtual = runs(.virtualGyroscope, isRestored: true)
            .filter { $0.trial.name.contains("fast_rotation") }
        func mean(_ runs: [TruthRun], _ value: (TruthRun) -> Double) -> Double {
            runs.map(value).reduce(0, +) / Double(runs.count)
        }
        // A magnet that is attached to the sensor is iron of the board: its truth is not known.
        let known = cold.filter { !$0.trial.name.contains("attached") }
        return [
            Measurement(
                name: "fusion on BROAD, all, restored calibration: total error, RMS",
                value: mean(restored, \.total), unit: "deg", bound: .atMost(3)),
            Measurement(
                name: "fusion on BROAD, undisturbed, cold start: heading, RMS",
                value: mean(clean, \.heading), unit: "deg", bound: .atMost(3.5)),
            Measurement(
                name: "fusion on BROAD, disturbed, cold start: heading, RMS",
                value: mean(cold.filter(\.trial.isDisturbed), \.heading), unit: "deg",
                bound: .atMost(8)),
            Measurement(
                name: "fusion on BROAD, all, cold start: inclination, RMS",
                value: mean(cold, \.inclination), unit: "deg", bound: .atMost(1.2)),
            Measurement(
                name: "fusion on BROAD, undisturbed: iron known to 3 uT at a quarter",
                value: Double(clean.count { $0.ironAtQuarter < 3 }) / Double(clean.count) * 100,
                unit: "%", bound: .atLeast(88)),
            Measurement(
                name: "fusion on BROAD: worst error of the iron at an accuracy of 2",
                value: known.map(\.worstKnownIron).max() ?? 0, unit: "uT", bound: .atMost(10)),
            Measurement(
                name: "fusion on BROAD, fast turns without a gyroscope: inclination, RMS",
                value: mean(virtual, \.inclination), unit: "deg", bound: .atMost(20)),
        ]
    }
}

/// Fusion of one trial, quantised as the chips do it, and how far it was from the truth while the sensor
/// moved (error angles as BROAD's paper defines them).
private struct TruthRun {
    let trial: BROADTrial
    /// Root mean squares in degrees.
    private(set) var total = 0.0
    private(set) var heading = 0.0
    private(set) var inclination = 0.0
    /// Error of the learned iron in µT after a quarter of the movement; the field of the data is
    /// calibrated.
    private(set) var ironAtQuarter = 0.0
    /// The largest error of the iron in µT while its accuracy was 2 or more.
    private(set) var worstKnownIron = 0.0

    /// - Parameter isRestored: accelerometer and magnetometer start with an accuracy of 3.
    init(_ trial: BROADTrial, _ mode: MotionFusion.Mode, isRestored: Bool) {
        self.trial = trial
        let known = { (radius: Double) in
            isRestored
                ? FusionCalibration(offset: .zero, radius: radius, accuracy: 3) : .unknown
        }
        var fusion = MotionFusion(mode, acceleration: known(1), magneticField: known(44))
        // One step for so many rows, and one field.
        let rowsPerStep = mode.hasGyroscope ? 1 : 2
        let rowsPerField = mode.hasGyroscope ? 4 : 2
        let quarter = (0..<trial.count).count { trial.isMoving($0) } / 4
        var (count, moved) = (0.0, 0)
        for row in stride(from: rowsPerStep - 1, to: trial.count, by: rowsPerStep) {
            let force = Self.counted(trial.force(row), 2048)
            let rate = Self.counted(trial.rate(row), 16.4)
            fusion.step(
                force: force.value, rotation: rate.value,
                field: (row / rowsPerStep) % (rowsPerField / rowsPerStep) == 0
                    ? Self.counted(trial.field(row), 16).value : nil,
                interval: Double(rowsPerStep) / 100, fieldInterval: Double(rowsPerField) / 100,
                isForceClipped: force.isClipped, isRotationClipped: rate.isClipped)
            guard fusion.hasStarted else { continue }
            let iron = fusion.fieldKnowledge.offset.length
            if fusion.fieldKnowledge.accuracy >= 2 { worstKnownIron = max(worstKnownIron, iron) }
            guard trial.isMoving(row) else { continue }
            moved += rowsPerStep
            if moved <= quarter { ironAtQuarter = iron }
            guard let truth = trial.attitude(row) else { continue }
            count += 1
            add(fusion.orientation * truth.inverse)
        }
        let degrees = 180 / Double.pi
        total = (total / count).squareRoot() * degrees
        heading = (heading / count).squareRoot() * degrees
        inclination = (inclination / count).squareRoot() * degrees
    }

    private mutating func add(_ error: Quaternion) {
        func squared(_ sine: Double, _ cosine: Double) -> Double {
            let angle = 2 * Elementary.arcTangent(sine, cosine)
            return angle * angle
        }
        let (w, z) = (error.w.magnitude, error.z.magnitude)
        let level = (error.x * error.x + error.y * error.y).squareRoot()
        total += squared((level * level + z * z).squareRoot(), w)
        heading += squared(z, w)
        inclination += squared(level, (w * w + z * z).squareRoot())
    }

    /// As a sensor counts it.
    private static func counted(
        _ v: Vector3, _ countsPerUnit: Double
    ) -> (value: Vector3, isClipped: Bool) {
        func counts(_ x: Double) -> Double {
            max(-32768, min(32767, (x * countsPerUnit).rounded()))
        }
        let c = Vector3(counts(v.x), counts(v.y), counts(v.z))
        return (
            c * (1 / countsPerUnit), max(c.x.magnitude, c.y.magnitude, c.z.magnitude) >= 32767
        )
    }
}
