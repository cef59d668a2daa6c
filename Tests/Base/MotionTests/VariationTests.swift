import Motion
import Simulation
import Testing

@Suite struct `Varied recordings` {
    /// A forearm that turns to and fro, 50 Hz.
    private var recording: Recording {
        let times = (0..<500).map { Double($0) / 50 }
        func angle(_ t: Double) -> Double { 0.8 * Elementary.sine(2 * .pi * 0.5 * t) }
        return Recording(
            rate: 50,
            specificForce: times.map {
                Quaternion(angle: angle($0), axis: .xAxis)
                    .unrotate(Vector3(0, 0, standardGravity))
            },
            angularRate: times.map {
                Vector3(0.8 * .pi * Elementary.cosine(2 * .pi * 0.5 * $0), 0, 0)
            })
    }

    private func stream(_ seed: UInt64) -> RandomStream {
        RandomStream(seed: seed, purpose: "variation")
    }

    @Test func `stay within their limits, and differ from person to person`() throws {
        let variation = Variation(time: 0.1, mount: 0.2, size: 0.3)
        var durations: [Double] = []
        for seed in 1...50 as ClosedRange<UInt64> {
            let other = recording.varied(variation, random: stream(seed))
            #expect(other.count == recording.count)
            durations.append(other.duration / recording.duration)
            let turned = other.angularRate[100].length / recording.angularRate[100].length
            #expect((0.9 * 0.7...1.1 * 1.3).contains(turned))
            let away = Vector3.xAxis.dot(other.angularRate[0].direction ?? .xAxis)
            #expect(Elementary.arcTangent((1 - away * away).squareRoot(), away) <= 0.2 + 1e-9)
        }
        #expect((1 / 1.1 - 1e-9...0.95).contains(durations.min() ?? 0))
        #expect((1.05...1 / 0.9 + 1e-9).contains(durations.max() ?? 0))
    }

    @Test func `are the recording itself within no limits, and the same for the same person`() {
        let same = recording.varied(
            Variation(time: 0, mount: 0, size: 0), random: stream(1))
        for (a, b) in zip(same.specificForce, recording.specificForce) {
            #expect((a - b).length < 1e-12)
        }
        #expect(same.rate == recording.rate)
        let variation = Variation()
        #expect(
            recording.varied(variation, random: stream(7))
                == recording.varied(variation, random: stream(7)))
        #expect(
            recording.varied(variation, random: stream(7))
                != recording.varied(variation, random: stream(8)))
    }

    @Test func `are played as whole motions: what turns and what is felt agree`() throws {
        let other = recording.varied(Variation(), random: stream(3))
        let body = try ScriptedBody([.recording(Playback(other))])
        var worst = 0.0
        for step in 50..<(Int(other.duration * 100) - 50) {
            let time = Instant.zero + .seconds(Double(step) / 100)
            let up = body.orientation(at: time).unrotate(.zAxis)
            let felt = body.specificForce(at: time) * (1 / standardGravity)
            worst = max(worst, (up - felt).length)
        }
        // A change of size by 5 % moves gravity a little less than the turn.
        #expect(worst < 0.1, "\(worst)")
    }
}
