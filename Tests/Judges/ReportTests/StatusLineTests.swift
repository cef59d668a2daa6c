import Report
import Simulation
import Testing

@Suite struct StatusLineTests {
    private let status = LiveStatus(
        time: SampleResults.seconds(12.5), speed: 1200,
        boards: [
            LiveStatus.Board(
                name: "wrist", link: .connected, streams: ["acceleration", "rotation"],
                led: LiveStatus.Light(red: 0, green: 1, blue: 0), logFill: 0.12),
            LiveStatus.Board(name: "ankle", link: .advertising),
        ])

    @Test func `in words for a file`() {
        #expect(
            StatusLine.plain(status) == """
                12.5 s 1,200×, wrist connected streams acceleration+rotation LED #00ff00 log 12 %, \
                ankle advertising LED off log 0 %
                """)
    }

    @Test func `thousands of boards are counted, not named`() {
        var status = status
        status.boards =
            (0..<2_000).map { LiveStatus.Board(name: "b\($0)", link: .connected) }
            + [LiveStatus.Board(name: "last", link: .advertising)]
        let line = StatusLine.plain(status)
        #expect(line.hasPrefix("12.5 s 1,200×, b0 connected LED off log 0 %, b1 "))
        #expect(
            line.hasSuffix(
                ", b7 connected LED off log 0 %, and 1,993 more: 1,992 connected, 1 advertising"))
    }

    @Test func `in one line for a terminal`() {
        #expect(
            StatusLine.terminal(status, width: 100, colour: .never) == """
                \r\u{1B}[2K12.5 s 1,200×  │ wrist ■ connected acceleration+rotation log 12 %\
                  │ ankle □ advertising log 0 %
                """)
    }

    @Test func `a board that cannot be found is not called off: its LED may be on`() {
        var status = status
        status.boards[0].link = .off
        #expect(StatusLine.plain(status).contains("wrist not advertising streams acceleration"))
        #expect(
            StatusLine.terminal(status, width: 100, colour: .never)
                .contains("wrist ■ not advertising "))
    }

    @Test func `the LED is a block of its colour`() {
        #expect(
            StatusLine.terminal(status, width: 100).contains("\u{1B}[38;2;0;255;0m■\u{1B}[0m"))
    }

    @Test(arguments: [
        (80, "12.5 s 1,200×  │ wrist ■ connected acceleration+rotation log 12 %  +1 more"),
        (40, "12.5 s 1,200×  +2 more"), (14, "12.5 s 1,200×"), (8, "12.5 s…"), (1, "…"),
    ])
    func `what has no room is counted or cut`(width: Int, text: String) {
        let line = StatusLine.terminal(status, width: width, colour: .never)
        #expect(line == StatusLine.cleared + text)
    }

    @Test func `a name cannot steer the terminal, nor a number be none`() {
        var status = status
        status.speed = .nan
        status.boards[0].name = "a\u{1B}[2Jb\n"
        status.boards[0].logFill = .nan
        status.boards[0].led = LiveStatus.Light(red: .nan, green: .infinity, blue: -1)
        let line = StatusLine.terminal(status, width: 200, colour: .never)
            .dropFirst(StatusLine.cleared.count)
        #expect(!line.contains("\u{1B}") && !line.contains("\n"))
        #expect(line.contains("log ? %") || line.contains("log ?"))
        #expect(!StatusLine.plain(status).contains("\u{1B}"))
    }

    @Test func `no boards, no speed`() {
        let status = LiveStatus(time: .zero)
        #expect(StatusLine.plain(status) == "0.0 s")
        #expect(StatusLine.terminal(status, colour: .never) == StatusLine.cleared + "0.0 s")
    }
}
