/// The codes of a rate field: the lowest bits of a config's first byte.
package struct RateCodes: Sendable, Equatable {
    /// In bits.
    package var width: Int
    /// The codes that have a rate; the others are reserved.
    package var codes: ClosedRange<UInt8>
    /// The rate of the first code, in hertz; each further one doubles it.
    package var slowest: Double

    /// Four bits of `acc_conf` (BMI160 datasheet 2.11.12; BMI270 datasheet, ACC_CONF).
    static let acceleration = RateCodes(width: 4, codes: 1...12, slowest: 0.78125)
    /// Four bits of `gyr_conf` (BMI160 datasheet 2.11.14; BMI270 datasheet, GYR_CONF).
    static let rotation = RateCodes(width: 4, codes: 6...13, slowest: 25)

    /// Hertz for users: `25`, `0.78125`.
    package static func text(_ hertz: Double) -> String {
        hertz == hertz.rounded() ? "\(Int(hertz))" : "\(hertz)"
    }

    /// Whether the chip has no rate for a code.
    package func isReserved(_ code: UInt8) -> Bool { !codes.contains(code) }

    /// The code that the model uses for a reserved one: the nearest.
    package func used(_ code: UInt8) -> UInt8 { min(max(code, codes.lowerBound), codes.upperBound) }

    /// Samples a second; of a reserved code, those of the one that is used for it.
    package func hertz(_ code: UInt8) -> Double {
        slowest * Double(1 << (used(code) - codes.lowerBound))
    }

    /// The code in a config; nil without a byte.
    package func code(in config: some Collection<UInt8>) -> UInt8? {
        config.first.map { $0 & (1 << UInt8(width) - 1) }
    }

    /// The codes whose rate, written in hertz where the code belongs, leaves this code behind: a
    /// field of four bits keeps 4 of 100.
    package func meant(by code: UInt8) -> [UInt8] {
        codes.filter { Int(hertz($0)) & (1 << width - 1) == code && hertz($0) >= 1 }
    }
}
