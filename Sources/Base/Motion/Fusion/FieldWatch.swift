/// Detects when the magnetic field is not the Earth's alone: its strength or its dip changes
/// (Laidig and Seel, Information Fusion 91, 2023, section 3.6).
struct FieldWatch: Sendable {
    /// The relative change of the strength, and the change of the dip in radians, that are allowed.
    static let (strengthLimit, dipLimit) = (0.1, 10 * Double.pi / 180)
    /// Time constant of the memory in seconds.
    static let memory = 20.0
    /// Seconds after which a different field is accepted.
    static let patience = 60.0
    /// Seconds without disturbance until it is trusted again.
    static let quiet = 0.5

    private var strength = 0.0
    private var dip = 0.0
    private var age = 0.0
    private var strangeTime = 0.0
    private var quietTime = 0.0

    /// Whether the field cannot be trusted now.
    private(set) var isDisturbed = false

    /// Resets the memory of the field.
    mutating func forget() { self = Self() }

    /// Takes the field's strength in µT and its dip in radians, `interval` seconds after the last.
    mutating func take(strength now: Double, dip angle: Double, interval: Double) {
        if age > 0 {
            let isStrange =
                (now - strength).magnitude > Self.strengthLimit * strength
                || (angle - dip).magnitude > Self.dipLimit
            if isStrange {
                strangeTime += interval
                quietTime = 0
                isDisturbed = true
                if strangeTime > Self.patience { forget() }
                return
            }
            quietTime += interval
            guard quietTime >= Self.quiet else { return }
            isDisturbed = false
            strangeTime = 0
        }
        age += interval
        let share = interval / min(age, Self.memory)
        strength += (now - strength) * share
        dip += (angle - dip) * share
    }
}
