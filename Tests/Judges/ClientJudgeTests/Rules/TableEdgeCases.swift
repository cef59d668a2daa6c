import MetaWearBoard

/// Loggers, processors, events, timers and macros: what is just allowed, and what is just not.
extension RuleCase {
    static let edgesOfTables: [RuleCase] = edgesOfLoggers + edgesOfEvents + edgesOfMacros

    private static let loggers = "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 24\n"
    private static let timer = "> 0c 02 e8 03 00 00 ff ff 00\n+ 60 ms\n"

    private static let edgesOfLoggers: [RuleCase] = [
        edge(
            "MW-LOG-02", "the loggers were removed",
            broken: loggers + "> 0b 03 00\n> 0b 03 01\n> 0b 01 01", correct: loggers + "> 0b 01 01"),
        edge(
            "MW-LOG-02", "all loggers were removed", broken: loggers + "> 0b 0a\n> 0b 01 01",
            correct: loggers + "> 0b 01 01"),
        edge("MW-LOG-02", "it is a start", broken: "> 0b 01 01", correct: "> 0b 01 00"),
        edge(
            "MW-LOG-05", "the register is of a later revision", on: .metaWearR,
            broken: "> 0b 02 11 0a ff 00", correct: "> 0b 02 01 01 ff 00"),
        edge(
            "MW-PROC-02", "it is no state of a processor", broken: "> 09 02 04 c1 00 20 10 01 03",
            correct: "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 02 09 c4 00 60 01 00 00 00"),
        edge(
            "MW-STRM-02", "it is not removed at once",
            broken: "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 07 00 01\n+ 1000 ms\n> 09 06 00",
            correct:
                "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 07 00 01\n+ 100 ms\n> 09 06 00\n+ 1000 ms"
        ),
        edge(
            "MW-PROC-06", "the averager is to cut what is slow", on: .metaWearRG,
            also: ["MW-LEN-05"],
            broken: "> 09 02 03 04 ff a0 03 25 04", correct: "> 09 02 03 04 ff a0 03 05 04"),
    ]

    private static let edgesOfEvents: [RuleCase] = [
        edge(
            "MW-EVENT-01", "by one millisecond",
            broken: "> 0a 02 01 01 ff 02 01 01\n+ 2001 ms\n> 0a 03 01",
            correct: "> 0a 02 01 01 ff 02 01 01\n+ 2000 ms\n> 0a 03 01"),
        edge(
            "MW-EVENT-01", "its command needs some",
            broken: "> 0a 02 01 01 ff 02 01 01\n+ 3000 ms",
            correct: "> 0a 02 01 01 ff 0b 0a 00\n+ 3000 ms"),
        edge(
            "MW-EVENT-04", "by one byte",
            broken: "> 0a 02 01 01 ff 07 03 02 07 00\n> 0a 03 00 00",
            correct: "> 0a 02 01 01 ff 07 03 02 05 00\n> 0a 03 00 00"),
        edge(
            "MW-EVENT-05", "it is the number of the macro",
            broken: "> 0a 02 01 01 ff 0f 05 01 03 00\n> 0a 03 00",
            correct: "> 0a 02 01 01 ff 0f 06 01 03 00\n> 0a 03 00"),
        edge(
            "MW-FLOW-06", "its ticks are not notified",
            broken: timer + "> 0c 06 01\n> 0c 07 00 00\n> 0c 03 00\n+ 1000 ms\n> 0c 05 00",
            correct: timer + "> 0c 06 01\n> 0c 07 00 01\n> 0c 03 00\n+ 1000 ms\n> 0c 05 00"),
    ]

    private static let edgesOfMacros: [RuleCase] = [
        // Who asks for the time knows of the reset.
        edge(
            "MW-TABLE-02", "a reset is known",
            broken: timer + "> 0c 03 00\n" + restarted + "> 0b 84\n> 0c 04 00",
            correct: restarted + timer + "> 0c 03 00\n> 0c 04 00"),
        edge(
            "MW-MACRO-01", "the first part",
            broken: """
                ! 0f 02 00
                > 0f 09 02 03
                ! 0f 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05
                ! 0f 04
                """,
            correct: """
                ! 0f 02 00
                ! 0f 09 02 03
                ! 0f 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05
                ! 0f 04
                """),
        edge(
            "MW-MACRO-02", "it is no question", broken: "! 0f 02 00\n> 02 02 01\n! 0f 04",
            correct: "! 0f 02 00\n> 11 8c\n! 0f 03 02 02 01\n! 0f 04"),
        edge(
            "MW-EVENT-01", "the link is not lost", also: ["MW-FLOW-03"],
            broken: "> 0a 02 03 04 ff 02 02 01\nleave",
            correct: "> 0a 02 03 04 ff 02 02 01\nlose"),
        edge(
            "MW-MACRO-05", "the link is not lost", broken: "! 0f 02 00\nleave",
            correct: "! 0f 02 00\nlose"),
        edge(
            "MW-MACRO-05", "the run ends first", broken: "! 0f 02 00\n! 0f 03 02 01 01",
            correct: "! 0f 02 00\n! 0f 03 02 01 01\n! 0f 04"),
    ]
}
