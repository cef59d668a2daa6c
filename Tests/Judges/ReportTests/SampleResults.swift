import Bluetooth
import Declaration
import Motion
import ScenarioRun
import ScriptedClient
import Simulation

/// Results that no run made, small enough to compare in full or large enough to be thinned.
enum SampleResults {
    /// Two samples a second apart, with round errors, so that every figure can be checked by hand.
    static func small(_ change: (inout RunResult) -> Void = { _ in }) -> RunResult {
        var series = Series(
            board: "wrist", signal: "acceleration", unit: "g", axes: ["x", "y", "z"],
            source: .stream, rate: 1, made: 4, dropped: 1)
        series.samples = [
            Series.Sample(
                time: seconds(1), arrival: seconds(1.01), values: [0.5, 0, 1],
                truth: [0.25, 0, 1]),
            Series.Sample(
                time: seconds(2), arrival: seconds(2.03), values: [0, -0.25, 1],
                truth: [0, 0, 1]),
        ]
        var result = RunResult(
            scenario: "A wrist at rest", file: "Scenarios/rest.yaml",
            scenarioHash: "0123456789abcdef", seed: 7, duration: .milliseconds(12_500),
            ending: .finished)
        result.traceHash = "fedcba9876543210"
        result.boards = [
            BoardResult(
                name: "wrist", model: "MetaMotion S", firmware: "1.7.3",
                address: Address(0xE8C9_8F52_7B07), quirks: ["late-flush"], resets: 1,
                notificationsMade: 12_503, notificationsSent: 12_500, notificationsDropped: 1,
                notificationsDiscarded: 2, retransmissions: 3, entriesRecorded: 412, logLength: 420,
                logFill: 0.0042)
        ]
        result.clients = [
            ClientResult(
                name: "phone",
                steps: [
                    StepResult(
                        title: "connect wrist", line: 20, started: seconds(0),
                        ended: seconds(0.312), outcome: .done, detail: "MTU 247"),
                    StepResult(
                        title: "download the log", line: 24, started: seconds(3),
                        ended: seconds(8), outcome: .done, detail: "412 entries"),
                    StepResult(title: "disconnect", line: 25),
                ],
                series: [series])
        ]
        result.expectations = [
            ExpectationResult(
                title: "acceleration arrives", line: 30, verdict: .held, decided: seconds(2),
                deadline: seconds(5), detail: "2 samples"),
            ExpectationResult(
                title: "no sample is missing", line: 33, verdict: .failed, decided: seconds(12.5),
                deadline: seconds(12.5), detail: "1 of 4 is missing"),
        ]
        result.notes = ["the fault at 9 s had no effect: the run ended before it"]
        change(&result)
        return result
    }

    /// The download of the small one did not get done.
    @Sendable static func failStep(_ result: inout RunResult) {
        result.clients[0].steps[1].outcome = .failed("no answer within 5 s")
        result.clients[0].steps[1].detail = ""
    }

    /// A phone that lost a board, came back and left, and a host that only looked on.
    @Sendable static func attachHosts(_ result: inout RunResult) {
        result.hosts = [
            HostResult(
                name: "host 1", origin: "hci-unix:/tmp/radio", attached: seconds(0.5),
                left: seconds(9), ending: "in the middle of a packet, 3 bytes of it",
                links: [
                    HostLink(
                        board: "wrist", peer: Address(0xE8C9_8F52_7B07), began: seconds(1),
                        ended: seconds(4), reason: "connection timeout", isLost: true,
                        notificationsReceived: 1_200, packetsReceived: 1_240, packetsSent: 36),
                    HostLink(
                        peer: Address(0xF000_0000_0002), isCentral: false, began: seconds(5)),
                ], moreLinks: 2),
            HostResult(name: "host 2", origin: "hci-tcp:127.0.0.1:9", attached: seconds(2)),
        ]
    }

    static func seconds(_ s: Double) -> Instant { .zero + .seconds(s) }

    /// A swing with noise and a hole of a fifth of its length.
    static func swing(
        _ source: Series.Source = .stream, rate: Double = 100, duration: Double = 60,
        hole: ClosedRange<Double>? = nil
    ) -> Series {
        var series = Series(
            board: "wrist", signal: "acceleration", unit: "g", axes: ["x", "y", "z"],
            source: source, rate: rate, made: Int(rate * duration))
        var random = RandomStream(seed: 1, purpose: "swing")
        for i in 0..<series.made {
            let t = Double(i) / rate
            let isMissing = hole?.contains(t) ?? false
            let sway = (0.6 + 0.4 * Elementary.sine(0.3 * t)) * Elementary.sine(1.26 * t)
            let truth = [sway, 0.5 * Elementary.sine(1.9 * t + 1), 1 - 0.3 * sway * sway]
            let values = truth.map { $0 + 0.06 * (Double(random.next() >> 40) / 0xFF_FFFF - 0.5) }
            if isMissing { continue }
            series.samples.append(
                Series.Sample(
                    time: seconds(t), arrival: seconds(t + 0.0075 + 0.02 * Double(i % 4)),
                    values: values, truth: truth))
        }
        return series
    }
}
