import Checkout
import Simulation
import Testing

@testable import ScenarioRun
@testable import ScriptedClient

/// What arrives from a board on a person, beside nine recordings of one (RB26-50 to -52): three fused
/// streams of 100 Hz at an interval of 7.5 ms.
@Suite(.slow) struct WornBoardTests {
    struct Recording: CustomTestStringConvertible, Sendable {
        var name: String
        /// In seconds.
        var duration: Double
        /// Notifications a second, of 300 asked for.
        var delivered: Double
        /// The value of `worn` that comes closest, in percent.
        var worn: Int
        /// How much of what arrived was acceleration, rotation, field; in percent.
        var shares: [Double]?
        var testDescription: String { name }
    }

    static let recordings = [
        Recording(
            name: "standing 3", duration: 12.7, delivered: 252, worn: 27, shares: [36, 33.3, 30.8]),
        Recording(name: "standing 2", duration: 5.7, delivered: 248, worn: 28),
        Recording(
            name: "standing 1", duration: 19.9, delivered: 29, worn: 90, shares: [53, 28.9, 18.1]),
        Recording(name: "walking 2", duration: 8.4, delivered: 158, worn: 54),
        Recording(name: "walking 1", duration: 19.3, delivered: 98, worn: 70),
        Recording(name: "walking 3", duration: 22.7, delivered: 80, worn: 75),
        Recording(
            name: "running 2", duration: 14.9, delivered: 106, worn: 68, shares: [39.1, 33.1, 27.8]),
        Recording(name: "running 1", duration: 12, delivered: 102, worn: 69),
        Recording(name: "running 3", duration: 15.3, delivered: 67, worn: 78),
    ]

    private static let signals = [
        "corrected-acceleration", "corrected-rotation", "corrected-magnetic-field",
    ]

    /// Three fused streams of a board that is worn.
    private static func run(
        worn: Int, seconds: Double, seed: UInt64, _ more: String = ""
    ) throws -> RunBench {
        try RunBench(
            """
            version: 1
            seed: 1
            boards: [{name: wrist, model: MetaMotion S, worn: \(worn) %}]
            clients:
              - name: phone
                steps:
                  # Six intervals without an answer, and the link is not established.
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - {connect: {board: wrist, interval: 7.5 ms, timeout: 20 s}, may-fail: true}
                  - initialise
                  - configure: {fusion: {mode: ndof}}
                  - stream:
                      signals: [corrected-acceleration, corrected-rotation, corrected-magnetic-field]
                      for: \(seconds) s
                  - disconnect
            \(more)
            """, seed: seed)
    }

    /// The times at which samples of each stream arrive, in seconds.
    private static func streams(worn: Int, seconds: Double, seed: UInt64) throws -> [[Double]] {
        let bench = try run(worn: worn, seconds: seconds, seed: seed)
        #expect(bench.failure == nil)
        return try signals.map { try bench.series($0).samples.map { $0.arrival.seconds } }
    }

    /// RB26-51: what finds no room is dropped, the newest first, and the queue is 22 deep.
    // holds OUT-05
    @Test func `of a stalled link 22 packets remain, and the first of a step rather than the last`()
        throws
    {
        let bench = try Self.run(
            worn: 0, seconds: 5, seed: 3, "faults: [{at: 4 s, link-loss: 300 ms}]")
        let made = try Self.signals.map { signal in
            try bench.series(signal).samples.filter {
                $0.arrival.seconds > 4.29 && $0.time.seconds < 4.28
            }
        }
        #expect(made.map(\.count) == [8, 7, 7])
        let arrivals = made.flatMap(\.self).map { $0.arrival.seconds }
        // Three a connection event, so in eight of them.
        #expect(Set(arrivals).count == 8)
    }

    @Test(arguments: recordings)
    func `as much arrives as in the recording`(_ recording: Recording) throws {
        let seconds = 300.0
        let streams = try Self.streams(worn: recording.worn, seconds: seconds, seed: 1)
        let counts = streams.map { Double($0.count) }
        let total = counts.reduce(0, +)
        #expect(abs(total / seconds / recording.delivered - 1) < 0.2, "\(total / seconds)")
        guard let shares = recording.shares else { return }
        for (count, share) in zip(counts, shares) {
            #expect(abs(100 * count / total - share) < 5, "\(counts)")
        }
    }

    /// The recordings have 135 gaps of more than 150 ms, the longest of 3.4 s with the link kept.
    @Test func `the gaps are as many and as long as in the recordings`() throws {
        let runs = 10
        var gaps: [Double] = []
        for recording in Self.recordings {
            for seed in UInt64(1)...UInt64(runs) {
                let times = try Self.streams(
                    worn: recording.worn, seconds: recording.duration, seed: seed
                ).flatMap(\.self).sorted()
                gaps += zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0.15 }
            }
        }
        let mean = Double(gaps.count) / Double(runs)
        let longest = try #require(gaps.max())
        #expect((108...162).contains(mean), "\(mean)")
        #expect((1.5...5).contains(longest), "\(longest)")
    }
}
