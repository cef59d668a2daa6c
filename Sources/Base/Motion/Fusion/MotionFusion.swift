/// Fuses accelerometer, gyroscope and magnetometer into an attitude: the filter, and the
/// calibration of the sensors' offsets.
///
/// World axes: x east, y magnetic north, z up; without a magnetometer the world's heading is the
/// initial one.
package struct MotionFusion: Sendable {
    /// The sensors used.
    package enum Mode: Sendable {
        /// All three.
        case nineAxis
        /// Accelerometer and gyroscope.
        case inertial
        /// Accelerometer and magnetometer: an attitude for every sample.
        case compass
        /// Accelerometer and magnetometer: the rate of turn is estimated with the attitude.
        case virtualGyroscope

        /// Whether it uses a gyroscope.
        package var hasGyroscope: Bool { self == .nineAxis || self == .inertial }
        /// Whether it uses a magnetometer.
        package var hasMagnetometer: Bool { self != .inertial }
    }

    /// The sensors used.
    package let mode: Mode
    /// Not valid until the first step.
    private var filter: AttitudeFilter
    /// Whether there is an attitude.
    package private(set) var hasStarted = false
    private var rest = RestDetector()
    private var forceCalibration = ForceCalibration()
    private var fieldCalibration: FieldCalibration
    private var restHeading = RestHeading()
    private var givenRotation: FusionCalibration?
    private var watch = FieldWatch()
    private var fieldAccuracy: UInt8 = 0
    private var turns = TurnWatch()
    /// The force of this rest was already used for the calibration.
    private var isForceTaken = false
    /// The turn of the world by a reset of the heading.
    private var world = Quaternion.identity
    private var force = Vector3.zero
    private var rotation = Vector3.zero
    private var field = Vector3.zero

    /// No measurements yet.
    ///
    /// - Parameters:
    ///   - acceleration, rotation, magneticField: what an earlier run has learned; an accuracy of 0
    ///     says nothing.
    package init(
        _ mode: Mode, acceleration: FusionCalibration = .unknown,
        rotation: FusionCalibration = .unknown, magneticField: FusionCalibration = .unknown
    ) {
        self.mode = mode
        filter = AttitudeFilter(Self.tuning(mode), attitude: .identity, headingSigma: 0)
        if acceleration.accuracy > 0, Self.isSane(acceleration.offset, 1e3) {
            forceCalibration = ForceCalibration(
                offset: acceleration.offset, accuracy: acceleration.accuracy)
        }
        if rotation.accuracy > 0, Self.isSane(rotation.offset, 1e5) { givenRotation = rotation }
        let isFieldSane =
            Self.isSane(magneticField.offset, 1e5) && magneticField.radius.magnitude < 1e5
        fieldCalibration = FieldCalibration(
            hasGyroscope: mode.hasGyroscope, known: isFieldSane ? magneticField : .unknown)
    }

    /// One step of the mode's rate.
    ///
    /// - Parameters:
    ///   - force: what the accelerometer felt, g.
    ///   - rotation: what the gyroscope saw on the mean since the last step, °/s; not looked at in
    ///     a mode without one.
    ///   - field: what the magnetometer saw if there is something new, µT.
    ///   - interval: seconds since the last step; more than one is taken as one.
    ///   - fieldInterval: seconds since the last field.
    ///   - isForceClipped: the force was more than the accelerometer measures.
    ///   - isRotationClipped: the body turned faster than the gyroscope measures.
    package mutating func step(
        force felt: Vector3, rotation seen: Vector3, field: Vector3?, interval: Double,
        fieldInterval: Double = 0.04, isForceClipped: Bool = false,
        isRotationClipped: Bool = false
    ) {
        guard Self.isSane(felt, 1e3), Self.isSane(seen, 1e5), interval > 0 else { return }
        let interval = min(interval, 1)
        let field = mode.hasMagnetometer ? field.flatMap { Self.isSane($0, 1e5) ? $0 : nil } : nil
        let rate = mode.hasGyroscope ? seen * (.pi / 180) : .zero
        force = felt - forceCalibration.offset
        rotation = rate
        guard hasStarted else { return start(field: field) }
        watchRest(rate: rate, felt: felt, interval: interval)
        if !mode.hasGyroscope { turns.take(force: force.length, interval: interval) }
        filter.predict(
            rate: rate, interval: interval, turning: turns.turning, isClipped: isRotationClipped)
        settle()
        filter.correctTilt(
            specificForce: force, interval: interval, turning: turns.turning,
            isClipped: isForceClipped)
        if rest.isAtRest, mode.hasGyroscope {
            filter.correctOffset(rate: rate, sigma: 0.15 * .pi / 180)
        }
        if let field {
            look(field, interval: fieldInterval > 0.001 ? min(fieldInterval, 1) : 0.001)
        }
        filter.apply()
        if !filter.isFinite { hasStarted = false }
    }

    private static func isSane(_ v: Vector3, _ limit: Double) -> Bool {
        v.x.magnitude < limit && v.y.magnitude < limit && v.z.magnitude < limit
    }

    // MARK: Results

    /// Body to world.
    package var orientation: Quaternion { world * filter.attitude }

    /// Gravity as measured at rest, in g, body.
    package var gravity: Vector3 { filter.attitude.unrotate(.zAxis) }

    /// The specific force without its offset, in g.
    package var correctedForce: Vector3 { force }
    /// Acceleration without gravity, in g, body.
    package var linearAcceleration: Vector3 { force - gravity }
    /// The rate without its offset, in °/s.
    package var correctedRotation: Vector3 {
        (rotation - filter.offset) * (180 / .pi)
    }
    /// The field without the board's own part, in µT.
    package var correctedField: Vector3 { field }

    /// The accelerometer's calibration, g.
    package var forceKnowledge: FusionCalibration {
        FusionCalibration(
            offset: forceCalibration.offset, radius: 1, accuracy: forceCalibration.accuracy)
    }

    /// The magnetometer's calibration, µT.
    package var fieldKnowledge: FusionCalibration {
        FusionCalibration(
            offset: fieldCalibration.offset, radius: fieldCalibration.radius,
            accuracy: fieldCalibration.accuracy)
    }

    /// How far the field can be trusted now, 0 to 3: the calibration's accuracy, at most 1 while the field is disturbed.
    package var currentFieldAccuracy: UInt8 {
        watch.isDisturbed ? min(fieldCalibration.accuracy, 1) : fieldCalibration.accuracy
    }

    /// The gyroscope's calibration, °/s; its accuracy is that of the worst axis.
    package var rotationKnowledge: FusionCalibration {
        guard mode.hasGyroscope, hasStarted else { return givenRotation ?? .unknown }
        let sigmas = filter.offsetSigmas * (180 / .pi)
        let worst = max(sigmas.x, sigmas.y, sigmas.z)
        let accuracy: UInt8 = worst < 0.1 ? 3 : worst < 0.3 ? 2 : worst < 1 ? 1 : 0
        return FusionCalibration(
            offset: filter.offset * (180 / .pi), radius: 0, accuracy: accuracy)
    }

    /// Sets the current heading to 0; gravity stays unchanged.
    package mutating func resetHeading() {
        guard hasStarted else { return }
        world = Self.facingNorth(filter.attitude)
    }

    // MARK: Steps

    /// The turn about the vertical that makes the heading of an attitude 0.
    private static func facingNorth(_ attitude: Quaternion) -> Quaternion {
        let heading = EulerAngles(attitude).heading * .pi / 180
        return Quaternion(angle: heading, axis: .zAxis)
    }

    /// Determines the first attitude from gravity and field; a mode with a magnetometer waits for
    /// it.
    private mutating func start(field: Vector3?) {
        guard force.length > 0.05 else { return }
        var attitude = Quaternion(restingWith: force, heading: 0)
        var headingSigma = 0.0
        if mode.hasMagnetometer {
            guard let field else { return }
            self.field = field - fieldCalibration.offset
            let seen = attitude.rotate(self.field)
            attitude = Self.turn(Elementary.arcTangent(seen.x, seen.y)) * attitude
            headingSigma = min(1.8, Self.headingDeviation(of: fieldCalibration, seen, attitude))
        } else {
            attitude = Self.facingNorth(attitude) * attitude
        }
        filter = AttitudeFilter(
            Self.tuning(mode), attitude: attitude.normalized, headingSigma: headingSigma)
        if let givenRotation, mode.hasGyroscope {
            let sigma = [4, 0.8, 0.25, 0.08][Int(min(givenRotation.accuracy, 3))]
            filter.setOffset(givenRotation.offset * (.pi / 180), sigma: sigma * .pi / 180)
        }
        hasStarted = true
    }

    private static func turn(_ angle: Double) -> Quaternion {
        Quaternion(angle: angle, axis: .zAxis)
    }

    /// The uncertainty of a heading, in rad, due to the unknown hard iron.
    private static func headingDeviation(
        of calibration: FieldCalibration, _ seen: Vector3, _ attitude: Quaternion
    ) -> Double {
        let level = seen.x * seen.x + seen.y * seen.y
        guard level > 1 else { return .pi }
        let across = Vector3(seen.y, -seen.x, 0) * (1 / level.squareRoot())
        let variance = calibration.variance(along: attitude.unrotate(across))
        return (max(0, variance) / level).squareRoot()
    }

    private mutating func watchRest(rate: Vector3, felt: Vector3, interval: Double) {
        let sigmas = filter.offsetSigmas
        let certainty = 0.5 * .pi / 180 + 4 * max(sigmas.x, sigmas.y, sigmas.z)
        rest.take(
            rate: rate, force: felt, offset: filter.offset, certainty: certainty,
            interval: interval)
        if rest.stillTime < RestDetector.patience {
            isForceTaken = false
        } else if !isForceTaken, rest.stillTime > RestDetector.patience + 0.6 {
            isForceTaken = true
            forceCalibration.take(rest.force)
        }
    }

    /// At rest the force is gravity, eventually even if the filter disagrees.
    private mutating func settle() {
        guard rest.quietTime >= RestDetector.quietPatience,
            (rest.force.length - 1).magnitude < 0.2
        else { return }
        filter.settle(
            on: rest.force - forceCalibration.offset,
            isSure: rest.quietTime >= RestDetector.surePatience)
    }

    /// Corrects the heading, and calibrates the magnetometer.
    private mutating func look(_ measured: Vector3, interval: Double) {
        if !mode.hasGyroscope { turns.take(field: measured, interval: interval) }
        if fieldAccuracy < 2 || !watch.isDisturbed {
            fieldCalibration.take(measured, filter, interval: interval)
        }
        if fieldCalibration.accuracy != fieldAccuracy {
            fieldAccuracy = fieldCalibration.accuracy
            watch = FieldWatch(
                strength: fieldCalibration.radius, dip: fieldCalibration.dip)
        }
        field = measured - fieldCalibration.offset
        let seen = filter.attitude.rotate(field)
        let level2 = seen.x * seen.x + seen.y * seen.y
        if fieldAccuracy >= 2 {
            watch.take(
                strength: field.length, dip: Elementary.arcTangent(-seen.z, level2.squareRoot()),
                interval: interval)
        }
        guard !watch.isDisturbed || !mode.hasGyroscope, level2 > 1 else { return }
        let deviation = Self.headingDeviation(of: fieldCalibration, seen, filter.attitude)
        let angle = Elementary.arcTangent(seen.x, seen.y)
        if mode.hasGyroscope, fieldAccuracy < 2, rest.isAtRest {
            return filter.turnHeading(by: restHeading.turn(angle, interval: interval))
        }
        restHeading.forget()
        var variance = Field.noise * Field.noise / level2
        if mode.hasGyroscope {
            let rate = Field.lag * (rotation - filter.offset).length
            variance +=
                (Field.error * Field.error + rate * rate) * field.squaredLength / level2
                + Field.ironWeight * deviation * deviation
        }
        filter.correctHeading(by: angle, variance: variance)
    }

    /// What the field's errors are taken for. Decision 0016 has what they cost on real data.
    private enum Field {
        /// White noise of a sample in µT.
        static let noise = 0.6
        /// Errors of scale, alignment and tilt, as a part of the field: they persist for many
        /// samples and must not be averaged away.
        static let error = 0.17
        /// Seconds by which field and attitude may differ while the body turns.
        static let lag = 0.03
        /// The iron's error persists, too.
        static let ironWeight = 40.0
    }

    private static func tuning(_ mode: Mode) -> AttitudeFilter.Tuning {
        let degree = Double.pi / 180
        return switch mode {
        // Specimens have errors of 1 % in scale and alignment on every axis: in tests, twice their
        // combined effect gave the smallest error of the worst specimen.
        case .nineAxis, .inertial:
            .init(
                rateNoise: 0.1 * degree, scaleError: 0.03, offsetWalk: 0.005 * degree,
                offsetSigma: 4 * degree, tiltSigma: 3 * degree)
        case .compass:
            .init(
                rateNoise: 12 * degree, scaleError: 0, offsetWalk: 0, offsetSigma: 0,
                tiltSigma: 3 * degree, turnNoise: 30 * degree)
        // Without a gyroscope the offset is the rate of turn itself.
        case .virtualGyroscope:
            .init(
                rateNoise: 3 * degree, scaleError: 0, offsetWalk: 20 * degree,
                offsetSigma: 50 * degree, tiltSigma: 3 * degree, turnNoise: 100 * degree,
                turnWalk: 50 * degree, offsetTime: 0.3)
        }
    }
}
