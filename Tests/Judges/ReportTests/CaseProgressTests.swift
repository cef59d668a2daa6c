import Report
import Testing

@Suite struct CaseProgressTests {
    @Test(arguments: [
        // Too few, or too early, to say when it ends.
        (0, 0, 0.0, "0 of 317 cases  MW/ACC/DATA/BV-01-C"),
        (4, 0, 60.0, "4 of 317 cases  MW/ACC/DATA/BV-01-C"),
        (60, 0, 1.0, "60 of 317 cases  MW/ACC/DATA/BV-01-C"),
        (60, 0, 12.0, "60 of 317 cases, less than a minute left  MW/ACC/DATA/BV-01-C"),
        (60, 1, 60.0, "60 of 317 cases, 1 not passed, about 5 min left  MW/ACC/DATA/BV-01-C"),
        (
            17, 2, 850.0,
            "17 of 317 cases, 2 not passed, about 4 h 10 min left  MW/ACC/DATA/BV-01-C"
        ),
        (317, 0, 850.0, "317 of 317 cases  MW/ACC/DATA/BV-01-C"),
    ])
    func `how far it is, and how long it takes yet`(
        done: Int, bad: Int, elapsed: Double, line: String
    ) {
        let progress = CaseProgress(
            done: done, all: 317, elapsed: elapsed, current: "MW/ACC/DATA/BV-01-C", bad: bad)
        #expect(progress.terminal(width: 100) == "\r\u{1B}[2K" + line)
    }

    @Test func `it keeps to the width of the terminal`() {
        let progress = CaseProgress(
            done: 1, all: 2, elapsed: 0, current: "MW/ACC/DATA/BV-01-C", bad: 0)
        #expect(progress.terminal(width: 20) == "\r\u{1B}[2K1 of 2 cases  MW/A…")
    }
}
