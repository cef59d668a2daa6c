/// SplitMix64 (Steele, Lea and Flood, 2014), which chooses among jobs that are ready.
struct ScheduleRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number in 0 ..< `bound`.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
    }
}
