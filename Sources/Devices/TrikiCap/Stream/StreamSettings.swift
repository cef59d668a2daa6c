import Motion

/// The settings in START: both full scales, the rate, and the sensors that run (protocol, real
/// boards 5.1).
///
/// The vendor's app only requests ±16 g and ±2000 °/s. The other full scales are the chip's, and
/// that the cap accepts them is our choice.
struct StreamSettings: Equatable {
    /// ± so many g.
    var acceleration: UInt16
    /// ± so many °/s.
    var rotation: UInt16
    var rate: FrameRate
    /// False: the gyroscope is off, and its figures in the frames are zero; no source says what
    /// real frames contain then.
    var hasGyroscope: Bool

    private static let accelerations: Set<UInt16> = [2, 4, 8, 16]
    private static let rotations: Set<UInt16> = [125, 250, 500, 1000, 2000]
    /// The enable flags of the vendor's app.
    private static let accelerometerAlone: UInt8 = 0x01
    private static let both: UInt8 = 0x03

    /// The settings with which the firmware checks for motion without a stream.
    static let watching = StreamSettings(
        acceleration: 16, rotation: 2000, rate: .hz26, hasGyroscope: false)

    private init(
        acceleration: UInt16, rotation: UInt16, rate: FrameRate, hasGyroscope: Bool
    ) {
        self.acceleration = acceleration
        self.rotation = rotation
        self.rate = rate
        self.hasGyroscope = hasGyroscope
    }

    /// Reads the eight bytes of START.
    init(_ bytes: [UInt8]) throws(CapRefusal) {
        func word(_ at: Int) -> UInt16 { UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 }
        acceleration = word(1)
        rotation = word(3)
        guard Self.accelerations.contains(acceleration), Self.rotations.contains(rotation) else {
            throw .unsupportedScale(acceleration: acceleration, rotation: rotation)
        }
        guard let rate = FrameRate(rawValue: word(5)) else { throw .unsupportedRate(word(5)) }
        self.rate = rate
        guard bytes[7] == Self.accelerometerAlone || bytes[7] == Self.both else {
            throw .unsupportedSensors(bytes[7])
        }
        hasGyroscope = bytes[7] == Self.both
    }

    /// ±2000 °/s has 70 m°/s a count; the output saturates with its 16 bits.
    var gyroscope: TriaxialSensor.Configuration {
        TriaxialSensor.Configuration(
            outputRate: rate.hertz, cutoff: rate.gyroscopeCutoff, fullScale: .infinity,
            countsPerUnit: 2000 / Double(rotation) / 0.070)
    }

    /// ±16 g has 2048 counts a g; the low-pass is at half the rate.
    var accelerometer: TriaxialSensor.Configuration {
        TriaxialSensor.Configuration(
            outputRate: rate.hertz, fullScale: .infinity,
            countsPerUnit: 32768 / Double(acceleration))
    }
}
