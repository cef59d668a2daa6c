import Device
import Motion
internal import Simulation
import Wire

/// Sensor fusion: attitude and derived values, from the samples that the host lets the sensors make
/// (protocol, sensors 20).
final class SensorFusion: Module {
    static let id: UInt8 = 0x19
    static let name = "sensor fusion"
    static let registers: [Register<SensorFusion>] = [
        .command(0x01, "enable", Flag.self) { $0.enable($1.isOn, on: $2) }
            .readable(Flag.self) { module, _ in [module.isRunning ? 1 : 0] },
        .value(0x02, "mode", { $1(&$0.mode) }, didSet: { $0.modeWritten(on: $1) }),
        .mask(0x03, "output enable") { $1(&$0.outputMask) },
        .signal(0x04, "corrected acceleration", Corrected.self),
        .signal(0x05, "corrected rotation", Corrected.self),
        .signal(0x06, "corrected magnetic field", Corrected.self),
        .signal(0x07, "quaternion", Attitude.self),
        .signal(0x08, "Euler angles", Angles.self),
        .signal(0x09, "gravity", Acceleration.self),
        .signal(0x0A, "linear acceleration", Acceleration.self),
        .query(0x0B, "calibration state", since: 1, answer: Accuracies.self) { module, _ in
            module.accuracies
        },
        block(0x0C, "accelerometer calibration", .acceleration),
        block(0x0D, "gyroscope calibration", .rotation),
        block(0x0E, "magnetometer calibration", .magneticField),
        .command(0x0F, "reset orientation", Byte.self, since: 3) { module, _, board in
            module.resetOrientation(on: board)
        },
    ]

    private static func block(
        _ id: UInt8, _ name: String, _ sensor: Sensor
    ) -> Register<SensorFusion> {
        .command(id, name, Calibration.self, since: 2) { module, calibration, _ in
            module.kept[sensor] = calibration
            module.written[sensor] = calibration
        }.readable(Calibration.self) { module, _ in
            ShortBytes(module.calibration(of: sensor).bytes)
        }
    }

    /// Tested first for every sample.
    @exclusivity(unchecked) private(set) var isRunning = false
    private var mode = Mode()
    private var outputMask: UInt8 = 0
    /// Calibrations written since the mode was set, and what the last of them left.
    private var written = BySensor<Calibration?>(nil)
    private var loaded = BySensor<Calibration?>(nil)
    /// The answer to a read while nothing better is known.
    private var kept = BySensor(Calibration())
    private let outlets: [SignalOutlet]

    /// The sensors that the library uses; nil in sleep.
    private var kind: MotionFusion.Mode?
    @exclusivity(unchecked) private var library = MotionFusion(.inertial)
    /// Distinguishes the library's run from an earlier one.
    @exclusivity(unchecked) private var run: UInt64 = 0
    @exclusivity(unchecked) private var input = FusionInput()

    /// Asleep, with nothing learned.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        outlets = Output.allCases.map { board.outlet(SignalKey(Self.id, $0.register)) }
    }

    // MARK: Host

    /// Switching on, even again, restarts it with the loaded calibrations (protocol, sensors 20).
    private func enable(_ isOn: Bool, on board: MetaWearBoard) {
        keepWhatIsKnown()
        isRunning = isOn
        guard isOn else { return }
        if mode.kind.library?.hasMagnetometer == true, !board.has(.fusionNeedsAwakeMagnetometer) {
            (board.module() as Magnetometer?)?.wake(on: board)
        }
        restart()
    }

    /// Setting a mode applies the calibrations that the host wrote.
    private func modeWritten(on board: MetaWearBoard) {
        keepWhatIsKnown()
        for sensor in Sensor.allCases {
            if let block = written[sensor] { loaded[sensor] = block }
        }
        let isUnsafe =
            mode.kind.library?.hasMagnetometer == true
            && (written[.magneticField].map { $0.accuracy < 3 } ?? false)
        written = BySensor(nil)
        if isUnsafe {
            board.tell(
                .ignored(
                    Refused(Refusal.refused(.fatal, "it stops the firmware when it is loaded"))))
            if board.has(.calibrationCrash) {
                board.trace("crashed: a magnetometer calibration of an accuracy below 3")
                board.vanish()
                return board.reset(.watchdog)
            }
            board.trace("a magnetometer calibration of an accuracy below 3 crashes real firmware")
        }
        restart()
    }

    private func restart() {
        run &+= 1
        input = FusionInput()
        kind = mode.kind.library
        library = MotionFusion(
            kind ?? .inertial, acceleration: knowledge(.acceleration),
            rotation: knowledge(.rotation), magneticField: knowledge(.magneticField))
    }

    private func knowledge(_ sensor: Sensor) -> FusionCalibration {
        loaded[sensor]?.knowledge(of: sensor) ?? .unknown
    }

    private func resetOrientation(on board: MetaWearBoard) {
        guard mode.kind == .ndof || mode.kind == .imuPlus else {
            return board.ignore(.wrongMode, "only NDoF and IMU+ have an orientation to reset")
        }
        library.resetHeading()
    }

    // MARK: Calibration

    private func learned(_ sensor: Sensor) -> FusionCalibration {
        switch sensor {
        case .acceleration: library.forceKnowledge
        case .rotation: library.rotationKnowledge
        case .magneticField: library.fieldKnowledge
        }
    }

    private var accuracies: ShortBytes {
        ShortBytes(
            Sensor.allCases.map {
                $0 == .magneticField ? library.currentFieldAccuracy : learned($0).accuracy
            })
    }

    /// The library's calibration while it runs, otherwise the last one that it had or the host
    /// wrote.
    private func calibration(of sensor: Sensor) -> Calibration {
        let known = learned(sensor)
        guard isRunning, known.accuracy > 0 else { return kept[sensor] }
        return Calibration(known, of: sensor)
    }

    /// The attitude that the library has found; nil while it does not run.
    var orientation: Quaternion? {
        isRunning && kind != nil && library.hasStarted ? library.orientation : nil
    }

    private func keepWhatIsKnown() {
        for sensor in Sensor.allCases { kept[sensor] = calibration(of: sensor) }
    }

    // MARK: Samples

    /// A sample of the accelerometer, in counts of the mode's range.
    func takeAcceleration(_ sample: RawSample, on board: MetaWearBoard) {
        guard let kind else { return }
        input.take(force: sample, countsPerG: mode.countsPerG)
        if kind.hasGyroscope {
            if input.hasRotation { step(on: board) }
        } else {
            // A field of the same instant may still come.
            board.schedule(Self.id, 0, run, at: board.now)
        }
    }

    /// A sample of the gyroscope, in counts of the mode's range.
    func takeRotation(_ sample: RawSample, on board: MetaWearBoard) {
        guard let kind, kind.hasGyroscope else { return }
        input.take(rotation: sample, countsPerDegree: mode.countsPerDegree)
        if input.hasForce { step(on: board) }
    }

    /// A sample of the magnetometer.
    func takeField(_ sample: RawSample, on board: MetaWearBoard) {
        guard let kind, kind.hasMagnetometer else { return }
        input.take(field: sample, at: board.now)
    }

    /// All samples of this instant have arrived.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard isRunning, argument == run, input.hasForce else { return }
        step(on: board)
    }

    /// One step of the library, at most at its mode's rate, then the outputs.
    private func step(on board: MetaWearBoard) {
        let now = board.now
        guard let kind, input.isDue(at: now),
            !kind.hasMagnetometer || input.isFieldFresh(at: now)
        else { return }
        let period = mode.kind.period
        let sensors = input.use(at: now, period: period)
        library.step(
            force: sensors.force, rotation: sensors.rotation, field: sensors.field,
            interval: sensors.interval, fieldInterval: sensors.fieldInterval,
            isForceClipped: sensors.isForceClipped, isRotationClipped: sensors.isRotationClipped)
        guard library.hasStarted else { return }
        let run = run
        for output in Output.allCases where outputMask >> output.rawValue & 1 != 0 {
            guard mode.kind.delivers(output) else { continue }
            board.emit(outlets[Int(output.rawValue)], output.bytes(library, mode))
            // A consumer may have ended the run.
            guard run == self.run, isRunning else { return }
        }
    }

    /// What the vendor counts for fusion beside its sensors, at its 100 steps a second (real boards of 2026: RB26-100).
    func current(on board: MetaWearBoard) -> Double {
        guard isRunning, kind != nil else { return 0 }
        return 925 * Nanoseconds.milliseconds(10).seconds / mode.kind.period.seconds
    }
}

/// What the sensor fusion has found out.
package struct FusedAttitude: Sendable {
    /// As the firmware's documents call it: `ndof`.
    package var mode: String
    /// Body to the fusion's axes, whose y is magnetic north or where the board faced at first; nil
    /// while it has no sample yet.
    package var orientation: Quaternion?
    /// Whether y is magnetic north.
    package var isNorth: Bool
    /// 0 to 3 of accelerometer, gyroscope and magnetometer.
    package var accuracies: [UInt8]
}

extension MetaWearBoard {
    /// The state of the sensor fusion; nil while it does not run.
    package var fusedAttitude: FusedAttitude? { fusion?.attitude }
}

extension SensorFusion {
    fileprivate var attitude: FusedAttitude? {
        guard isRunning, let kind else { return nil }
        return FusedAttitude(
            mode: "\(mode.kind)", orientation: library.hasStarted ? library.orientation : nil,
            isNorth: kind.hasMagnetometer, accuracies: accuracies.array)
    }
}
