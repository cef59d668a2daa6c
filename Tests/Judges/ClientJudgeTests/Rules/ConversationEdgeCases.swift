import MetaWearBoard

/// Questions and answers, and the attributes around them: what is just allowed, and what is just not.
extension RuleCase {
    static let edgesOfConversations: [RuleCase] = edgesOfReads + edgesOfAttributes

    /// Its ticks read a temperature that there is not.
    private static let asking = """
        > 0c 02 e8 03 00 00 ff ff 00
        > 0a 02 0c 06 00 04 81 01
        > 0a 03 09
        > 0c 03 00
        + 100 ms

        """

    private static let edgesOfReads: [RuleCase] = [
        edge(
            "MW-READ-04", "within half an interval", broken: "> 11 8c\n+ 14 ms\n> 11 8c",
            correct: "> 11 8c\n+ 15 ms\n> 11 8c"),
        edge(
            "MW-READ-04", "the interval is another",
            broken: "interval 100\n> 11 8c\n+ 40 ms\n> 11 8c",
            correct: "interval 100\n> 11 8c\n+ 50 ms\n> 11 8c"),
        edge(
            "MW-READ-04", "of the same register", broken: "> 11 8c\n> 11 8c",
            correct: "> 11 8c\n> 11 8b"),
        edge(
            "MW-READ-03", "by one millisecond", broken: "> 04 81 09\n+ 1001 ms",
            correct: "> 04 81 09\n+ 1000 ms"),
        edge(
            "MW-READ-03", "the link is lost", broken: "> 04 81 09\n+ 1001 ms\nlose",
            correct: "> 04 81 09\n+ 500 ms\nlose\n+ 2000 ms\nconnect\nlisten\n> 0b 84"),
        edge(
            "MW-READ-03", "a timer asks", broken: asking + "+ 3000 ms",
            correct: asking + "lose\n+ 5000 ms"),
        edge(
            "MW-READ-01", "the logger is of another channel",
            broken: "> 0b 02 04 c1 00 20\n> 04 c1 01", correct: "> 0b 02 04 c1 01 20\n> 04 c1 01"),
        edge(
            "MW-READ-01", "of anything but a bus", on: .metaWearR, broken: "> 04 c1 00",
            correct: "> 0d c1 1c 0d 0a 01"),
        edge(
            "MW-CONN-04", "the link is not lost", broken: "> 12 81\nleave", correct: "> 12 81\nlose"
        ),
    ]

    private static let edgesOfAttributes: [RuleCase] = [
        edge(
            "MW-CONN-01", "something is set", raw: true, broken: "connect\nlisten\n> 03 01 01",
            correct: "connect\nlisten\n> 03 01 00"),
        edge("MW-CONN-03", "the notifications", broken: "read 326a9006", correct: "read 2a26"),
        edge(
            "GATT-ATT-02", "it is no search", broken: "att 0a ff 00",
            correct: "att 10 00 00 ff ff 00 28"),
        edge(
            "GATT-ATT-04", "it is no request of a later version", broken: "att 0a",
            correct: "att 3e 00"),
        edge(
            "MW-LEN-04", "by one byte", on: .metaWearCPro, broken: "> 15 04 01 02 00",
            correct: "> 15 04 01 02"),
        edge(
            "TK-REQ-01", "it does something", on: nil, broken: "rx 01 01", correct: "rx 01 00"),
        edge(
            "TK-REQ-04", "the link is not lost", on: nil,
            broken: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nleave",
            correct: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nlose"),
        edge(
            "TK-REQ-06", "it is the highest rate", on: nil, broken: "rx 20 10 00 d0 07 a0 01 03",
            correct: "rx 20 10 00 d0 07 d0 00 03"),
        edge("TK-REQ-08", "46", on: nil, broken: "rx 46", correct: "rx 0c"),
    ]
}
