import MetaWearBoard

extension RuleCase {
    static let settings: [RuleCase] = [
        RuleCase("MW-SET-01", broken: "> 11 01 41 2f 42", correct: "> 11 01 41 6e 74 69"),
        RuleCase("MW-SET-02", broken: "> 11 02 08 00 00 00", correct: "> 11 02 9b 02 00 00"),
        RuleCase("MW-SET-03", broken: "> 11 03 05", correct: "> 11 03 ec"),
        RuleCase(
            "MW-SET-04", broken: "> 11 09 20 03 58 02 00 00 58 02",
            correct: "> 11 09 06 00 09 00 00 00 58 02"),
        RuleCase(
            "MW-SET-05",
            broken: """
                > 11 08 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e
                > 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
                """,
            correct: """
                > 11 08 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d
                > 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
                """),
        RuleCase("MW-SET-06", broken: "> 07 07 05 00", correct: "> 07 07 bc 02"),
    ]

    private static let pattern = "> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 ff\n"

    static let outputs: [RuleCase] = [
        RuleCase(
            "MW-LED-01", broken: "> 02 03 00 02 20 00 00 00 32 00 00 00 f4 01 00 00 0a",
            correct: pattern),
        RuleCase(
            "MW-LED-02", broken: "> 02 03 00 02 1f 00 00 00 32 00 00 00 f4 01 00 00 00",
            correct: pattern),
        RuleCase(
            "MW-LED-03", broken: pattern + "> 02 01 01\n" + pattern,
            correct: pattern + "> 02 01 01\n> 02 02 01\n" + pattern),
        RuleCase(
            "MW-LED-04", broken: "> 02 03 00 00 1f 00 00 00 32 00 00 00 f4 01 00 00 0a",
            correct: pattern),
        RuleCase(
            "MW-LED-05", broken: "> 02 03 00 02 1f 00 00 01 00 01 00 01 f4 01 00 00 0a",
            correct: pattern),
        RuleCase("MW-LED-06", broken: "> 02 01 01", correct: pattern + "> 02 01 01"),
        RuleCase("MW-HAPTIC-01", broken: "> 08 01 ff e8 03 00", correct: "> 08 01 f8 e8 03 00"),
        RuleCase("MW-HAPTIC-02", broken: "> 08 01 f8 00 00 00", correct: "> 08 01 7f 64 00 01"),
        RuleCase("MW-HAPTIC-03", broken: "> 08 01 f8 e8 03 02", correct: "> 08 01 f8 e8 03 00"),
        RuleCase("MW-PIN-01", broken: "> 05 01 1f", correct: "> 05 01 00"),
        RuleCase(
            "MW-PIN-02", broken: "> 05 0a 01\n> 05 0b 00 01",
            correct: "> 05 09 00 03\n> 05 0a 01\n> 05 0b 00 01"),
        RuleCase(
            "MW-PIN-03", broken: "> 0d 01 68 6b ff 05 de ad", correct: "> 0d 80"),
    ]

    static let resets: [RuleCase] = [
        RuleCase(
            "MW-RESET-01", broken: "> fe 01\n> 11 8c", correct: "> fe 01\n+ 3000 ms"),
        RuleCase(
            "MW-RESET-02", also: ["GATT-ATT-01"], broken: "> fe 02\n+ 3000 ms\nconnect\n> 11 8c",
            correct: "> fe 02\n+ 3000 ms\nconnect\nlisten\nread 2a26"),
        RuleCase(
            "MW-RESET-03", broken: "> fe 07\n> fe 01\n+ 3000 ms\nusb 11 8c",
            correct: "> fe 07\n> fe 01\n+ 3000 ms"),
        RuleCase(
            "MW-RESET-04", also: ["MW-TABLE-02"],
            broken: """
                > 0c 02 e8 03 00 00 ff ff 00
                > 0c 03 00
                > fe 01
                + 5000 ms
                connect
                listen
                > 0c 04 00
                """,
            correct: """
                > 0c 02 e8 03 00 00 ff ff 00
                > 0c 03 00
                > fe 01
                + 5000 ms
                connect
                listen
                > 0b 84
                """),
    ]

    static let attributes: [RuleCase] = [
        RuleCase(
            "GATT-ATT-01", broken: "att 12 1c 00 41   # the firmware revision",
            correct: "att 0a 03 00"),
        RuleCase("GATT-ATT-02", broken: "att 0a ff 00", correct: "att 0a 03 00"),
        RuleCase(
            "GATT-ATT-03", also: ["MW-LEN-02"],
            broken: "att 02 f7 00\natt 52 1f 00 " + String(repeating: "11 ", count: 29),
            correct: "att 02 f7 00\natt 52 1f 00 11 8c"),
        RuleCase("GATT-ATT-04", broken: "att 0a", correct: "att 0a 03 00"),
        RuleCase(
            "GATT-ATT-05", broken: "att 12 22 00 02 00", correct: "att 12 22 00 01 00"),
        RuleCase("GATT-ATT-06", broken: "att 1e", correct: "att 02 f7 00"),
        RuleCase(
            "GATT-ATT-07", broken: "guarded\natt 52 1f 00 11 8c", correct: "att 52 1f 00 11 8c"),
        RuleCase(
            "GATT-ATT-08", broken: "att 02 f7 00\natt 02 f7 00",
            correct: "att 02 f7 00\nlose\nconnect\natt 02 f7 00"),
        RuleCase("GATT-ATT-09", broken: "att 02 16 00", correct: "att 02 17 00"),
        RuleCase(
            "GATT-ATT-10", broken: "unanswered\natt 0a 03 00",
            // A command needs no turn.
            correct: "att 0a 03 00\natt 0a 03 00\nunanswered\natt 52 1f 00 11 8c"),
        RuleCase(
            "GATT-ATT-11", broken: "att 16 1f 00 00 00 11 8c\nleave",
            correct: "att 16 1f 00 00 00 11 8c\natt 18 00\nleave\nconnect\n"
                + "att 16 1f 00 00 00 11 8c\nlose"),
        RuleCase(
            "GATT-ATT-12", broken: "att 0c 03 00 ff 00", correct: "att 0c 03 00 05 00"),
    ]

    private static let bootloader = "> fe 02\n+ 3000 ms\nconnect\nlisten\n"
    private static let sized = "dfu 01 04\ndata 00 00 00 00 00 00 00 00 28 00 00 00\n+ 60 ms\n"
    private static let prepared =
        sized
        + "dfu 02 00\ndata ff ff ff ff ff ff ff ff 01 00 fe ff 00 00\ndfu 02 01\n+ 60 ms\n"
    private static let twenty = "data " + String(repeating: "a5 ", count: 20) + "\n"

    static let updates: [RuleCase] = [
        RuleCase(
            "MW-DFU-01", broken: "> fe 02\n+ 3000 ms\nconnect\ndfu 01 04",
            correct: bootloader + "dfu 06"),
        RuleCase("MW-DFU-02", broken: bootloader + "dfu 04", correct: bootloader + "dfu 06"),
        RuleCase("MW-DFU-03", broken: bootloader + "dfu 7f", correct: bootloader + "dfu 06"),
        RuleCase(
            "MW-DFU-04",
            broken: bootloader + "dfu 01 04\ndata 00 00 00 00 00 00 00 00 ff ff ff 7f\n",
            correct: bootloader + sized),
        RuleCase(
            "MW-DFU-05", broken: bootloader + prepared + "dfu 03\n" + twenty + twenty + "dfu 04",
            correct: bootloader + prepared + "dfu 03\n" + twenty + twenty),
        RuleCase(
            "MW-DFU-06", broken: bootloader + "dfu 01 04\ndata 00 00 00 00", correct: bootloader),
        RuleCase(
            "MW-DFU-07", broken: bootloader + prepared + twenty,
            correct: bootloader + prepared + "dfu 03\n" + twenty),
        RuleCase(
            "MW-DFU-08",
            broken: bootloader + prepared + "dfu 08 01 00\ndfu 03\n" + twenty + twenty,
            correct: bootloader + prepared + "dfu 08 01 00\ndfu 03\n" + twenty + "+ 60 ms\n"
                + twenty),
        RuleCase(
            "MW-DFU-09", broken: bootloader + sized + "leave", correct: bootloader + "leave"),
    ]

    static let caps: [RuleCase] = [
        RuleCase("TK-REQ-01", on: nil, broken: "rx 20 10 00", correct: "rx 05"),
        RuleCase(
            "TK-REQ-02", on: nil, broken: "rx 20 10 00 d0 07 64 00 03",
            correct: "rx 20 10 00 d0 07 68 00 03"),
        RuleCase(
            "TK-REQ-03", on: nil, raw: true, broken: "connect\nrx 20 10 00 d0 07 34 00 03",
            correct: "connect\nlisten\nrx 20 10 00 d0 07 34 00 03"),
        RuleCase(
            "TK-REQ-04", on: nil, broken: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nleave",
            correct: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nrx 20 00 00 00 00 00 00\nleave"),
        RuleCase(
            "TK-REQ-05", on: nil,
            broken: "rx 20 10 00 d0 07 34 00 03\nrx 20 10 00 d0 07 34 00 03",
            correct: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nrx 20 10 00 d0 07 68 00 03"),
        RuleCase(
            "TK-REQ-06", on: nil, broken: "rx 20 10 00 d0 07 a0 01 03",
            correct: "mtu 247\nrx 20 10 00 d0 07 a0 01 03"),
        RuleCase(
            "TK-REQ-07", on: nil, also: ["GATT-ATT-03"], broken: "led 01 01", correct: "led 01"),
        RuleCase("TK-REQ-08", on: nil, broken: "rx 0a", correct: "rx 0c"),
        RuleCase(
            "TK-REQ-09", on: nil, raw: true, broken: "connect\nrx 05",
            correct: "connect\nlisten\nrx 05"),
    ]
}
