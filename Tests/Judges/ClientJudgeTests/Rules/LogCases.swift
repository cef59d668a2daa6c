import MetaWearBoard

extension RuleCase {
    /// A logged second of the light, which makes a few entries, on a board without RAM page.
    private static let recorded = """
        > 0b 02 03 04 ff 60
        > 0b 02 03 04 ff 24
        > 03 02 01 00
        > 03 01 01
        > 0b 01 01
        + 3000 ms
        > 0b 01 00
        > 03 01 00
        > 03 02 00 01

        """
    private static let asked = """
        > 0b 07 01
        > 0b 0d 01
        > 0b 08 01
        > 0b 85
        + 60 ms

        """

    static let logs: [RuleCase] = [
        RuleCase(
            "MW-LOG-01", broken: "> 0b 02 03 04 ff 60\n> 0b 01 01\n> 0b 09 ff ff ff ff",
            correct: "> 0b 02 03 04 ff 60\n> 0b 01 01\n> 0b 01 00\n> 0b 09 ff ff ff ff"),
        RuleCase("MW-LOG-02", broken: "> 0b 01 01", correct: "> 0b 02 03 04 ff 60\n> 0b 01 01"),
        RuleCase("MW-LOG-03", broken: "> 0b 02 04 81 00 20", correct: "> 0b 02 04 c1 00 20"),
        RuleCase(
            "MW-LOG-04", broken: "> 0b 02 03 04 ff a0",
            correct: "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 24"),
        RuleCase(
            "MW-LOG-05", broken: "> 0b 02 09 03 05 60",
            correct: "> 09 02 03 04 ff a0 07 a5 01\n> 0b 02 09 03 00 20"),
        RuleCase(
            "MW-LOG-06", broken: "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 60",
            correct: "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 24"),
        RuleCase(
            "MW-READOUT-01", on: .metaMotionR,
            broken: recorded + asked + "> 0b 06 00 03 00 00 00 00 00 00\n+ 9000 ms\n> 11 8c",
            correct: recorded + asked
                + "> 0b 06 00 03 00 00 00 00 00 00\n" + confirmed(5) + "> 11 8c"),
        RuleCase("MW-READOUT-02", broken: "> 0b 0e", correct: "> 0b 84"),
        RuleCase(
            "MW-READOUT-03", on: .metaMotionR, also: ["MW-READOUT-01"],
            broken: recorded + asked + """
                > 0b 06 00 03 00 00 00 00 00 00
                + 60 ms
                > 0b 06 00 03 00 00 00 00 00 00
                """,
            correct: recorded + asked + "> 0b 06 00 03 00 00 00 00 00 00\n" + confirmed(5)
                + "> 0b 85\n+ 60 ms\n> 0b 06 10 00 00 00 00 00 00 00\n"),
        RuleCase(
            "MW-READOUT-04", on: .metaMotionR,
            broken: recorded + "> 0b 08 01\n> 0b 85\n+ 60 ms\n> 0b 06 10 00 00 00 00 00 00 00",
            correct: recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n" + confirmed(1)),
        RuleCase(
            "MW-READOUT-05", on: .metaMotionR,
            broken: recorded + """
                > 0b 07 01
                > 0b 85
                + 60 ms
                > 0b 06 10 00 00 00 00 00 00 00
                > 0b 0e
                """,
            correct: recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e"),
        RuleCase(
            "MW-READOUT-06", broken: recorded + asked, correct: recorded + "> 0b 10 01\n" + asked),
        RuleCase(
            "MW-READOUT-07", on: .metaMotionR,
            broken: recorded + "> 0b 01 01\n" + asked
                + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e",
            correct: recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e"),
        RuleCase(
            "MW-READOUT-08", on: .metaMotionR,
            broken: recorded + """
                > 0b 07 01
                > 0b 08 01
                > 0b 06 10 00 00 00 00 00 00 00
                > 0b 0e
                """,
            correct: recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e"),
        RuleCase(
            "MW-READOUT-09", on: .metaMotionR, raw: true,
            broken: "connect\nlisten\n> 03 80\n> 0b 80\n" + recorded + asked
                + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e",
            correct: opening + recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e"),
        RuleCase(
            "MW-READOUT-12", on: .metaMotionR,
            broken: recorded + asked + "full\n> 0b 06 10 00 00 00 00 00 00 00\n+ 2000 ms\n"
                + cleared,
            correct: recorded + asked + "> 0b 06 10 00 00 00 00 00 00 00\n+ 2000 ms\n> 0b 0e\n"
                + cleared),
        RuleCase(
            "MW-READOUT-12", hiding: "in the middle of a page", on: .metaMotionR,
            broken: recorded + asked + "> 0b 06 00 03 00 00 00 00 00 00\n+ 60 ms\nfull\n> 0b 0e\n"
                + cleared,
            correct: recorded + asked + "> 0b 06 00 03 00 00 00 00 00 00\n" + confirmed(5) + cleared
        ),
    ]

    private static let cleared = "> 0b 09 ff ff ff ff\n"

    /// So many pages are confirmed, each a while after it came.
    private static func confirmed(_ pages: Int) -> String {
        var text = ""
        for _ in 0..<pages { text += "+ 60 ms\n> 0b 0e\n" }
        return text
    }

    private static let timer = "> 0c 02 e8 03 00 00 ff ff 00\n+ 60 ms\n"

    static let tables: [RuleCase] = [
        RuleCase(
            "MW-TABLE-01", broken: String(repeating: timer, count: 9),
            correct: String(repeating: timer, count: 8)),
        RuleCase("MW-TABLE-02", broken: "> 0c 03 05", correct: timer + "> 0c 03 00"),
        RuleCase(
            "MW-TABLE-03",
            broken: "> 0c 02 e8 03 00 00 ff ff 00\n> 0c 02 e8 03 00 00 ff ff 00",
            correct: timer + timer),
    ]
}
