import Testing
import Wire

@testable import AttitudeStream

@Suite struct AttitudeFrameTests {
    @Test(arguments: [
        (0.5, -0.25, 1.0, "00 00 00 3F 00 00 80 BE 00 00 80 3F", [29, -14, 57]),
        (.pi / 2, 0, 0, "DB 0F C9 3F 00 00 00 00 00 00 00 00", [90, 0, 0]),
    ])
    func `a legacy frame is three floats`(
        roll: Double, pitch: Double, yaw: Double, hex: String, label: [Int]
    ) throws {
        let attitude = Attitude(roll: roll, pitch: pitch, yaw: yaw)
        let bytes = try #require(Hex.bytes(hex))
        #expect(AttitudeFrame(.attitude(attitude)).bytes(.legacy) == bytes)
        #expect(attitude.labelDegrees == label)
        let euler = attitude.eulerAngles
        #expect(euler.x == -pitch && euler.y == yaw && euler.z == roll)
        var reader = AttitudeReader(.legacy)
        guard case .attitude(let read) = reader.process(bytes).first?.content else {
            Issue.record("no frame")
            return
        }
        #expect(abs(read.roll - roll) < 1e-6 && read.pitch == pitch && read.yaw == yaw)
    }

    @Test func `a versioned frame has its layout`() {
        let frame = AttitudeFrame(
            .attitude(Attitude(roll: 0.5, pitch: -0.25, yaw: 1)), sequence: 0x0403_0201,
            microseconds: 0x0807_0605_0403_0201)
        let text = Hex.text(frame.bytes(.versioned)).uppercased()
        #expect(
            text
                == "4D 43 01 01 0C 00 01 02 03 04 01 02 03 04 05 06 07 08"
                + " 00 00 00 3F 00 00 80 BE 00 00 80 3F")
        #expect(AttitudeFrame(.rezero).bytes(.versioned).count == 18)
        #expect(AttitudeFrame(.rezero).bytes(.legacy).isEmpty)
    }

    @Test func `only versioned differences take the short way round`() {
        let first = Attitude(roll: 0.10, pitch: -0.20, yaw: 3.00)
        let now = Attitude(roll: 0.35, pitch: -0.05, yaw: -3.10)
        let legacy = now.subtracted(from: first, wraps: false)
        #expect(abs(legacy.roll + 0.25) < 1e-9 && abs(legacy.yaw - 6.1) < 1e-9)
        #expect(abs(now.subtracted(from: first, wraps: true).yaw + 0.183_185_307) < 1e-6)
        #expect(Attitude.wrapped(-.pi) == .pi && Attitude.wrapped(.pi) == .pi)
        #expect(abs(Attitude.wrapped(7) - (7 - 2 * .pi)) < 1e-12)
    }

    @Test func `cut anywhere, legacy frames come out exactly`() {
        let frames = (0..<4).map { Attitude(roll: Double($0), pitch: 0.5, yaw: -Double($0)) }
        var bytes = frames.flatMap { AttitudeFrame(.attitude($0)).bytes(.legacy) }[...]
        var reader = AttitudeReader(.legacy)
        var counts: [Int] = [], found: [AttitudeFrame] = []
        for length in [5, 13, 15, 15] {
            let some = reader.process(Array(bytes.prefix(length)))
            bytes = bytes.dropFirst(length)
            counts.append(some.count)
            found += some
        }
        #expect(counts == [0, 1, 1, 2])
        #expect(found == frames.map { AttitudeFrame(.attitude($0)) })
    }

    @Test func `what is no frame is counted, and the next one is found`() {
        var reader = AttitudeReader(.versioned)
        let good = AttitudeFrame(.attitude(Attitude(roll: 1)), sequence: 7).bytes(.versioned)
        var later = good
        later[2] = 9
        var unknown = AttitudeFrame(.rezero).bytes(.versioned)
        unknown[3] = 77
        let nan = AttitudeFrame(.attitude(Attitude(yaw: .nan))).bytes(.versioned)
        let long: [UInt8] = [0x4D, 0x43, 1, 1, 0xFF, 0xFF]
        let frames = reader.process([0x4D, 1, 2] + later + unknown + nan + long + good)
        #expect(frames.map(\.sequence) == [7])
        #expect(reader.refused == 3 && reader.skippedBytes == 3 + 6)
        #expect(reader.waitingBytes == 0)
    }
}
