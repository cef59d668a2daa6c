/// What a dissector needs to turn the counts of a data register into units: it follows the range
/// that the client set.
extension WiresharkDissector {
    /// One sensor's scale.
    private struct Scale {
        var module: UInt8
        var implementation: UInt8
        /// The registers that hold samples.
        var data: [UInt8]
        var unit: String
        /// The range after a reset.
        var standard: UInt8
        /// By the value of the range: what one unit counts.
        var counts: [(range: UInt8, counts: Double)]
    }

    private static func counts(_ of: (UInt8) -> Double?) -> [(range: UInt8, counts: Double)] {
        (0...UInt8.max).compactMap { range in of(range).map { (range, $0) } }
    }

    private static let all: [Scale] = [
        Scale(
            module: AccelerometerBMI160.id, implementation: 1, data: [0x04, 0x1C],
            unit: "g", standard: AccelerometerBMI160.Config().range.rawValue,
            counts: counts { BoschRange(rawValue: $0).map { 32768 / $0.g } }),
        Scale(
            module: AccelerometerBMA255.id, implementation: 3, data: [0x04, 0x1C],
            unit: "g", standard: AccelerometerBMA255.Config().range.rawValue,
            counts: counts { BoschRange(rawValue: $0).map { 32768 / $0.g } }),
        Scale(
            module: AccelerometerBMI270.id, implementation: 4, data: [0x04, 0x05],
            unit: "g", standard: AccelerometerBMI270.Config().range.rawValue,
            counts: counts { AccelerometerBMI270.Config.Range(rawValue: $0).map { 32768 / $0.g } }),
        Scale(
            module: GyroscopeBMI160.id, implementation: 0, data: [0x05, 0x07],
            unit: "°/s", standard: GyroscopeConfig().range.rawValue,
            counts: counts { GyroscopeConfig.Range(rawValue: $0)?.countsPerUnit }),
        Scale(
            module: GyroscopeBMI270.id, implementation: 1, data: [0x04, 0x05],
            unit: "°/s", standard: GyroscopeConfig().range.rawValue,
            counts: counts { GyroscopeConfig.Range(rawValue: $0)?.countsPerUnit }),
    ]

    static var scales: String {
        all.map { scale in
            let counts = scale.counts.map { "[\($0.range)] = \($0.counts)" }
            let data = scale.data.map { "[\($0)] = true" }
            return "  { module = \(scale.module), implementation = \(scale.implementation), "
                + "data = { \(data.joined(separator: ", ")) }, unit = \(quoted(scale.unit)), "
                + "default = \(scale.standard),\n"
                + "    counts = { \(counts.joined(separator: ", ")) } },\n"
        }.joined()
    }
}
