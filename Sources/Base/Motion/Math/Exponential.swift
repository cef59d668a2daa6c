extension Elementary {
    /// e to the power `x`, relative error below 1e-15.
    package static func exponential(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 709.7 { return .infinity }
        if x < -745 { return 0 }
        let shifter = 0x1.8p52
        let k = (x * 1.442_695_040_888_963_4 + shifter) - shifter
        // ln 2 in two parts, the first of 32 bits.
        let r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33
        var sum = 1.0
        for n in stride(from: 14.0, through: 1, by: -1) {
            sum = 1 + r / n * sum
        }
        return Double(sign: .plus, exponent: Int(k), significand: sum)
    }

    /// The natural logarithm of `x`; absolute error below 1e-15 times the larger of one and the
    /// result.
    package static func logarithm(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x.isFinite else { return x }
        var exponent = Double(x.exponent)
        var m = x.significand
        if m > 1.414_213_562_373_095 {
            m *= 0.5
            exponent += 1
        }
        // ln m = 2 artanh s, |s| below 0.172.
        let s = (m - 1) / (m + 1)
        let z = s * s
        var sum = 0.0
        for n in stride(from: 21.0, through: 3, by: -2) {
            sum = 1 / n + z * sum
        }
        let fraction = 2 * s + 2 * s * z * sum
        return exponent * 0x1.62e42feep-1 + (fraction + exponent * 0x1.a39ef35793c76p-33)
    }

    /// `x` to the power `y` for positive `x`; relative error about 1e-16 · |y ln x|.
    package static func power(_ x: Double, _ y: Double) -> Double {
        y == 0 || x == 1 ? 1 : exponential(y * logarithm(x))
    }
}
