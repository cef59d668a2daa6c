/// The Bosch sensors of the MetaWear boards. A chip is one constant here.
///
/// Datasheets give no bias instability; those figures are typical of Allan plots of parts of the
/// same class, and `source` says so.
extension TriaxialSensorSpecification {
    /// Accelerometer of the BMI160 (MetaMotion R and RL).
    public static let bmi160Accelerometer = Self(
        quantity: .acceleration, noiseDensity: 180e-6, bias: 0.040, biasInstability: 40e-6,
        scaleError: 0.005, misalignment: 0.005, biasTemperatureCoefficient: 0.001,
        scaleTemperatureCoefficient: 0.0002, internalRate: 1600,
        source: """
            BST-BMI160-DS000, table of accelerometer output: 180 µg/√Hz, zero-g offset ±40 mg, \
            1 mg/K, sensitivity 0.02 %/K, cross-axis 1 % as two axes at 0.5 %; scale and bias \
            instability are of the part's class.
            """)

    /// Gyroscope of the BMI160 (MetaMotion R and RL).
    public static let bmi160Gyroscope = Self(
        quantity: .rotation, noiseDensity: 0.007, bias: 3, biasInstability: 0.003,
        scaleError: 0.01, misalignment: 0.01, biasTemperatureCoefficient: 0.05,
        scaleTemperatureCoefficient: 0.0002, internalRate: 6400,
        source: """
            BST-BMI160-DS000, table of gyroscope output: zero-rate offset ±3 °/s, 0.05 °/s/K, \
            sensitivity ±3 % at most and 0.02 %/K, cross-axis 2 %; bias instability is of the \
            part's class; 0.007 °/s/√Hz, which the quiet bands of two boards' recordings show, \
            too (0.0045 to 0.009): the 0.08 °/s at 50 Hz of protocol, real boards 4, are a table that \
            vibrates.
            """)

    /// Accelerometer of the BMI270 (MetaMotion S).
    public static let bmi270Accelerometer = Self(
        quantity: .acceleration, noiseDensity: 160e-6, bias: 0.020, biasInstability: 35e-6,
        scaleError: 0.004, misalignment: 0.005, biasTemperatureCoefficient: 0.000_25,
        scaleTemperatureCoefficient: 0.000_04, internalRate: 1600,
        source: """
            BST-BMI270-DS000, table of accelerometer output: 160 µg/√Hz, zero-g offset ±20 mg, \
            0.25 mg/K, sensitivity error 0.4 % and 0.004 %/K; bias instability is of the part's \
            class.
            """)

    /// Accelerometer of the BMA255 (MetaDetector, MetaEnvironment).
    public static let bma255Accelerometer = Self(
        quantity: .acceleration, noiseDensity: 150e-6, bias: 0.060, biasInstability: 40e-6,
        scaleError: 0.01, misalignment: 0.005, biasTemperatureCoefficient: 0.001,
        scaleTemperatureCoefficient: 0.0002, internalRate: 2000,
        source: """
            BST-BMA255-DS004, table of operating characteristics: 150 µg/√Hz, zero-g offset \
            ±60 mg, 1 mg/K, 0.02 %/K, cross-axis 1 %; scale and bias instability are of the part's \
            class.
            """)

    /// The MMA8452Q of the first MetaWear R.
    public static let mma8452qAccelerometer = Self(
        quantity: .acceleration, noiseDensity: 99e-6, bias: 0.017, biasInstability: 40e-6,
        scaleError: 0.025, misalignment: 0.005, biasTemperatureCoefficient: 0.000_15,
        scaleTemperatureCoefficient: 0.000_08, internalRate: 1600,
        source: """
            MMA8452Q data sheet, table 2: 99 µg/√Hz in normal mode, zero-g offset ±17 mg, \
            0.15 mg/K, sensitivity accuracy ±2.5 % and 0.008 %/K; bias instability is of the \
            part's class.
            """)

    /// Gyroscope of the BMI270 (MetaMotion S), in the normal mode that the boards use.
    public static let bmi270Gyroscope = Self(
        quantity: .rotation, noiseDensity: 0.020, bias: 0.5, biasInstability: 0.0025,
        scaleError: 0.01, misalignment: 0.005, biasTemperatureCoefficient: 0.02,
        scaleTemperatureCoefficient: 0.0002, internalRate: 6400, crosstalk: 0.01,
        isUntrimmed: true,
        source: """
            BST-BMI270-DS000, table of gyroscope output: zero-rate offset ±0.5 °/s, 0.02 °/s/K; \
            bias instability is of the part's class. The sensitivity is not trimmed by the maker: \
            5° to 10° in a turn are usual in flight controllers, 18° were seen, and parts with \
            3 °/s at rest (RB26-120, -122); the part of z in x, which a register of the chip \
            describes, is often 0 (RB26-121). Noise as recordings of two boards show it (protocol, \
            real boards 4: 0.12 to 0.15 °/s at 100 Hz), more than twice the data sheet's \
            0.008 °/s/√Hz.
            """)

    /// Magnetometer BMM150 (MetaMotion R, RL and S), in the regular preset at 10 Hz: 0.6 µT rms
    /// over 5 Hz. `BMM150` passes the noise of its repetitions to the sensor.
    public static let bmm150Magnetometer = Self(
        quantity: .magneticField, noiseDensity: 0.27, bias: 25, biasInstability: 0.05,
        scaleError: 0.01, misalignment: 0.01, biasTemperatureCoefficient: 0.01,
        scaleTemperatureCoefficient: 0.0001, internalRate: 300,
        source: """
            BST-BMM150-DS001: regular preset 0.6 µT rms at 10 Hz, zero-B offset ±50 µT, taken as \
            two standard deviations (a vendor's calibration leaves ±2 µT), sensitivity after \
            compensation ±0.01 %/K; cross-axis and bias instability are of the part's class.
            """)
}
