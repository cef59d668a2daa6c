/// The accuracy of a three-axis sensor, from its datasheet.
///
/// Units are those of the quantity: g for acceleration, °/s for rotation, µT for the magnetic
/// field. A "typical ±" of a datasheet is one standard deviation over parts; a "maximum ±" three.
public struct TriaxialSensorSpecification: Equatable, Sendable {
    /// The quantity of a sensor, and its unit.
    public enum Quantity: Equatable, Sendable {
        /// Specific force in g.
        case acceleration
        /// Angular rate in °/s.
        case rotation
        /// Magnetic flux density in µT.
        case magneticField
    }

    /// The measured quantity.
    public var quantity: Quantity
    /// White noise in unit/√Hz, one-sided.
    public var noiseDensity: Double
    /// Offset of a part at 25 °C, standard deviation in units.
    public var bias: Double
    /// Flicker noise of the offset, as the coefficient B of IEEE 952: the Allan deviation's floor
    /// is 0.664 B. In units.
    public var biasInstability: Double
    /// Relative error of the sensitivity of an axis, standard deviation.
    public var scaleError: Double
    /// Share of another axis seen by an axis, standard deviation (radians for small angles).
    public var misalignment: Double
    /// Change of the offset in unit/K, standard deviation.
    public var biasTemperatureCoefficient: Double
    /// Relative change of the sensitivity in 1/K, standard deviation.
    public var scaleTemperatureCoefficient: Double
    /// The rate in Hz at which the chip's converter samples before it filters down to the output
    /// rate.
    public var internalRate: Double
    /// Share of the z axis seen by x beside the misalignment, standard deviation of the parts that
    /// have it; every second one has none.
    public var crosstalk: Double
    /// The maker does not trim each part: offset and sensitivity have more outliers than a normal
    /// distribution. One part in twenty is more than four standard deviations off, none more than five
    /// in sensitivity and six in offset.
    public var isUntrimmed: Bool
    /// The source of the figures, in a sentence.
    public var source: String

    /// A specification; omitted errors are zero.
    public init(
        quantity: Quantity, noiseDensity: Double = 0, bias: Double = 0,
        biasInstability: Double = 0, scaleError: Double = 0, misalignment: Double = 0,
        biasTemperatureCoefficient: Double = 0, scaleTemperatureCoefficient: Double = 0,
        internalRate: Double, crosstalk: Double = 0, isUntrimmed: Bool = false, source: String
    ) {
        self.quantity = quantity
        self.noiseDensity = noiseDensity
        self.bias = bias
        self.biasInstability = biasInstability
        self.scaleError = scaleError
        self.misalignment = misalignment
        self.biasTemperatureCoefficient = biasTemperatureCoefficient
        self.scaleTemperatureCoefficient = scaleTemperatureCoefficient
        self.internalRate = internalRate
        self.crosstalk = crosstalk
        self.isUntrimmed = isUntrimmed
        self.source = source
    }
}
