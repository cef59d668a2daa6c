import MetaWearBoard

extension RuleCase {
    static let packets: [RuleCase] = [
        RuleCase("MW-LEN-01", broken: "> 03", correct: "> 11 8c"),
        RuleCase(
            "MW-LEN-02",
            broken: "> 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13",
            correct: """
                # the longest name there is: 26 characters behind the header
                > 11 01 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51 52 53 54 55 56 57 58 59 5a
                > 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
                """),
        RuleCase("MW-LEN-03", broken: "> 03 03 a8", correct: "> 03 03 a8 02"),
        RuleCase(
            "MW-LEN-04", on: .metaWearCPro,
            broken: "> 15 04 01 02 15 03 00", correct: "> 15 04 01 02\n> 15 03 00"),
        RuleCase(
            "MW-LEN-05", on: .metaMotionR, broken: "> 03 03 28 04", correct: "> 03 03 28 03"),
        RuleCase(
            "MW-REG-01", on: .metaMotionRL, broken: "> 14 01 01",
            correct: "> 14 80\n> 16 80   # discovery may ask for anything"),
        RuleCase("MW-REG-02", broken: "> 03 3f 01", correct: "> 03 01 01\n> 03 01 00"),
        RuleCase("MW-REG-03", on: .metaDetector, broken: "> 11 91", correct: "> 11 8b"),
        RuleCase("MW-REG-04", broken: "> 0b 04 00", correct: "> 0b 84"),
        RuleCase("MW-REG-05", broken: "> 03 81", correct: "> 03 83"),
        RuleCase("MW-REG-06", broken: "> fe 0d 01", correct: "> fe 04 01 02 03 04"),
        RuleCase("MW-REG-07", broken: "> 03 0a 01 02 03", correct: "> 03 0a 01\n> 03 0a 00"),
        RuleCase("MW-REG-08", broken: "> 01 01 ff", correct: "> 01 01 01"),
        RuleCase("MW-REG-09", broken: "> 03 08 3f 00", correct: "> 03 08 07 00 0e 01 00"),
    ]

    static let reads: [RuleCase] = [
        RuleCase(
            "MW-READ-01", broken: "> 04 c1 00", correct: "> 0b 02 04 c1 00 20\n> 04 c1 00"),
        RuleCase("MW-READ-02", broken: "> 11 c0", correct: "> 11 80"),
        RuleCase(
            "MW-READ-03", broken: "> 04 81 09\n+ 2000 ms", correct: "> 04 81 00\n+ 2000 ms"),
        RuleCase("MW-READ-04", broken: "> 11 8c\n> 11 8c", correct: "> 11 8c\n+ 60 ms\n> 11 8c"),
    ]

    static let connections: [RuleCase] = [
        RuleCase(
            "MW-CONN-01", raw: true, broken: "connect\nlisten\n> 03 03 a8 02",
            correct: "connect\nlisten\n> 03 80\n+ 60 ms\n> 03 03 a8 02"),
        RuleCase("MW-CONN-02", broken: "! 02 02 01", correct: "> 02 02 01\n! 0f 08"),
        RuleCase("MW-CONN-03", broken: "read 326a9001", correct: "read 2a26"),
        RuleCase(
            "MW-CONN-04", broken: "> 12 81\nleave", correct: "> 12 81\n+ 200 ms\nleave"),
        RuleCase(
            "MW-SUB-01", raw: true, broken: "connect\n> 11 8c",
            correct: "connect\nlisten\n> 11 8c"),
        RuleCase(
            "MW-SUB-02",
            broken: """
                deaf
                > 03 03 a8 02
                > 03 04 01
                > 03 02 01 00
                > 03 01 01
                + 500 ms
                """,
            correct: """
                > 03 03 a8 02
                > 03 04 01
                > 03 02 01 00
                > 03 01 01
                + 500 ms
                deaf
                + 500 ms
                """),
        RuleCase("MW-SUB-03", broken: "> 01 01 01\n> 01 01 01", correct: "> 01 01 01\n> 01 01 00"),
        RuleCase(
            "MW-SUB-04",
            broken: """
                > 03 04 01
                > 03 02 01 00
                > 03 01 01
                + 500 ms
                leave
                """,
            correct: """
                > 03 04 01
                > 03 02 01 00
                > 03 01 01
                + 500 ms
                > 03 01 00
                > 03 02 00 01
                > 03 04 00
                leave
                """),
        RuleCase(
            "MW-SUB-05", broken: "> 03 02 01 00\n> 03 01 01\nleave",
            correct: """
                > 0b 02 03 04 ff 60
                > 03 02 01 00
                > 03 01 01
                > 0b 01 01
                leave             # it records
                """),
    ]
}
