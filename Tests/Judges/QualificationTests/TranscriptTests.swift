import ScenarioFile
import Testing

@testable import Qualification

/// The packets of a qualification, as they are written.
@Suite struct TranscriptTests {
    private static func slots() throws -> Qualification {
        let workshop = try Workshop(.metaMotionS)
        let qualification = try Qualification(
            workshop.seat, consent: [], chosen: ["identity", "timer", "slots"])
        while qualification.step() {}
        return qualification
    }

    @Test func `a line has time, direction, bytes and words`() throws {
        let qualification = try Self.slots()
        let text = qualification.transcript.text(of: qualification.facts) { bytes, fromBoard in
            "\(bytes.count) bytes" + (fromBoard ? "" : " of the host")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[..<4] == ["# MetaMotion S", "firmware 1.7.2", "hardware 0.1", ""])
        #expect(lines.contains("# slots: reads free loggers and processors"))
        #expect(
            lines.contains {
                $0.wholeMatch(of: /\d+\.\d{3} > 0b 82 07  # 3 bytes of the host/) != nil
            })
        #expect(lines.contains { $0.wholeMatch(of: /\d+\.\d{3} < 0c 02 00  # 3 bytes/) != nil })
        #expect(lines.contains { $0.wholeMatch(of: /\d+\.\d{3} < 2A24: 38/) != nil })
        let times = lines.filter { $0.first?.isNumber == true }.compactMap {
            Double($0.split(separator: " ")[0])
        }
        #expect(times == times.sorted() && times.count > 5)
    }

    @Test func `a capture has the same packets on their handles`() throws {
        let qualification = try Self.slots()
        let bytes = try #require(qualification.capture(by: "test"))
        #expect(bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]))
        // Write Command of 0B 82 07 to the command value 001F, and the timer's answer from 0021.
        #expect(bytes.contains([0x52, 0x1F, 0x00, 0x0B, 0x82, 0x07]))
        #expect(bytes.contains([0x1B, 0x21, 0x00, 0x0C, 0x02, 0x00]))
        #expect(bytes.contains(Array("slots: reads free loggers and processors".utf8)))
    }
}
