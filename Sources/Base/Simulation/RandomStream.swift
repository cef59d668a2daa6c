/// Pseudo-random numbers for one purpose: xoshiro256++ (Blackman and Vigna, 2019), seeded from
/// the run's seed and the purpose's name through SplitMix64.
@frozen public struct RandomStream: Sendable {
    @usableFromInline var s0: UInt64
    @usableFromInline var s1: UInt64
    @usableFromInline var s2: UInt64
    @usableFromInline var s3: UInt64

    /// The stream of one purpose under a seed; equal arguments give equal numbers.
    public init(seed: UInt64, purpose: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var state = seed ^ hash
        func split(_ state: inout UInt64) -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        s0 = split(&state)
        s1 = split(&state)
        s2 = split(&state)
        s3 = split(&state)
    }

    @inlinable public mutating func next() -> UInt64 {
        let sum = s0 &+ s3
        let result = (sum << 23 | sum >> 41) &+ s0
        let t = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = s3 << 45 | s3 >> 19
        return result
    }

    /// Uniform in 0 ..< 1, 53 bits.
    @inlinable public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Uniform in 0 ..< `bound`; `bound` is at least 1.
    @inlinable public mutating func below(_ bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }
}

extension RandomStream: RandomNumberGenerator {}
