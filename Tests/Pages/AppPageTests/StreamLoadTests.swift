import Testing

@testable import AppPage

/// What the app says about a stream before it starts.
@MainActor @Suite struct StreamLoadTests {
    private func advice(_ packets: Double) -> String? {
        StreamLoad(samples: 3 * packets, packets: packets).advice
    }

    /// Three packets in each connection event (RB26-50).
    @Test func `the advice says which link carries the stream`() throws {
        #expect(advice(61) == nil)
        #expect(try #require(advice(62)).hasPrefix("These sensors make 186 samples per second, in"))
        #expect(try #require(advice(100)).contains("carries that near the board"))
        #expect(try #require(advice(101)).contains("Only a fast link (15 ms"))
        #expect(try #require(advice(400)).contains("Only the fastest link (7.5 ms"))
        #expect(try #require(advice(800)).contains("at least 50 % will be missing"))
        #expect(try #require(advice(101)).hasSuffix("have the board log them instead."))
    }

    @Test func `sensors that send three samples in a packet load the link less`() async throws {
        // The fusion sends each of its samples alone.
        for (sensor, packets) in [("accelerometer", 33.3), ("quaternion", 100)] {
            try await AppBench.run { bench in
                try await bench.connect()
                try await bench.choose(sensor, rate: 100)
                #expect(bench.at("board", "totalRate")?.number == 100)
                #expect(bench.at("board", "packetRate")?.number == packets)
                #expect((bench.at("board", "rateWarning") == nil) == (packets < 62))
            }
        }
    }
}
