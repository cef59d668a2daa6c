import CommandLineProgram
import CommandLineTool
import Testing

@testable import TrikiTool
@testable import TrikiUI

/// `boardsim triki menu`, with a simulated cap in virtual time.
@Suite struct TrikiMenuTests {
    /// Turned to the left and pressed, then held still, then turned to the right for long.
    private static let scenario = """
        version: 1
        seed: 17
        boards:
          - name: cap
            model: Triki
            triki: {chunking: frames, sleep-after: 1 min}
            motion:
              - rest: 3 s
              - spin: {rate: -29 deg/s, about: x, ramp: 200 ms, for: 1500 ms}
              - rest: 2 s
              - spin: {rate: 29 deg/s, about: x, ramp: 200 ms, for: 4 s}
        inputs:
          - {at: 4300 ms, board: cap, button: {action: click, for: 100 ms}}
        """

    private func run(
        _ line: String, scenario: String = TrikiMenuTests.scenario, isTerminal: Bool = false
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { _ throws(FileError) in Array(scenario.utf8) },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") },
            isTerminal: isTerminal)
        let words = line.split(separator: "|").map(String.init)
        return (Tool.run(["triki", "menu"] + words, with: .triki, console), out, err)
    }

    @Test func `a cap moves through the menu by turning, pressing and holding`() {
        let session = run("f.yaml|--speed|max|--for|30s")
        #expect(session.status == .success, "\(session.err)")
        #expect(session.err == "hold the cap still\n")
        #expect(
            session.out == """
                focus: Darts
                focus: Pong
                chosen: Pong
                focus: Darts
                focus: Bowling
                no focus
                focus: Quiz
                focus: Quit
                chosen: Quit

                """)
        #expect(run("f.yaml|--speed|max|--for|30s").out == session.out)
    }

    @Test func `the menu is of the items that are named`() {
        let session = run("f.yaml|--speed|max|--for|8s|--items|Left,Right")
        #expect(session.status == .success, "\(session.err)")
        #expect(session.out.hasPrefix("focus: Left\nchosen: Left\n"), "\(session.out)")
        #expect(session.out.contains("focus: Right\n"))
    }

    @Test func `a terminal shows the rows in place, and is given back`() {
        let session = run("f.yaml|--speed|max|--for|30s", isTerminal: true)
        #expect(session.status == .success, "\(session.err)")
        #expect(session.out.hasPrefix("\u{1B}[?1049h"))
        #expect(session.out.contains("\u{1B}[1;1H\u{1B}[1m> Pong\u{1B}[m"))
        #expect(session.out.contains("\u{1B}[1m> Quit\u{1B}[m  [#####     ]"))
        #expect(session.out.hasSuffix("\u{1B}[?25h\u{1B}[?1049lchosen: Quit\n"))
    }

    @Test func `a row shows how far its hold is`() {
        #expect(
            MenuView.line(TrikiFocusRow(index: 0, title: "A", isFocused: false, progress: 0))
                == "  A")
        #expect(
            MenuView.line(TrikiFocusRow(index: 0, title: "A", isFocused: true, progress: 0.31))
                == "\u{1B}[1m> A\u{1B}[m  [###       ]")
    }

    @Test(arguments: [
        ("", "write `boardsim triki menu FILE`, or `--device ADDRESS`"),
        ("f.yaml|g.yaml", "write `boardsim triki menu FILE`, or `--device ADDRESS`"),
        ("f.yaml|--items|,", "--items is empty; write `--items A,B`"),
        ("f.yaml|--for|now", "--for is `now`; write a time such as `90 s` or `5min`"),
        ("f.yaml|--speed|0", "--speed is `0`; write `max` or a number from 0.001 to 1000"),
        ("f.yaml|--board|lid", "--board is `lid`; the scenario has: cap"),
        ("f.yaml|--device|E1:00:00:00:00:01", "--device names a real cap; omit the scenario and"),
        ("--device|cap", "--device is `cap`; write the board's address, six bytes"),
    ])
    func `wrong arguments are bad usage, with the fix`(line: String, wanted: String) {
        let session = run(line)
        #expect(session.status == .usage)
        #expect(session.err.hasPrefix("boardsim triki: " + wanted), "\(session.err)")
    }

    @Test func `a board that is no cap is named`() {
        let session = run(
            "f.yaml|--speed|max", scenario: "version: 1\nboards: [{name: a, model: MetaMotion S}]")
        #expect(session.status == .usage)
        #expect(
            session.err == "boardsim triki: a: it is not a Triki cap: the Nordic UART service is"
                + " missing\n")
    }
}
