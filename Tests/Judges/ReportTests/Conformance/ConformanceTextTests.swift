import Conformance
import Testing

@testable import Report

@Suite struct ConformanceTextTests {
    @Test func `what a person reads`() {
        #expect(
            ConformanceText.text(SampleConformance.small()) == """
                Conformance, model
                  suite   5 results, hash 0123456789abcdef
                  seed    7
                  boards  MetaMotion S 1.7.3, hardware 0.1, 2 modules
                          Triki 1.2, hardware 3

                Cases
                                PASS  FAIL  INCONC  SKIP
                  MW/SWITCH        1     0       0     0
                  MW/ACC           0     1       0     0
                  MW/HUM           0     0       0     1
                  TRIKI/ADV        1     0       0     0
                  TRIKI/STREAM     0     0       1     0
                  all              2     1       1     1

                What did not pass
                  ✗  MW/ACC/DATA/BV-01-C on MetaMotion S 1.7.3: A resting board reads one g
                     Conformance/accelerometer.yaml:12, step at line 20; sensors 2.3 [C]
                     z is 1.2 g, wanted 0.95 to 1.05
                     acceleration z 1.20 g, wanted 0.950 to 1.05
                        0.0000 > command  03 04 01  Accelerometer data enable: on
                        0.0100 - waits for 3 packets
                        0.2500 < notify   03 04 00 40  Accelerometer data: x 1 g
                  ?  TRIKI/STREAM/DATA/BI-01-C on Triki 1.2: A button is told
                     Conformance/switch.yaml:3; core 4.1 [C]
                     no connection within 5 s

                Where sources differ, the board
                  byte order of a packed sample  least significant first  MetaMotion S 1.7.3

                Skipped
                  1  the board has no humidity  MW/HUM/DATA/BV-01-C

                2 of 5 passed, 1 failed, 1 inconclusive, 1 skipped

                """)
    }

    @Test(arguments: SampleConformance.Named.all)
    func `no line is too long and none steers the terminal`(named: SampleConformance.Named) {
        let text = ConformanceText.text(named.report)
        for line in text.split(separator: "\n") {
            #expect(PrintableText.width(line) <= TextReport.width, "\(line)")
        }
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `of a long log the end is shown, of many failures the first`() {
        let text = ConformanceText.text(
            SampleConformance.small { report in
                report.results[1].log = (0..<100).map {
                    LogLine(seconds: Double($0), direction: .note, words: "note \($0)")
                }
            })
        #expect(!text.contains("note 59\n") && text.contains("note 60\n"))
        #expect(text.contains("the last ones; 60 earlier ones are not shown"))
        let many = ConformanceText.text(SampleConformance.large(60) { _ in .fail })
        #expect(many.contains("BV-49-C on") && !many.contains("BV-50-C on"))
        #expect(many.contains("  10 more\n"))
    }

    @Test func `a part says which it is`() throws {
        let shard = try Shard(2, of: 8)
        let text = ConformanceText.text(
            SampleConformance.small {
                $0.shard = shard
                $0.planned = 40
            })
        #expect(text.contains("part    2/8, 5 of 40 results\n"))
    }

    @Test func `a run that was cut short says so`() {
        let text = ConformanceText.text(SampleConformance.small { $0.planned = 40 })
        #expect(text.hasSuffix(", 1 failed, 1 inconclusive, 1 skipped, 35 not run\n"))
    }

    @Test func `an empty run says so`() {
        #expect(
            ConformanceText.text(SampleConformance.empty)
                .hasSuffix("\nnothing to judge: no case was selected\n"))
    }
}
