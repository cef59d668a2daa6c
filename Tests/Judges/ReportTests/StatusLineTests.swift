import Report
import ScenarioFile
import Simulation
import Testing

@Suite struct StatusLineTests {
    private static func board(
        _ name: String, _ link: BoardState.Link.State, streaming: [String] = [],
        light: BoardState.Light = BoardState.Light(), logFill: Double = 0
    ) -> BoardState {
        var state = BoardState()
        state.identity.name = name
        state.link.state = link
        state.streaming = streaming
        state.light = light
        state.log = .blank
        state.log?.fill = logFill
        return state
    }

    private let time = SampleResults.seconds(12.5)
    private var boards = [
        Self.board(
            "wrist", .connected, streaming: ["acceleration", "rotation"],
            light: BoardState.Light(green: 1), logFill: 0.12), Self.board("ankle", .advertising),
    ]

    private func plain(speed: Double = 1200) -> String {
        StatusLine.plain(boards, at: time, speed: speed)
    }

    private func terminal(
        speed: Double = 1200, width: Int = 100, colour: Colour = .never
    ) -> String {
        StatusLine.terminal(boards, at: time, speed: speed, width: width, colour: colour)
    }

    @Test func `in words for a file`() {
        #expect(
            plain() == """
                12.5 s 1,200×, wrist connected streams acceleration+rotation LED #00ff00 log 12 %, \
                ankle advertising LED off log 0 %
                """)
    }

    @Test mutating func `thousands of boards are counted, not named`() {
        boards =
            (0..<2_000).map { Self.board("b\($0)", $0 == 9 ? .usb : .connected) }
            + [Self.board("last", .advertising)]
        let line = plain()
        #expect(line.hasPrefix("12.5 s 1,200×, b0 connected LED off log 0 %, b1 "))
        #expect(
            line.hasSuffix(
                ", b7 connected LED off log 0 %, and 1,993 more: 1,992 connected, 1 advertising"))
    }

    @Test func `in one line for a terminal`() {
        #expect(
            terminal() == """
                \r\u{1B}[2K12.5 s 1,200×  │ wrist ■ connected acceleration+rotation log 12 %\
                  │ ankle □ advertising log 0 %
                """)
    }

    @Test mutating func `a board that cannot be found is not called off: its LED may be on`() {
        boards[0].link.state = .silent
        #expect(plain().contains("wrist not advertising streams acceleration"))
        #expect(terminal().contains("wrist ■ not advertising "))
    }

    @Test func `the LED is a block of its colour`() {
        #expect(terminal(colour: .always).contains("\u{1B}[38;2;0;255;0m■\u{1B}[0m"))
    }

    @Test(arguments: [
        (80, "12.5 s 1,200×  │ wrist ■ connected acceleration+rotation log 12 %  +1 more"),
        (40, "12.5 s 1,200×  +2 more"), (14, "12.5 s 1,200×"), (8, "12.5 s…"), (1, "…"),
    ])
    func `what has no room is counted or cut`(width: Int, text: String) {
        let line = terminal(width: width)
        #expect(line == StatusLine.cleared + text)
    }

    @Test mutating func `a name cannot steer the terminal, nor a number be none`() {
        boards[0].identity.name = "a\u{1B}[2Jb\n"
        boards[0].log?.fill = .nan
        boards[0].light = BoardState.Light(red: .nan, green: .infinity, blue: -1)
        let line = terminal(speed: .nan, width: 200).dropFirst(StatusLine.cleared.count)
        #expect(!line.contains("\u{1B}") && !line.contains("\n"))
        #expect(line.contains("log ? %") || line.contains("log ?"))
        #expect(!plain(speed: .nan).contains("\u{1B}"))
    }

    @Test func `no boards, no speed`() {
        #expect(StatusLine.plain([BoardState](), at: .zero) == "0.0 s")
        #expect(
            StatusLine.terminal([BoardState](), at: .zero, colour: .never)
                == StatusLine.cleared + "0.0 s")
    }
}
