import MetaWearBoard
import Simulation
import Testing

@testable import ClientJudge

/// What a finding says about the case at hand.
@Suite struct FindingTextTests {
    private static func details(_ rule: String, _ transcript: String) -> [String] {
        RuleCase(rule, broken: "", correct: "").findings(of: transcript)
            .filter { $0.rule.id == rule }.map(\.detail)
    }

    @Test(arguments: [
        (
            "> 13 03 24 00",
            "rate code 4 is reserved: the board uses 6, 25 Hz; if 100 Hz was meant, 100 Hz is code 8: "
                + "13 03 28 00"
        ),
        (
            "> 03 03 2f 03",
            "rate code 15 is reserved: the board uses 12, 1600 Hz; codes are 1 to 12, 0.78125 Hz and "
                + "its doublings"
        ),
        (
            "> 03 03 20 03",
            "rate code 0 is reserved: the board uses 1, 0.78125 Hz; if 400 or 800 or 1600 Hz was "
                + "meant, 400 Hz is code 10: 03 03 2a 03"
        ),
    ])
    func `a reserved rate is reported with the code that was meant`(packet: String, detail: String)
    {
        #expect(Self.details("MW-SENS-08", packet) == [detail])
    }

    @Test(arguments: [
        (
            "MW-FLOW-01", "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 24\n+ 1000 ms\n> 0b 0a",
            "logger 0 of 03 04 ff: the data interrupt of the accelerometer is off (03 02 01 00), and "
                + "the accelerometer was not started (03 01 01), and logging was not enabled (0B 01 "
                + "01)"
        ),
        (
            "MW-FLOW-01",
            "> 0b 02 19 07 ff 60\n> 0b 01 01\n> 19 01 01\n+ 1000 ms\n> 0b 01 00\n> 0b 0a",
            "logger 0 of 19 07 ff: this output is not enabled (19 03 08 00)"
        ),
        (
            "MW-FLOW-05", "> 12 04 01 01\n+ 1000 ms\n> 12 04 00 00", "the barometer ran for 1.0 s"
        ),
        ("MW-TIMER-02", "> 0c 02 e8 03 00 00 ff ff 00\nleave", "timer 0: 0C 03 00"),
        (
            "MW-TIMER-03", "> 0c 02 00 00 03 e8 ff ff 00",
            "3892510720 ms, which are 1000 ms in the other order"
        ),
        (
            "MW-MACRO-10", "! 0f 02 00\n! 0f 03 03 03 28\n! 0f 04",
            "03 03 needs 2 bytes of payload, 1 were recorded"
        ),
    ])
    func `the missing step is said in words`(rule: String, transcript: String, detail: String) {
        #expect(Self.details(rule, transcript).first == detail)
    }

    @Test(arguments: ["> 0a 04 00", "> 0a 05"])
    func `parameters are missing from when their entry is removed`(removal: String) throws {
        let findings = RuleCase("MW-EVENT-01", broken: "", correct: "").findings(
            of: "> 0a 02 01 01 ff 02 01 01\n+ 500 ms\n\(removal)\n+ 5000 ms")
        let finding = try #require(findings.first { $0.rule.id == "MW-EVENT-01" })
        #expect(finding.first < .zero + .seconds(1))
    }

    @Test func `the limit of a packer is the one of its fix`() {
        #expect(ProcessorRules.tooWide.fix.contains("17"))
        #expect(ProcessorRules.tooWide.why.contains("17"))
    }
}
