import Checkout
import Foundation
import Simulation
import Testing

@testable import AttitudeStream

@Suite struct AttitudeLinkTests {
    /// `FUZZ_ROUNDS` counts cuts; a round is a hundred.
    static let rounds =
        (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { UInt64($0) } ?? 4000) / 100
        + 1

    @Test func `the newest frame wins on a slow stream, and none is torn`() {
        for format in AttitudeFormat.allCases {
            var sender = AttitudeSender(format)
            var receiver = AttitudeReceiver(format)
            for step in 0...100 {
                sender.update(Attitude(roll: Double(step) / 128))
                // Room for seven bytes a step.
                var room = 7
                sender.flush { bytes in
                    let taken = min(room, bytes.count)
                    room -= taken
                    receiver.process(Array(bytes.prefix(taken)), at: Double(step))
                    return taken
                }
            }
            #expect(sender.replaced > 30)
            sender.flush { bytes in
                receiver.process(bytes, at: 100)
                return bytes.count
            }
            #expect(receiver.attitude?.roll == -100.0 / 128)
            #expect(receiver.reader.refused == 0 && receiver.reader.skippedBytes == 0)
            #expect(!sender.hasBytes && receiver.reader.waitingBytes == 0)
        }
    }

    @Test func `an attitude is stale after 0.35 s`() {
        var receiver = AttitudeReceiver()
        #expect(receiver.isStale(at: 0))
        receiver.process(AttitudeFrame(.attitude(Attitude())).bytes(.versioned), at: 0)
        #expect(!receiver.isStale(at: 0.35) && receiver.isStale(at: 0.351))
    }

    @Test func `a new zero reaches the receiver`() {
        var sender = AttitudeSender()
        var receiver = AttitudeReceiver()
        func deliver() {
            sender.flush { bytes in
                receiver.process(bytes, at: 0)
                return bytes.count
            }
        }
        sender.update(Attitude(yaw: 1))
        sender.update(Attitude(yaw: 1.5))
        deliver()
        #expect(receiver.attitude?.yaw == -0.5)
        sender.resetZero()
        deliver()
        #expect(receiver.attitude == Attitude() && receiver.rezeros == 1)
        sender.update(Attitude(yaw: 2))
        deliver()
        #expect(receiver.attitude?.yaw == 0)
    }

    @Test func `an old frame does not replace a newer one, even where the sequence wraps`() {
        var receiver = AttitudeReceiver()
        for (sequence, roll) in [(UInt32.max, 1), (0, 2), (UInt32.max, 3)] as [(UInt32, Double)] {
            let frame = AttitudeFrame(.attitude(Attitude(roll: roll)), sequence: sequence)
            receiver.process(frame.bytes(.versioned), at: 0)
        }
        #expect(receiver.attitude?.roll == 2 && receiver.outdated == 1)
    }

    @Test func `attitudes that are no numbers are refused`() {
        var sender = AttitudeSender()
        sender.update(Attitude(roll: .infinity))
        sender.update(Attitude(pitch: .nan))
        sender.update(Attitude(yaw: 1e300))
        #expect(sender.refused == 3 && !sender.hasBytes)
        // Each fits into 32 bits, and their difference does not.
        var legacy = AttitudeSender(.legacy)
        legacy.update(Attitude(roll: 3e38))
        legacy.flush { $0.count }
        legacy.update(Attitude(roll: -3e38))
        #expect(legacy.refused == 1 && !legacy.hasBytes)
    }

    @Test func `no cut misaligns a stream (fuzz)`() {
        for seed in 1...Self.rounds {
            var random = RandomStream(seed: seed, purpose: "attitude cuts")
            let format: AttitudeFormat = seed % 2 == 0 ? .legacy : .versioned
            var reader = AttitudeReader(format)
            var sent: [AttitudeFrame] = [], received: [AttitudeFrame] = []
            var bytes: [UInt8] = []
            for _ in 0..<100 {
                let attitude = Attitude(
                    roll: Double(Float(random.below(9))), yaw: -Double(Float(random.below(9))))
                let frame = AttitudeFrame(.attitude(attitude))
                sent.append(frame)
                bytes += frame.bytes(format)
                let cut = Int(random.below(UInt64(bytes.count + 1)))
                received += reader.process(Array(bytes.prefix(cut)))
                bytes.removeFirst(cut)
            }
            received += reader.process(bytes)
            #expect(received == sent && reader.skippedBytes == 0, "seed \(seed)")
        }
    }

    @Test(.slow, arguments: AttitudeFormat.allCases)
    func `half a million cuts misalign no frame`(format: AttitudeFormat) {
        let sent = (0..<500).map { AttitudeFrame(.attitude(Attitude(roll: Double($0)))) }
        let bytes = sent.flatMap { $0.bytes(format) }
        var random = RandomStream(seed: 11, purpose: "a million attitude cuts")
        var reader = AttitudeReader(format)
        var (place, next, wrong) = (0, 0, 0)
        for _ in 0..<500_000 {
            // Mostly within a frame, sometimes of several.
            let draw = random.next()
            let length = draw % 16 == 0 ? Int((draw >> 8) % 80) : Int((draw >> 8) % 6)
            let end = min(place + length, bytes.count)
            for frame in reader.process(Array(bytes[place..<end])) {
                if frame != sent[next] { wrong += 1 }
                next = next + 1 == sent.count ? 0 : next + 1
            }
            place = end == bytes.count ? 0 : end
        }
        #expect(wrong == 0 && reader.skippedBytes == 0 && reader.refused == 0)
    }

    @Test func `no bytes trap a reader or make it grow (fuzz)`() {
        for seed in 1...Self.rounds {
            var random = RandomStream(seed: seed, purpose: "attitude noise")
            var reader = AttitudeReader(seed % 2 == 0 ? .legacy : .versioned)
            for _ in 0..<100 {
                let noise = (0..<random.below(80)).map { _ -> UInt8 in
                    switch random.below(6) {
                    case 0: 0x4D
                    case 1: 0x43
                    case 2: 1
                    case 3: 0
                    default: UInt8(truncatingIfNeeded: random.next())
                    }
                }
                for frame in reader.process(noise) {
                    guard case .attitude(let attitude) = frame.content else { continue }
                    #expect(attitude.isFinite, "seed \(seed)")
                }
                #expect(reader.waitingBytes < AttitudeReader.longestPayload + 18, "seed \(seed)")
            }
        }
    }
}
