/// The ST sensors of the Triki cap. A chip is one constant here.
extension TriaxialSensorSpecification {
    /// Accelerometer of the LSM6DSL (Triki cap) at ±16 g.
    public static let lsm6dslAccelerometer = Self(
        quantity: .acceleration, noiseDensity: 130e-6, bias: 0.004, biasInstability: 40e-6,
        scaleError: 0.002, misalignment: 0.005, biasTemperatureCoefficient: 0.0001,
        scaleTemperatureCoefficient: 0.0001, internalRate: 6664,
        source: """
            LSM6DSL, mechanical characteristics: 130 µg/√Hz at ±16 g in high-performance mode, \
            0.1 mg/K, sensitivity 0.01 %/K. Its ±40 mg of offset and ±1 % of sensitivity are \
            more than caps show, which read 1.00 ± 0.02 g at rest (protocol, triki 6.1): theirs \
            are a third of that. Bias instability and misalignment are of the part's class.
            """)

    /// Gyroscope of the LSM6DSL (Triki cap).
    public static let lsm6dslGyroscope = Self(
        quantity: .rotation, noiseDensity: 0.004, bias: 3, biasInstability: 0.0013,
        scaleError: 0.01, misalignment: 0.005, biasTemperatureCoefficient: 0.015,
        scaleTemperatureCoefficient: 0.00007, internalRate: 6664,
        source: """
            LSM6DSL, mechanical characteristics: 4 m°/s/√Hz in high-performance mode, zero-rate \
            level ±3 °/s, 0.015 °/s/K, sensitivity ±1 % and 0.007 %/K; bias instability (3 °/h on \
            an Allan plot) and misalignment are of the part's class.
            """)
}
