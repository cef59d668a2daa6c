import MetaWearBoard

/// Sessions on a board whose log is NAND: its last page is in memory, and it erases behind a drop.
extension RuleCase {
    /// Three seconds of acceleration, 600 entries: a page in flash and the next in memory. The sensor runs on.
    static let recording = """
        > 03 03 28 03
        > 0b 02 03 04 ff 60
        > 0b 02 03 04 ff 24
        > 03 02 01 00
        > 03 01 01
        > 0b 01 01
        + 3000 ms

        """
    private static let idle = "> 03 01 00\n> 03 02 00 01\n"
    private static let stopped = "> 0b 01 00\n" + idle
    private static let flushed = recording + "> 0b 10 01\n" + stopped
    private static let subscribed = "> 0b 07 01\n> 0b 0d 01\n> 0b 08 01\n"
    private static let read = "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e\n"
    /// Two pages to erase.
    private static let filled = flushed + "+ 600 ms\n> 03 02 01 00\n> 03 01 01\n"

    static let nand: [RuleCase] =
        readEarly + beganEarly + [
            RuleCase(
                "MW-READOUT-06", hiding: "it flushed long before it stopped",
                broken: recording + "> 0b 10 01\n+ 2001 ms\n" + stopped + subscribed + "> 0b 85\n",
                correct: recording + "> 0b 10 01\n+ 2000 ms\n" + stopped + subscribed + "> 0b 85\n")
        ]

    private static let readEarly: [RuleCase] = [
        RuleCase(
            "MW-READOUT-11", broken: flushed + subscribed + "> 0b 85\n+ 60 ms\n" + read,
            correct: flushed + subscribed + "+ 300 ms\n> 0b 85\n+ 250 ms\n> 0b 85\n+ 60 ms\n" + read
        ),
        RuleCase(
            "MW-READOUT-11", hiding: "by one millisecond",
            broken: flushed + subscribed + "+ 199 ms\n> 0b 85\n" + read,
            correct: flushed + subscribed + "+ 200 ms\n> 0b 85\n" + read),
        RuleCase(
            "MW-READOUT-11", hiding: "it waits with a length of before",
            broken: recording + "> 0b 85\n+ 60 ms\n> 0b 10 01\n" + stopped + subscribed
                + "+ 600 ms\n"
                + read,
            correct: recording + "> 0b 85\n+ 60 ms\n> 0b 10 01\n" + stopped + subscribed
                + "+ 600 ms\n> 0b 85\n" + read),
        RuleCase(
            "MW-READOUT-11", hiding: "it flushes again",
            broken: flushed + subscribed + "+ 100 ms\n> 0b 10 01\n> 0b 85\n" + read,
            correct: flushed + subscribed + "+ 250 ms\n> 0b 10 01\n> 0b 85\n" + read),
        RuleCase(
            "MW-READOUT-11", hiding: "it believes that there is nothing",
            broken: flushed + "> 0b 85\n+ 60 ms\nleave",
            correct: flushed + "+ 300 ms\n> 0b 85\n+ 60 ms\nleave"),
        RuleCase(
            "MW-READOUT-11", hiding: "it clears the log",
            broken: flushed + "> 0b 85\n> 0b 09 ff ff ff ff",
            correct: flushed + "> 0b 09 ff ff ff ff\n> 0b 85"),
        RuleCase(
            "MW-READOUT-11", hiding: "it resets the board",
            broken: flushed + "> 0b 85\n> fe 01\n+ 5000 ms",
            correct: flushed + "+ 300 ms\n> 0b 85\n> fe 01\n+ 5000 ms"),
    ]

    private static let beganEarly: [RuleCase] = [
        RuleCase(
            "MW-LOG-10", quirks: [.slowGarbageCollection],
            broken: filled + "> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\n" + stopped,
            correct: filled + "> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\n> 0b 85\n+ 60 ms\n"
                + stopped),
        RuleCase(
            "MW-LOG-10", hiding: "by the last millisecond",
            quirks: [.slowGarbageCollection],
            broken: filled + "> 0b 09 ff ff ff ff\n+ 39 ms\n> 0b 01 01\n+ 500 ms\n" + stopped,
            correct: filled + "> 0b 09 ff ff ff ff\n+ 40 ms\n> 0b 01 01\n+ 500 ms\n" + stopped),
        RuleCase(
            "MW-LOG-10", hiding: "it looks before it begins",
            quirks: [.slowGarbageCollection],
            broken: filled + "> 0b 85\n> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\n" + stopped,
            correct: filled + "> 0b 85\n> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\n> 0b 85\n"
                + stopped),
        RuleCase(
            "MW-LOG-10", hiding: "it leaves",
            quirks: [.slowGarbageCollection],
            broken: filled + "> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\nleave",
            correct: filled + "> 0b 09 ff ff ff ff\n> 0b 01 01\n+ 500 ms\nlose"),
    ]
}
