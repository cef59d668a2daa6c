import MetaWearBoard

/// What is just allowed, and what is just not.
extension RuleCase {
    static let edges: [RuleCase] =
        edgesOfOutputs + edgesOfSettings + edgesOfPrograms + edgesOfLinks + edgesOfConversations
        + edgesOfTables + edgesOfSensors + edgesOfOthers

    static func edge(
        _ rule: String, _ hiding: String, on profile: BoardProfile? = .metaMotionS,
        also: [String] = [], raw: Bool = false, broken: String, correct: String
    ) -> RuleCase {
        RuleCase(
            rule, hiding: hiding, on: profile, also: also, raw: raw, broken: broken,
            correct: correct)
    }

    /// The board is reset, and the host comes back.
    static let restarted = "> fe 01\n+ 5000 ms\nconnect\nlisten\n"

    private static let edgesOfOutputs: [RuleCase] = [
        edge(
            "MW-HAPTIC-01", "249 for the motor", broken: "> 08 01 f9 e8 03 00",
            correct: "> 08 01 f8 e8 03 00"),
        edge(
            "MW-HAPTIC-01", "128 for the buzzer", broken: "> 08 01 80 64 00 01",
            correct: "> 08 01 7f 64 00 01"),
        edge(
            "MW-HAPTIC-02", "a buzz of no time", broken: "> 08 01 7f 00 00 01",
            correct: "> 08 01 7f 01 00 01"),
        edge(
            "MW-LED-01", "the low intensity",
            broken: "> 02 03 00 02 1f 20 00 00 32 00 00 00 f4 01 00 00 0a",
            correct: "> 02 03 00 02 1f 1f 00 00 32 00 00 00 f4 01 00 00 0a"),
        edge(
            "MW-LED-05", "by one millisecond",
            broken: "> 02 03 00 02 1f 00 64 00 64 00 64 00 2b 01 00 00 0a",
            correct: "> 02 03 00 02 1f 00 64 00 64 00 64 00 2c 01 00 00 0a"),
        edge(
            "MW-LED-06", "after it was cleared",
            broken: "> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a\n> 02 02 01\n> 02 01 01",
            correct: "> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a\n> 02 02 00\n> 02 01 01"),
        edge(
            "MW-LED-06", "after a reset",
            broken:
                "> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a\n> fe 01\n+ 5000 ms\nconnect\nlisten\n> 02 01 01",
            correct:
                "> fe 01\n+ 5000 ms\nconnect\nlisten\n> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a\n> 02 01 01"
        ),
    ]

    private static let name26 = "> 11 01" + String(repeating: " 41", count: 26)

    private static let edgesOfSettings: [RuleCase] = [
        edge(
            "MW-SET-01", "one character too many", also: ["MW-LEN-02"], broken: name26 + " 41",
            correct: name26),
        edge(
            "MW-SET-01", "a dot", broken: "> 11 01 41 2e 42", correct: "> 11 01 41 2d 5f 20 39 7a"),
        edge(
            "MW-SET-02", "31 steps", broken: "> 11 02 1f 00 00 00", correct: "> 11 02 20 00 00 00"),
        edge(
            "MW-SET-02", "16385 steps", broken: "> 11 02 01 40 00 00",
            correct: "> 11 02 00 40 00 00"),
        edge(
            "MW-SET-02", "181 s", broken: "> 11 02 9b 02 b5 00", correct: "> 11 02 9b 02 b4 00"),
        edge("MW-SET-03", "3 dBm", broken: "> 11 03 03", correct: "> 11 03 04"),
        edge(
            "MW-SET-04", "a timeout of exactly twice the intervals",
            broken: "> 11 09 06 00 06 00 f3 01 ee 02", correct: "> 11 09 06 00 06 00 f3 01 ef 02"),
        edge(
            "MW-SET-04", "a latency of 500", broken: "> 11 09 06 00 06 00 f4 01 80 0c",
            correct: "> 11 09 06 00 06 00 f3 01 80 0c"),
        edge(
            "MW-SET-04", "intervals the wrong way round", broken: "> 11 09 09 00 06 00 00 00 58 02",
            correct: "> 11 09 06 00 06 00 00 00 58 02"),
        edge("MW-SET-06", "19 ms", broken: "> 07 07 13 00", correct: "> 07 07 14 00"),
        edge("MW-SET-06", "10241 ms", broken: "> 07 07 01 28", correct: "> 07 07 00 28"),
    ]

    private static let edgesOfPrograms: [RuleCase] = [
        edge(
            "MW-PROC-05", "by one byte", broken: "> 09 02 03 04 ff 60 10 08 01",
            correct: "> 09 02 03 04 ff 60 10 10 00"),
        edge(
            "MW-TIMER-01", "no repetitions", broken: "> 0c 02 e8 03 00 00 00 00 00",
            correct: "> 0c 02 e8 03 00 00 01 00 00"),
        edge(
            "MW-TIMER-01", "no period", broken: "> 0c 02 00 00 00 00 ff ff 00",
            correct: "> 0c 02 01 00 00 00 ff ff 00"),
        edge(
            "MW-EVENT-03", "one byte too few",
            broken: "> 0a 02 01 01 ff 02 02 02 00 00\n> 0a 03 01",
            correct: "> 0a 02 01 01 ff 02 02 02 00 00\n> 0a 03 01 01"),
        edge(
            "MW-TABLE-03", "two timers",
            broken: "> 0c 02 e8 03 00 00 01 00 00\n> 0c 02 e8 03 00 00 01 00 00",
            correct: "> 0c 02 e8 03 00 00 01 00 00\n> 09 02 03 04 ff a0 08 05 e8 03 00 00"),
    ]

    private static let streaming = "> 03 04 01\n> 03 02 01 00\n> 03 01 01\n+ 500 ms\n"
    private static let stopped = "> 03 01 00\n> 03 02 00 01\n> 03 04 00\n"

    private static let edgesOfLinks: [RuleCase] = [
        edge(
            "MW-SUB-04", "it reset the board on the link before",
            broken: restarted + streaming + "leave",
            correct: restarted + streaming + stopped + "leave"),
        edge(
            "MW-SUB-05", "it reset the board on the link before",
            broken: restarted + "> 03 02 01 00\n> 03 01 01\nleave",
            correct: restarted + "> 03 02 01 00\n> 03 01 01\n> 03 01 00\nleave"),
        edge(
            "MW-SUB-04", "it ended the link before by command", broken: streaming + "leave",
            correct: "> fe 06\n+ 1000 ms\nconnect\nlisten\n" + streaming + "lose"),
        edge(
            "MW-SUB-04", "it is subscribed", broken: streaming + "leave",
            correct: streaming + "> 03 04 00\nleave"),
        edge(
            "MW-SUB-04", "the board starts anew when the link ends",
            broken: streaming + "> fe 04 01 02 03 04\nleave",
            correct: streaming + "> fe 05\nleave"),
        edge(
            "MW-SUB-05", "the magnetometer is suspended",
            broken: "> 15 01 00\n+ 60 ms\n> 15 02 01 00\n> 15 01 01\nleave",
            correct: "> 15 01 00\n+ 60 ms\n> 15 02 01 00\n> 15 01 01\n> 15 01 02\nleave"),
        edge(
            "MW-SUB-02", "the stream is that of the host before",
            broken: "lose\nconnect\n" + streaming,
            correct: streaming + "lose\nconnect\n+ 500 ms\nlisten"),
        edge(
            "MW-SUB-03", "it was subscribed before a reset",
            broken: restarted + "> 01 01 01\n> 01 01 01",
            correct: "> 01 01 01\n" + restarted + "> 01 01 01"),
        edge(
            "MW-SUB-01", "notifications are off again", broken: "deaf\n> 11 8c",
            correct: "deaf\nlisten\n> 11 8c"),
        edge(
            "MW-SUB-01", "notifications were on in the link before",
            broken: "leave\nconnect\n> 11 8c", correct: "leave\nconnect\nlisten\n> 11 8c"),
    ]
}
