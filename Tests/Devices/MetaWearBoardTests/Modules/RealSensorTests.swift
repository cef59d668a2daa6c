import Checkout
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The noise of boards at rest, against recordings of real ones (protocol, real boards 4).
@Suite struct RealSensorTests {
    /// One row: what a still board of that chip shows, the mean of its axes.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let profile: BoardProfile
        /// Config, and what starts the stream.
        let packets: [String]
        let signal: (UInt8, UInt8)
        let countsPerUnit: Double
        /// Standard deviation of an axis in mg, °/s or µT.
        let deviation: Double
    }

    static let rows: [Row] = [
        Row(
            testDescription: "BMI160, 200 Hz, 1.64, 1.90 and 1.85 mg", profile: .metaMotionR,
            packets: ["03 03 29 0c", "03 02 01 00", "03 01 01"], signal: (0x03, 0x04),
            countsPerUnit: 2.048, deviation: 1.80),
        Row(
            testDescription: "BMI160, 100 Hz, 1.2 to 1.5 mg", profile: .metaMotionR,
            packets: ["03 03 28 0c", "03 02 01 00", "03 01 01"], signal: (0x03, 0x04),
            countsPerUnit: 2.048, deviation: 1.35),
        Row(
            testDescription: "BMI270, 100 Hz, 1.1, 1.0 and 1.2 mg", profile: .metaMotionS,
            packets: ["03 03 a8 01", "03 02 01 00", "03 01 01"], signal: (0x03, 0x04),
            countsPerUnit: 8.192, deviation: 1.1),
        Row(
            testDescription: "BMI160, 100 Hz, 0.007 deg/s/√Hz", profile: .metaMotionR,
            packets: ["13 03 28 00", "13 02 01 00", "13 01 01"], signal: (0x13, 0x05),
            countsPerUnit: 16.4, deviation: 0.047),
        Row(
            testDescription: "BMI270, 100 Hz, 0.14, 0.12 and 0.15 deg/s", profile: .metaMotionS,
            packets: ["13 03 28 02", "13 02 01 00", "13 01 01"], signal: (0x13, 0x04),
            countsPerUnit: 65.6, deviation: 0.137),
        Row(
            testDescription: "BMM150, regular, 0.45 to 0.54 and 0.83 uT", profile: .metaMotionR,
            packets: ["15 01 00", "15 04 04 0e", "15 03 05", "15 02 01 00", "15 01 01"],
            signal: (0x15, 0x05), countsPerUnit: 16, deviation: 0.6),
    ]

    // holds PHY-20
    @Test(.slow, arguments: rows)
    func `a still board is as noisy as real ones, within a fifth`(_ row: Row) throws {
        var variance = 0.0
        for specimen in 0..<3 {
            let bench = Bench(
                row.profile, sensors: .realistic, isTraced: false, specimen: specimen)
            bench.write(all: row.packets)
            var samples: [[Double]] = []
            let stream = bench.outlet(row.signal.0, row.signal.1)
            stream?.observer = { _, bytes, _ in
                samples.append(
                    [0, 2, 4].map { at in
                        let count = bytes.littleEndian(offset: at, bytes: 2)
                        return Double(Int16(truncatingIfNeeded: count)) / row.countsPerUnit
                    })
            }
            bench.run(milliseconds: 20_000)
            stream?.observer = nil
            try #require(samples.count > 390)
            for axis in 0..<3 {
                let values = samples.map { $0[axis] }
                let mean = values.reduce(0, +) / Double(values.count)
                let sum = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                variance += sum / Double(values.count) / 9
            }
        }
        let deviation = variance.squareRoot()
        #expect(abs(deviation / row.deviation - 1) < 0.2, "\(deviation)")
    }

    // holds BAR-04 BAR-06
    @Test func `pressure comes every 135.70 ms on every board, with 2.74 Pa of white noise`() {
        var differences: [Double] = []
        for specimen in 0..<3 {
            let bench = Bench(
                .metaMotionR, sensors: .realistic, isTraced: false, specimen: specimen)
            var (times, values): ([Instant], [Double]) = ([], [])
            bench.outlet(0x12, 0x01)?.observer = { time, bytes, _ in
                times.append(time)
                values.append(Double(bytes.littleEndian(bytes: 4)) / 256)
            }
            bench.write(all: ["12 03 2c 40", "12 04 01 01"])
            bench.run(milliseconds: 136_000)
            let period = ((times.last ?? .zero) - times[0]).seconds / Double(times.count - 1)
            #expect(abs(period - 0.135_70) < 0.000_01, "\(period) s")
            differences += zip(values, values.dropFirst()).map { $1 - $0 }
            // 91 to 94 ticks of the log's clock.
            let ticks = times.map { bench.board.logTick(at: $0) }
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { (91...94).contains($1 - $0) })
        }
        let squares = differences.reduce(0) { $0 + $1 * $1 }
        let white = (squares / Double(differences.count) / 2).squareRoot()
        #expect(abs(white / 2.74 - 1) < 0.2, "\(white) Pa")
    }
}
