import Motion
internal import Simulation

/// The sensors' data since the last step of fusion.
struct FusionInput {
    /// g.
    private var force = Vector3.zero
    private(set) var hasForce = false
    private var isForceClipped = false
    private var isRotationClipped = false
    /// Sum of °/s, and of how many samples.
    private var rotation = Vector3.zero
    private var rotations = 0.0
    /// µT; nil if it was used already.
    private var field: Vector3?
    private var fieldAt: Instant?
    private var fieldUsedAt: Instant?
    private var lastStep: Instant?
    private var nextStep = Instant.zero

    /// After this time without a field the magnetometer counts as off: its slowest rate is 2 Hz.
    static let fieldLasts = Nanoseconds.milliseconds(1_100)

    var hasRotation: Bool { rotations > 0 }

    mutating func take(force sample: RawSample, countsPerG: Double) {
        force = Vector3(sample) * (1 / countsPerG)
        isForceClipped = sample.isAtEndOfScale
        hasForce = true
    }

    mutating func take(rotation sample: RawSample, countsPerDegree: Double) {
        rotation += Vector3(sample) * (1 / countsPerDegree)
        if sample.isAtEndOfScale { isRotationClipped = true }
        rotations += 1
    }

    /// An overflow is not a field.
    mutating func take(field sample: RawSample, at now: Instant) {
        let overflow = BMM150.overflow
        guard sample.x != overflow, sample.y != overflow, sample.z != overflow else { return }
        field = Vector3(sample) * (1 / 16)
        fieldAt = now
    }

    func isDue(at now: Instant) -> Bool { now >= nextStep }

    func isFieldFresh(at now: Instant) -> Bool {
        fieldAt.map { now - $0 < Self.fieldLasts } ?? false
    }

    struct Sensors {
        var force: Vector3
        var rotation: Vector3
        var field: Vector3?
        var interval: Double
        var fieldInterval: Double
        var isForceClipped: Bool
        var isRotationClipped: Bool
    }

    /// Takes the data; the next step is due a period later.
    mutating func use(at now: Instant, period: Nanoseconds) -> Sensors {
        let sensors = Sensors(
            force: force, rotation: rotations > 0 ? rotation * (1 / rotations) : .zero,
            field: field, interval: (lastStep.map { now - $0 } ?? period).seconds,
            fieldInterval: fieldUsedAt.map { (now - $0).seconds } ?? 0.04,
            isForceClipped: isForceClipped, isRotationClipped: isRotationClipped)
        if field != nil { fieldUsedAt = now }
        lastStep = now
        // Samples that are a little early still make a step each.
        nextStep = now + period - Nanoseconds(period.count / 8)
        hasForce = false
        isRotationClipped = false
        rotation = .zero
        rotations = 0
        field = nil
        return sensors
    }
}

extension RawSample {
    /// Whether an axis is at the end of its range: the truth may be beyond it.
    fileprivate var isAtEndOfScale: Bool {
        max(x, y, z) == .max || min(x, y, z) <= -.max
    }
}

extension Vector3 {
    /// Counts.
    fileprivate init(_ sample: RawSample) {
        self.init(Double(sample.x), Double(sample.y), Double(sample.z))
    }
}
