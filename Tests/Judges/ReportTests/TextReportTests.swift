import Declaration
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

@Suite struct TextReportTests {
    @Test func `entries that were lost during an erasure are not blamed on a full flash`() {
        var result = SampleResults.small()
        result.boards[0].entriesRefused = 1_194
        // The remark fits into one line by itself.
        result.boards[0].notificationsDiscarded = 0
        result.boards[0].retransmissions = 0
        result.boards[0].quirks = []
        let text = TextReport.text(result)
        #expect(text.contains("1,194 log entries refused by a full, failed or erasing flash"))
    }

    @Test func `the whole of a small one`() {
        let text = TextReport.text(
            SampleResults.small(),
            timings: Timings(
                wallSeconds: 0.21, cpuSeconds: 0.2, speed: 59.5, meanLag: 0.00012, mostLag: 0.0031))
        #expect(
            text == """
                A wrist at rest
                  scenario  Scenarios/rest.yaml, hash 0123456789abcdef
                  seed      7
                  ran       12.500 s of virtual time, finished
                  took      0.210 s on the clock, 0.200 s of processor time, 59.5 × real time
                  late      0.120 ms on average, 3.10 ms at most
                  trace     fedcba9876543210

                Boards
                         model         firmware  resets    sent  dropped  recorded  log fill
                  wrist  MetaMotion S  1.7.3          1  12,500        1       412     0.4 %
                    2 notifications discarded; 3 retransmissions; quirks: late-flush

                Client phone
                          at     took  step
                  ✓  0.000 s  0.312 s  connect wrist     MTU 247
                  ✓  3.000 s  5.000 s  download the log  412 entries
                  –        –        –  disconnect        not reached

                Streams and logs
                                  rate  made  received  dropped  missing  error RMS / max  latency mean / max
                  wrist → phone, streamed
                    acceleration  1 Hz     4         2        1        1  0.144 / 0.250 g      20.0 / 30.0 ms

                Expectations
                                           found               decided  deadline
                  ✓  acceleration arrives  2 samples           2.000 s   5.000 s
                  ✗  no sample is missing  1 of 4 is missing  12.500 s  12.500 s
                     Scenarios/rest.yaml:33

                Notes
                  •  the fault at 9 s had no effect: the run ended before it

                1 of 2 expectations failed

                """)
    }

    @Test func `hosts and the outcomes of their connections`() {
        let text = TextReport.text(SampleResults.small(SampleResults.attachHosts))
        let section = text.split(separator: "\n\n").first { $0.hasPrefix("Hosts\n") }
        #expect(
            section == """
                Hosts
                                            from    until  notified  received  sent  ended
                  host 1                 0.500 s  9.000 s
                    hci-unix:/tmp/radio
                    in the middle of a packet, 3 bytes of it
                    → wrist              1.000 s  4.000 s     1,200     1,240    36  connection timeout
                    ← F0:00:00:00:00:02  5.000 s        –         0         0     0
                    2 more
                  host 2                 2.000 s        –
                    hci-tcp:127.0.0.1:9
                """)
    }

    @Test func `of many hosts the first are listed and all are counted`() {
        let text = TextReport.text(
            SampleResults.small { result in
                result.hosts = (1...1_023).map {
                    HostResult(name: "host \($0)", origin: "vhci", attached: .zero)
                }
            })
        #expect(text.contains("  host 20 "))
        #expect(!text.contains("  host 21 "))
        #expect(text.contains("\n  1,003 more hosts\n"))
    }

    private static let verdicts: [(@Sendable (inout RunResult) -> Void, String)] = [
        ({ _ in }, "1 of 2 expectations failed"),
        ({ $0.expectations[1].verdict = .held }, "2 of 2 expectations held"),
        ({ $0.expectations.removeFirst() }, "1 of 1 expectation failed"),
        ({ $0.expectations = [] }, "the scenario has no expectations"),
        (
            {
                $0.ending = .interrupted
                $0.expectations[1].verdict = .undecided
            }, "1 of 2 expectations undecided; interrupted"
        ),
        (
            {
                $0.ending = .deadline("download the log")
                $0.expectations[1].verdict = .held
            }, "2 of 2 expectations held; the deadline passed: download the log"
        ),
        (
            SampleResults.failStep,
            "1 of 2 expectations failed; a step failed: phone: download the log:"
                + " no answer within 5 s"
        ),
        (
            {
                SampleResults.failStep(&$0)
                $0.expectations = []
            },
            "the scenario has no expectations; a step failed: phone:"
                + " download the log: no answer within 5 s"
        ),
    ]

    @Test func `a failed step says why and where`() {
        let text = TextReport.text(SampleResults.small(SampleResults.failStep))
        #expect(
            text.contains(
                """
                  ✗  3.000 s  5.000 s  download the log
                     Scenarios/rest.yaml:24: no answer within 5 s
                  –        –        –  disconnect        not reached

                """))
    }

    @Test func `a step that the end of the run overtook was running`() {
        let text = TextReport.text(
            SampleResults.small {
                $0.clients[0].steps[2].started = SampleResults.seconds(9)
                $0.clients[0].steps[2].outcome = .running
            })
        #expect(
            text.contains("  –  9.000 s        –  disconnect        running when the run ended\n"))
        #expect(!text.contains("not reached"))
    }

    @Test(arguments: verdicts)
    func `the last line is the verdict`(
        change: @Sendable (inout RunResult) -> Void, verdict: String
    ) {
        let text = TextReport.text(SampleResults.small(change))
        // A long one takes two lines.
        let last = text.replacing(#/^.*\n\n/#.dotMatchesNewlines(), with: "")
        #expect(last.dropLast().replacing("\n", with: " ") == verdict)
    }

    @Test func `empty parts are left out`() {
        let text = TextReport.text(
            SampleResults.small {
                $0.boards = []
                $0.clients = []
                $0.expectations = []
                $0.notes = []
                $0.traceHash = nil
            })
        #expect(
            text == """
                A wrist at rest
                  scenario  Scenarios/rest.yaml, hash 0123456789abcdef
                  seed      7
                  ran       12.500 s of virtual time, finished

                the scenario has no expectations

                """)
    }

    @Test func `no colours unless asked, and the same words then`() {
        let result = SampleResults.small()
        let plain = TextReport.text(result)
        let coloured = TextReport.text(result, colour: .always)
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.contains("\u{1B}[31m✗\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[32m✓\u{1B}[0m"))
        #expect(coloured.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
    }

    @Test(arguments: HostileResults.all) func `at most 100 columns`(hostile: HostileResults) {
        for line in TextReport.text(hostile.result).split(separator: "\n") {
            #expect(PrintableText.width(line) <= TextReport.width, "\(line)")
        }
    }
}
