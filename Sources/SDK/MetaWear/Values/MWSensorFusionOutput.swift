/// A sample of any output of the sensor fusion.
public enum MWSensorFusionOutput: Sendable, Equatable {
    case quaternion(Quaternion)
    /// Degrees.
    case eulerAngles(EulerAngles)
    /// g.
    case correctedAcceleration(CorrectedCartesianFloat)
    /// °/s.
    case correctedRotation(CorrectedCartesianFloat)
    /// µT.
    case correctedMagneticField(CorrectedCartesianFloat)
    /// g.
    case gravityVector(CartesianFloat)
    /// g.
    case linearAcceleration(CartesianFloat)
}
