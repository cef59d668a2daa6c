import Motion
import Simulation
import Testing
import Wire

@testable import TrikiCap

/// What stands in the stream.
@Suite struct FrameTests {
    /// Document, 1.5 and 6.2: what a cap in this state sends.
    static let frames: [(hex: String, gyroscope: Vector3, accelerometer: Vector3, isDown: Bool)] = [
        (
            "22 00 0c 00 e1 ff ea ff 18 00 00 00 fe f7", Vector3(12, -31, -22),
            Vector3(24, 0, -2050), false
        ),
        (
            "22 01 0c 00 e1 ff ea ff 18 00 00 00 fe f7", Vector3(12, -31, -22),
            Vector3(24, 0, -2050), true
        ),
        (
            "22 00 00 00 00 00 0b 0a 00 00 00 00 00 f8", Vector3(0, 0, 179.97 / 0.070),
            Vector3(0, 0, -2048), false
        ),
        (
            "22 00 8f 00 e2 fe ad 01 18 00 00 00 fe f7", Vector3(143, -286, 429),
            Vector3(24, 0, -2050), false
        ),
        // Beyond 16 bits the sensor saturates.
        (
            "22 00 ff 7f 00 80 00 00 ff 7f 00 80 00 00", Vector3(40_000, -40_000, 0),
            Vector3(40_000, -40_000, 0), false
        ),
    ]

    // holds TRI-19 TRI-20
    @Test(arguments: frames)
    func vectors(
        _ hex: String, _ gyroscope: Vector3, _ accelerometer: Vector3, _ isDown: Bool
    ) {
        let bench = CapBench(.with { $0.chunking = .frames(1) })
        bench.body.gyroscope = gyroscope
        bench.body.accelerometer = accelerometer
        bench.cap.setButton(pressed: isDown)
        bench.write(CapBench.start(104))
        #expect(bench.run(15).map { Hex.text($0) } == [hex])
    }

    // holds TRI-20
    @Test func aPressOf100MillisecondsIsSeenInAboutTenFrames() {
        let bench = CapBench(.with { $0.chunking = .frames(1) })
        bench.body.gyroscope = Vector3(12, -31, -22)
        bench.write(CapBench.start(104))
        var frames = bench.frames(500)
        bench.cap.setButton(pressed: true)
        frames += bench.frames(100)
        bench.cap.setButton(pressed: false)
        frames += bench.frames(500)
        #expect(Set(frames.map { $0[1] }) == [0, 1])
        #expect((9...11).contains(frames.count { $0[1] == 1 }))
        #expect(Set(frames.map { Array($0[2...]) }).count == 1)
    }

    // holds TRI-20
    @Test func theRollingIDCountsTo15AndKnowsNoButton() {
        let bench = CapBench(.with { $0.status = .rolling })
        bench.cap.setButton(pressed: true)
        bench.write(CapBench.start(104))
        let ids = bench.frames(400).map { Int($0[1]) }
        #expect(ids.count > 35)
        #expect(ids == ids.indices.map { $0 % 16 })
    }

    // holds TRI-28
    @Test func anySpecimenAtRestReadsOneG() {
        for seed in UInt64(1)...40 {
            let bench = CapBench(isIdeal: false, seed: seed)
            bench.write(CapBench.start(104))
            let frames = bench.frames(1000)
            #expect(frames.count > 98)
            for frame in frames {
                func count(_ at: Int) -> Double {
                    Double(Int16(bitPattern: UInt16(frame[at]) | UInt16(frame[at + 1]) << 8))
                }
                let g = Vector3(count(8), count(10), count(12)) * (1.0 / 2048)
                #expect(abs(g.length - 1) < 0.02, "seed \(seed): \(g)")
                #expect(g.z < -0.95)
            }
            #expect(Set(frames).count > 10, "seed \(seed): noise")
        }
    }

    /// Document, 1.7: tilt ÷ 80 (in v2 ÷ 100) is 1 at 1 g.
    static let layouts: [(FrameLayout, String)] = [
        (.block, "22 01 8f 00 e2 fe ad 01"),
        (.blocks, "22 01 28 00 ec ff b0 ff 22 01 8f 00 e2 fe ad 01"),
        (.footed, "22 01 28 00 ec ff 01 00 fe ff 03 00 02 00 00 f8"),
        (.mini, "00 f8"),
        (.v2, "22 01 32 00 e7 ff 9c ff 8f 00 e2 fe ad 01 00 00 00 00 00 00"),
        (.sensor, "22 01 8f 00 e2 fe ad 01 00 04 00 fe 00 f8"),
    ]

    // holds TRI-25
    @Test(arguments: layouts) func shapes(_ layout: FrameLayout, _ hex: String) {
        let frame = MotionFrame(
            status: 1, gyroscope: RawSample(143, -286, 429),
            accelerometer: RawSample(1024, -512, -2048), isButtonDown: true)
        #expect(Hex.text(frame.bytes(layout).array) == hex)
        #expect(frame.bytes(layout).count == layout.length)
    }

    // holds TRI-25
    @Test func clickAndShakeAreFlags() {
        let bench = CapBench(
            .with {
                $0.layout = .mini
                $0.chunking = .frames(1)
            })
        bench.write(CapBench.start(52))
        #expect(bench.run(50).map { Hex.text($0) } == ["00 f7", "00 f7"])
        bench.cap.setButton(pressed: true)
        #expect(bench.run(40).map { Hex.text($0) } == ["01 f8", "00 f8"])
        bench.body.accelerometer = Vector3(0, 4097, 0)
        bench.cap.setButton(pressed: false)
        #expect(bench.run(20).map { Hex.text($0) } == ["02 f7"])
    }
}
