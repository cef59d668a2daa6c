/// Detects when the magnetic field is not the Earth's alone: its strength or its dip changes
/// (Laidig and Seel, Information Fusion 91, 2023, section 3.6).
struct FieldWatch: Sendable {
    /// The relative change of the strength, and the change of the dip in radians, that are allowed.
    static let (strengthLimit, dipLimit) = (0.1, 10 * Double.pi / 180)
    /// Time constant of the memory in seconds.
    static let memory = 20.0
    /// Seconds after which a different field is accepted.
    static let patience = 60.0
    /// Seconds without disturbance until it is trusted again: a body that turns near a magnet meets
    /// the right strength and dip for a moment (0.5 s cost 2° on BROAD, decision 0016).
    static let quiet = 1.0

    private var strength = 0.0
    private var dip = 0.0
    private var age = 0.0
    private var strangeTime = 0.0
    private var quietTime = 0.0

    /// Whether the field cannot be trusted now.
    private(set) var isDisturbed = false

    /// Remembers no field.
    init() {}

    /// Remembers a field that was learned, for a moment: one sample of a fast turn is a worse start.
    ///
    /// - Parameters:
    ///   - strength: µT.
    ///   - dip: radians; nil if it is not known.
    init(strength: Double, dip: Double?) {
        guard let dip else { return }
        (self.strength, self.dip, age) = (strength, dip, 0.5)
    }

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
                if strangeTime > Self.patience { self = Self() }
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
