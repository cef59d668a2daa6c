import MetaWearBoard

extension RuleCase {
    static let sensors: [RuleCase] = [
        RuleCase(
            "MW-SENS-01",
            broken: """
                > 03 03 a8 02
                > 03 01 01
                > 03 03 a8 03
                """,
            correct: """
                > 03 03 a8 02
                > 03 01 01
                > 03 03 a8 02     # the same again does no harm
                > 03 01 00
                > 03 03 a8 03
                > 03 01 01
                """),
        RuleCase(
            "MW-SENS-02", broken: "> 12 04 01 01\n> 12 03 2c 00",
            correct: "> 12 03 2c 00\n> 12 04 01 01"),
        RuleCase(
            "MW-SENS-03", broken: "> 03 04 01\n> 03 01 01\n> 03 02 01 00",
            correct: "> 03 04 01\n> 03 02 01 00\n> 03 01 01"),
        RuleCase("MW-SENS-04", broken: "> 15 01 01", correct: "> 15 01 00\n+ 200 ms\n> 15 01 01"),
        RuleCase("MW-SENS-05", broken: "> 03 01 07", correct: "> 03 01 02"),
        RuleCase(
            "MW-SENS-06",
            broken: """
                > 03 03 aa 02
                > 03 04 01
                > 03 02 01 00
                > 03 01 01
                """,
            correct: """
                > 03 03 aa 02
                > 03 05 01
                > 03 02 01 00
                > 03 01 01
                """),
        RuleCase(
            "MW-SENS-06", hiding: "two sensors together", broken: together("28"),
            correct: together("27")),
        RuleCase(
            "MW-SENS-06", hiding: "two outputs of sensor fusion",
            broken: configured + "> 19 08 01\n> 19 03 18 00\n" + started,
            correct: configured + started),
        RuleCase(
            "MW-SENS-07", broken: "> 04 81 03",
            correct: "> 12 04 01 01\n+ 200 ms\n> 04 81 03"),
        RuleCase("MW-SENS-08", broken: "> 13 03 24 00", correct: "> 13 03 26 00\n> 13 03 2d 00"),
        RuleCase(
            "MW-SENS-08", hiding: "it is the accelerometer's highest",
            broken: "> 03 03 2f 03", correct: "> 03 03 21 03\n> 03 03 2c 03"),
        RuleCase(
            "MW-SENS-09", also: ["MW-SENS-06", "MW-SUB-04"], broken: crowded("28", "leave"),
            correct: crowded("27", "leave")),
        RuleCase(
            "MW-SENS-09", hiding: "it stops the sensors", also: ["MW-SENS-06"],
            broken: crowded("28", stopped), correct: crowded("28", "lose")),
        RuleCase(
            "MW-SENS-09", hiding: "the rest arrives", also: ["MW-SENS-06"],
            broken: crowded("28", stopped, milliseconds: 600),
            correct: crowded("28", stopped, milliseconds: 200)),
        RuleCase(
            "MW-STRM-01", also: ["MW-SENS-03"], broken: "> 03 04 01\n> 03 01 01\n+ 1000 ms",
            correct: "> 03 04 01\n> 03 02 01 00\n> 03 01 01\n+ 1000 ms"),
        RuleCase(
            "MW-STRM-02",
            broken: """
                > 09 02 03 04 ff a0 07 a5 01
                > 09 07 00 01
                + 1000 ms
                """,
            correct: """
                > 09 02 03 04 ff a0 07 a5 01
                > 09 07 00 01
                > 09 03 01
                + 1000 ms
                """),
    ]

    /// NDoF on an S, as both SDKs do it (protocol, sensors 20.1 and 20.2).
    private static let configured = """
        > 19 02 01 10
        > 03 03 a8 00
        > 13 03 28 00
        > 15 01 00
        > 15 04 04 0e
        > 15 03 06

        """
    private static let started = """
        > 03 02 01 00
        > 13 02 01 00
        > 15 02 01 00
        > 03 01 01
        > 13 01 01
        > 15 01 01
        > 19 07 01
        > 19 03 08 00
        > 19 01 01
        + 1000 ms

        """

    /// Acceleration and rotation at a rate.
    private static func together(_ rate: String) -> String {
        """
        > 03 03 \(rate) 02
        > 13 03 \(rate) 00
        > 03 04 01
        > 13 04 01
        > 03 02 01 00
        > 13 02 01 00
        > 03 01 01
        > 13 01 01
        """
    }

    /// They run for two seconds, and then for a while in which nothing leaves the board.
    private static func crowded(
        _ rate: String, _ end: String, milliseconds: Int = 1000
    ) -> String {
        together(rate) + "\n+ 2000 ms\nfull\n+ \(milliseconds) ms\nroom\n" + end
    }
    private static let stopped = "> 03 01 00\n> 13 01 00"

    static let fusion: [RuleCase] = [
        RuleCase(
            "MW-FUSE-01",
            broken: configured + """
                > 03 02 01 00
                > 13 02 01 00
                > 15 02 01 00
                > 03 01 01
                > 15 01 01
                > 19 03 08 00
                > 19 01 01
                + 1000 ms
                > 19 83
                """,
            correct: configured + started + "> 19 83"),
        RuleCase("MW-FUSE-02", broken: "> 19 01 01", correct: configured + started),
        RuleCase(
            "MW-FUSE-03", broken: configured + started + "> 19 02 02 10",
            correct: configured + started + "> 19 01 00\n+ 500 ms\n> 19 02 02 10"),
        RuleCase(
            "MW-FUSE-04", broken: "> 19 02 02 10\n> 19 03 20 00",
            correct: "> 19 02 02 10\n> 19 03 08 00"),
        RuleCase(
            "MW-FUSE-05", broken: "> 19 0e 01 00 02 00 03 00 04 00 02 00\n> 19 02 01 10",
            correct: "> 19 0e 01 00 02 00 03 00 04 00 03 00\n> 19 02 01 10"),
        RuleCase(
            "MW-FUSE-06",
            broken: configured + "> 03 03 a9 00\n" + started, correct: configured + started),
        RuleCase(
            "MW-FUSE-07", broken: "> 19 02 03 10\n> 19 0f 01",
            correct: "> 19 02 01 10\n> 19 0f 01"),
    ]
}
