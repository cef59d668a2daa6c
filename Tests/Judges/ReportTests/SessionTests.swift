import Report
import ScriptedClient
import Simulation
import Testing

/// Files with all samples of a run; what foreign readers make of them is in `Tests/checks/test_sessions.py`.
@Suite struct SessionTests {
    private static let series = Series(
        board: "left & right", signal: "acceleration", unit: "g", axes: ["x", "y"],
        source: .log, rate: 50)

    private static func sample(_ value: Double, truth: [Double] = [0, 1]) -> Series.Sample {
        let time = Instant.zero + Nanoseconds.milliseconds(1500)
        return Series.Sample(
            time: time, arrival: time, stamp: time + .milliseconds(2), values: [value, 1],
            truth: truth)
    }

    private func bytes(_ format: SessionFormat, _ samples: [Series.Sample]) -> [UInt8] {
        var writer = format.writer
        writer.begin(Self.series, number: 3, of: "phone")
        for sample in samples { writer.take(sample, of: 3) }
        writer.end()
        return writer.bytes
    }

    private func has(_ bytes: [UInt8], _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    @Test func `a name keeps XML whole, and says that a series is a log`() {
        let file = bytes(.xdf, [Self.sample(0)])
        #expect(file.starts(with: Array("XDF:".utf8)))
        #expect(has(file, "<name>phone: left &amp; right acceleration (log)</name>"))
        #expect(has(file, "<name>phone: left &amp; right acceleration (log), true</name>"))
        #expect(has(file, "<sample_count>1</sample_count>"))
    }

    @Test func `what is not a number is null in JSON`() {
        let file = bytes(.mcap, [Self.sample(.nan), Self.sample(2, truth: [])])
        #expect(has(file, "{\"x\":null,\"y\":1.0,\"true x\":0.0,\"true y\":1.0}"))
        #expect(has(file, "{\"x\":2.0,\"y\":1.0}"))
        #expect(has(file, "/phone/left & right/acceleration/log"))
    }

    @Test(arguments: SessionFormat.allCases)
    func `samples of a series that has not begun change nothing`(_ format: SessionFormat) {
        var writer = format.writer
        let before = writer.bytes
        writer.take(Self.sample(1), of: 0)
        #expect(writer.bytes == before)
    }

    @Test func `two chunks have all samples`() {
        let one = bytes(.xdf, [])
        let many = bytes(.xdf, (0..<600).map { Self.sample(Double($0)) })
        // A time with its length and two values, measured and true; three chunks of each.
        #expect(many.count - one.count >= 600 * 2 * 25)
        #expect(has(many, "<sample_count>600</sample_count>"))
    }
}
