extension Elementary {
    /// The sine and cosine of `x` radians, absolute error below 1e-15 for |x| up to 10⁶; beyond
    /// it grows in proportion to |x|. Not a number for an infinite `x`.
    @inlinable @inline(__always)
    public static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
        // Cody and Waite: π/2 in three parts of 33 bits, so that quarter · part is exact.
        let shifter = 0x1.8p52  // adding it leaves the nearest integer in the low bits
        let shifted = x * 0.636_619_772_367_581_4 + shifter
        let quarter = shifted - shifter
        let r =
            ((x - quarter * 0x1.921fb544p0) - quarter * 0x1.0b4611a6p-34)
            - quarter * 0x1.3198a2e037073p-69
        return sineAndCosine(of: r, quarter: shifted.bitPattern & 3)
    }

    /// The sine and cosine of `turns` full turns: exact reduction, so that the phase of a
    /// vibration is as good after an hour as in its first cycle.
    @inlinable @inline(__always)
    public static func sineAndCosine(turns: Double) -> (sine: Double, cosine: Double) {
        let shifter = 0x1.8p52
        let shifted = turns * 4 + shifter
        let r = (turns * 4 - (shifted - shifter)) * 1.570_796_326_794_896_6
        return sineAndCosine(of: r, quarter: shifted.bitPattern & 3)
    }

    /// Of `r` radians plus a number of quarter turns: the Taylor polynomials on [-π/4, π/4], where
    /// the first omitted term is below 5e-17.
    @inlinable @inline(__always)
    static func sineAndCosine(of r: Double, quarter: UInt64) -> (sine: Double, cosine: Double) {
        let z = r * r
        var s = -1 / 1_307_674_368_000.0
        s = s * z + 1 / 6_227_020_800.0
        s = s * z - 1 / 39_916_800.0
        s = s * z + 1 / 362_880.0
        s = s * z - 1 / 5_040.0
        s = s * z + 1 / 120.0
        s = s * z - 1 / 6.0
        var c = 1 / 20_922_789_888_000.0
        c = c * z - 1 / 87_178_291_200.0
        c = c * z + 1 / 479_001_600.0
        c = c * z - 1 / 3_628_800.0
        c = c * z + 1 / 40_320.0
        c = c * z - 1 / 720.0
        c = c * z + 1 / 24.0
        (s, c) = (r + r * z * s, 1 - 0.5 * z + z * z * c)
        switch quarter {
        case 0: return (s, c)
        case 1: return (c, -s)
        case 2: return (-s, -c)
        default: return (-c, s)
        }
    }

    /// The sine of `x` radians.
    @inlinable package static func sine(_ x: Double) -> Double { sineAndCosine(x).sine }

    /// The cosine of `x` radians.
    @inlinable package static func cosine(_ x: Double) -> Double { sineAndCosine(x).cosine }

    /// The angle of the point (`x`, `y`) in -π ... π; zero for the origin.
    package static func arcTangent(_ y: Double, _ x: Double) -> Double {
        let (ay, ax) = (y.magnitude, x.magnitude)
        if ay == 0 && ax == 0 { return 0 }
        let steep = ay > ax
        let t = steep ? ax / ay : ay / ax
        var angle = unitArcTangent(t.isNaN ? 1 : t)  // both infinite: the diagonal
        if steep { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// The arc tangent of 0 ... 1: a subtraction of angles brings it within a quarter, then its
    /// power series.
    private static func unitArcTangent(_ t: Double) -> Double {
        let (r, base): (Double, Double) =
            t > 0.66
            ? ((t - 1) / (t + 1), .pi / 4)
            : t > 0.25 ? ((t - 0.5) / (1 + 0.5 * t), 0.463_647_609_000_806_1) : (t, 0)
        let z = r * r
        var sum = 0.0
        for n in stride(from: 27.0, through: 3, by: -2) {
            sum = 1 / n - z * sum
        }
        return base + (r - r * z * sum)
    }

    /// The angle in -π/2 ... π/2 with this sine; arguments beyond ±1 count as ±1.
    package static func arcSine(_ x: Double) -> Double {
        let c = max(-1, min(1, x))
        return arcTangent(c, ((1 - c) * (1 + c)).squareRoot())
    }

    /// The angle in 0 ... π with this cosine; arguments beyond ±1 count as ±1.
    package static func arcCosine(_ x: Double) -> Double {
        let c = max(-1, min(1, x))
        return arcTangent(((1 - c) * (1 + c)).squareRoot(), c)
    }
}
