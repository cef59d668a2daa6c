import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Codes of the rate field that the chips do not have.
@Suite struct RateCodeTests {
    // holds ACC-20 GYR-12
    @Test(arguments: [
        (BoardProfile.metaMotionS, "03 03 20 03", "0 of the accelerometer", "1, 0.78125 Hz"),
        (.metaMotionS, "03 03 2f 03", "15 of the accelerometer", "12, 1600 Hz"),
        (.metaMotionR, "03 03 2d 03", "13 of the accelerometer", "12, 1600 Hz"),
        (.metaMotionS, "13 03 24 00", "4 of the gyroscope", "6, 25 Hz"),
        (.metaMotionR, "13 03 2e 00", "14 of the gyroscope", "13, 3200 Hz"),
    ])
    func `a reserved rate code is used as the nearest, and the trace says so`(
        _ profile: BoardProfile, _ packet: String, _ code: String, _ used: String
    ) {
        let bench = Bench(profile)
        bench.write(packet)
        let line = "rate code \(code) is reserved: used as \(used)"
        #expect(bench.lines.last?.contains(line) == true, "\(bench.lines.last ?? "")")
        #expect(bench.take() == [])
    }

    // holds ACC-21
    // registers AccelerometerBMI160 03
    // registers AccelerometerBMI270 03
    @Test(arguments: [
        (BoardProfile.metaMotionR, "03 03 24 03", 0...0), (.metaMotionR, "03 03 a4 03", 12...13),
        (.metaMotionR, "03 03 25 03", 24...25), (.metaMotionS, "03 03 a4 02", 0...0),
        (.metaMotionS, "03 03 24 02", 12...13), (.metaMotionS, "03 03 a5 02", 24...25),
        (.metaMotionS, "03 03 2a 02", 780...820), (.metaMotionS, "03 03 2b 02", 0...0),
    ])
    func `what the data sheet excludes gives no samples, and the trace says so`(
        _ profile: BoardProfile, _ packet: String, _ samples: ClosedRange<Int>
    ) {
        let bench = Bench(profile)
        for packet in [packet, "03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
        bench.run(.seconds(2 as Int64))
        #expect(samples.contains(bench.take().count))
        #expect(bench.lines.contains { $0.contains("no samples: ") } == (samples.upperBound == 0))
        // Another rate makes it go on.
        bench.write("03 03 a8 03")
        bench.run(.seconds(1 as Int64))
        #expect((95...101).contains(bench.take().count))
    }

    @Test(arguments: ["03 03 21 03", "03 03 2c 03", "13 03 26 00", "13 03 2d 00"])
    func `the trace says nothing of a code that has a rate`(_ packet: String) {
        let bench = Bench()
        bench.write(packet)
        #expect(bench.lines.last?.contains("reserved") == false)
    }

    @Test func `a rate in hertz is recognised by the bits that are left of it`() {
        #expect(RateCodes.rotation.meant(by: 4) == [8])
        #expect(RateCodes.rotation.meant(by: 2) == [7])
        #expect(RateCodes.acceleration.meant(by: 0) == [10, 11, 12])
        #expect(RateCodes.acceleration.meant(by: 15) == [])
    }
}
