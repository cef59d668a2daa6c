import MetaWearBoard

extension RuleCase {
    static let programs: [RuleCase] = [
        RuleCase(
            "MW-PROC-01", broken: "> 09 02 09 03 07 20 03 05 04",
            correct: "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 02 09 03 00 20 03 05 04"),
        RuleCase(
            "MW-PROC-02", broken: "> 09 02 04 c1 00 20 10 01 03",
            correct: "> 09 02 04 81 00 20 10 01 03"),
        RuleCase(
            "MW-PROC-03",
            broken: """
                > 09 02 03 04 ff a0 07 a5 01
                + 60 ms
                > 09 02 09 03 00 20 03 05 04
                > 09 06 00
                """,
            correct: """
                > 09 02 03 04 ff a0 07 a5 01
                + 60 ms
                > 09 02 09 03 00 20 03 05 04
                > 09 06 01
                > 09 06 00
                """),
        RuleCase(
            "MW-PROC-04", broken: "> 09 02 03 04 ff 20 0b 01 00 02 f4 01 00 00 0a 00",
            correct: "> 09 02 03 04 ff 20 0b 01 00 03 f4 01 00 00 0a 00"),
        RuleCase(
            "MW-PROC-05", broken: "> 09 02 03 04 ff 60 10 03 04",
            correct: "> 09 02 03 04 ff 60 10 03 03"),
        RuleCase(
            "MW-PROC-05", hiding: "it is one byte too much",
            broken: "> 09 02 03 04 ff 00 10 00 11", correct: "> 09 02 03 04 ff 00 10 00 10"),
        RuleCase(
            "MW-PROC-06", on: .metaWearRG, also: ["MW-LEN-05"],
            broken: "> 09 02 03 04 ff a0 08 15 e8 03 00 00",
            correct: "> 09 02 03 04 ff a0 08 05 e8 03 00 00"),
        RuleCase(
            "MW-PROC-07", also: ["MW-LEN-05"],
            broken: """
                > 09 02 13 04 ff a0 07 a5 01
                + 60 ms
                > 09 02 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00
                """,
            correct: """
                > 09 02 13 04 ff a0 0f 05
                + 60 ms
                > 09 02 03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00
                """),
        RuleCase(
            "MW-EVENT-01", broken: "> 0a 02 01 01 ff 02 01 01\n+ 3000 ms",
            correct: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01\n+ 3000 ms"),
        RuleCase(
            "MW-EVENT-02", broken: "> 0a 03 01",
            correct: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01"),
        RuleCase(
            "MW-EVENT-03", broken: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01 02",
            correct: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01"),
        RuleCase(
            "MW-EVENT-04", broken: "> 0a 02 01 01 ff 07 03 02 09 00\n> 0a 03 00 00",
            correct: "> 0a 02 01 01 ff 07 03 02 03 00\n> 0a 03 00 00"),
        RuleCase(
            "MW-EVENT-05", broken: "> 0a 02 01 01 ff 0f 05 01 03 00\n> 0a 03 00",
            correct: "> 0a 02 01 01 ff 0f 05 01\n> 0a 03 00"),
        RuleCase(
            "MW-EVENT-06",
            broken: """
                > 0c 02 64 00 00 00 02 00 00
                > 0a 02 0c 06 00 16 81 00
                > 0a 03
                > 0c 03 00
                + 500 ms
                """,
            correct: """
                > 0c 02 64 00 00 00 02 00 00
                > 0a 02 0c 06 00 04 81 01
                > 0a 03 00
                > 0c 03 00
                + 500 ms
                """),
        RuleCase(
            "MW-EVENT-07",
            broken: loadsPattern + "> 02 01 02\n> 0c 03 00\n+ 500 ms",
            correct: loadsPattern + "> 0c 03 00\n+ 500 ms"),
        RuleCase(
            "MW-TIMER-01", broken: "> 0c 02 e8 03 00 00 00 00 00",
            correct: "> 0c 02 e8 03 00 00 ff ff 00"),
        RuleCase(
            "MW-TIMER-02", broken: "> 0c 02 e8 03 00 00 ff ff 00\nleave",
            correct: "> 0c 02 e8 03 00 00 ff ff 00\n> 0c 03 00\nleave"),
        RuleCase(
            "MW-MACRO-01", broken: "! 0f 02 00\n> 0f 03 02 01 01\n! 0f 04",
            correct: "! 0f 02 00\n! 0f 03 02 01 01\n! 0f 04"),
        RuleCase(
            "MW-MACRO-02", broken: "! 0f 02 00\n> 02 02 01\n! 0f 04",
            correct: "> 02 02 01\n! 0f 02 00\n! 0f 03 02 02 01\n! 0f 04"),
        RuleCase(
            "MW-MACRO-03", broken: "! 0f 03 02 01 01",
            correct: "! 0f 02 00\n! 0f 03 02 01 01\n! 0f 04"),
        RuleCase(
            "MW-MACRO-04", broken: "! 0f 02 00\n+ 60 ms\n! 0f 02 00\n! 0f 04",
            correct: "! 0f 02 00\n! 0f 04\n+ 60 ms\n! 0f 02 00\n! 0f 04"),
        RuleCase(
            "MW-MACRO-05", broken: "! 0f 02 00\n! 0f 03 02 01 01\nleave",
            correct: "! 0f 02 00\n! 0f 03 02 01 01\n! 0f 04\nleave"),
        RuleCase(
            "MW-MACRO-06", broken: "! 0f 02 00\n! 0f 03 02\n! 0f 04",
            correct: """
                ! 0f 02 00
                ! 0f 09 02 03
                ! 0f 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05
                ! 0f 04
                """),
        RuleCase(
            "MW-MACRO-07",
            broken: "! 0f 02 00\n" + String(repeating: command, count: 900)
                + "! 0f 04", correct: "! 0f 02 00\n" + command + "! 0f 04"),
        RuleCase(
            "MW-MACRO-08", broken: "! 0f 02 00\n! 0f 03 16 81\n! 0f 04\n! 0f 05 00",
            correct: "! 0f 02 00\n! 0f 03 02 02 01\n! 0f 04\n! 0f 05 00"),
        RuleCase(
            "MW-MACRO-09", broken: "! 0f 02 00\n! 0f 03 0b 0e\n! 0f 04\n! 0f 05 00",
            correct: "! 0f 02 00\n! 0f 03 02 02 01\n! 0f 04\n! 0f 05 00"),
    ]

    /// Two ticks that each write the LED a pattern without an end.
    private static let loadsPattern = """
        > 0c 02 64 00 00 00 02 00 00
        > 0a 02 0c 06 00 02 03 0f
        > 0a 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 ff

        """

    private static let command = "! 0f 03 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 0a\n"
}
