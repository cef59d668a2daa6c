import Central
import Device
import ScenarioFile
import ScenarioRun
import Simulation
import Testing

@testable import Qualification

/// What is found stays, whatever happens.
@Suite struct MishapTests {
    @Test func `without consent nothing is erased or restarted`() throws {
        var isHarmed = false
        var twist = Twist()
        let harmful: [[UInt8]] = [
            [0x0B, 0x09], [0x0B, 0x0A], [0x0B, 0x01], [0xFE, 0x01], [0xFE, 0x02], [0xFE, 0x05],
        ]
        twist.written = { packet in
            if harmful.contains(where: { packet.starts(with: $0) }) { isHarmed = true }
            return [packet]
        }
        let report = try Workshop(.metaMotionS, twist).report(consent: [])
        #expect(!isHarmed)
        func row(_ number: Int) -> QualificationReport.Row? {
            report.rows.first { $0.row == number }
        }
        #expect(row(1)?.saw == "not run: erases the log")
        #expect(row(1)?.verdict == .open)
        #expect(row(40)?.saw == "not run: erases the log and restarts the board")
        #expect(row(80)?.saw == "not run: restarts the board")
        #expect(row(25)?.verdict == .confirmed)
        #expect(report.answers[14].text == "not run: restarts the board")
        #expect(report.withheld == [.erase, .restart])
    }

    @Test func `the questions are those of the chosen experiments`() throws {
        #expect(try Workshop(.metaMotionS).report(on: 160).answers.map(\.question) == [14])
    }

    @Test func `a cap is no MetaWear board`() throws {
        #expect(throws: AccessError.self) {
            let workshop = try Workshop(.triki)
            workshop.run.boards[0].setButton(pressed: true)
            workshop.run.advance(to: .zero + .milliseconds(100))
            workshop.run.boards[0].setButton(pressed: false)
            _ = try Qualification(workshop.seat, consent: [])
        }
    }

    @Test func `a board that answers nothing leaves its rows open`() throws {
        var isMute = false
        var twist = Twist()
        twist.arrived = { _, packet in isMute ? [] : [packet] }
        let workshop = try Workshop(.metaMotionS, twist)
        let qualification = try Qualification(
            workshop.seat, consent: Set(Loss.allCases), chosen: ["clock", "triggers", "restarts"])
        isMute = true
        while qualification.step() {}
        let report = qualification.report(tool: "test")
        #expect(report.failure == nil)
        let clock = report.rows.first { $0.row == 110 }
        #expect(clock?.verdict == .open && clock?.saw == "the board does not tell its time")
        let restarts = report.rows.first { $0.row == 42 }
        #expect(restarts?.verdict == .open)
        #expect(restarts?.saw == "restarts ended early: the board does not tell its time")
    }

    @Test func `a link that is lost once is made again, and the rest goes on`() throws {
        var lose: () -> Void = {}
        let twist = Twist.writing([0x0C, 0x02]) { packet in
            lose()
            return [packet]
        }
        let workshop = try Workshop(.metaMotionS, twist)
        lose = { [port = workshop.port] in port.lose() }
        let qualification = try Qualification(
            workshop.seat, consent: [], chosen: ["slots", "timer", "clock"])
        while qualification.step() {}
        let report = qualification.report(tool: "test")
        #expect(report.failure == nil)
        #expect(report.rows.first { $0.row == 25 }?.verdict == .confirmed)
        #expect(report.rows.first { $0.row == 131 }?.verdict == .open)
        #expect(report.rows.first { $0.row == 110 }?.verdict == .confirmed)
    }

    @Test func `a board that has gone for good ends it, and what was found stays`() throws {
        var lose: () -> Void = {}
        let twist = Twist.writing([0x0C, 0x02]) { packet in
            lose()
            return [packet]
        }
        let workshop = try Workshop(.metaMotionS, twist)
        lose = { [run = workshop.run] in run.boards[0].powerOff() }
        let qualification = try Qualification(
            workshop.seat, consent: [], chosen: ["slots", "timer", "clock"])
        while qualification.step() {}
        let report = qualification.report(tool: "test")
        #expect(report.failure?.hasPrefix("the link was lost, and not to be made again: ") == true)
        #expect(report.rows.first { $0.row == 25 }?.verdict == .confirmed)
        let clock = report.rows.first { $0.row == 110 }
        #expect(
            clock?.verdict == .open && clock?.saw.hasPrefix("not run: the link was lost") == true)
        #expect(report.text.contains("ended early: the link was lost"))
    }
}
