import MetaWearBoard

/// Clients that are wrong, and then tidy up, begin anew, or leave in a way of their own. What was wrong
/// stays reported; who does the same tidying and was not wrong is left alone.
extension RuleCase {
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
    private static let firstPage = """
        > 0b 07 01
        > 0b 0d 01
        > 0b 08 01
        > 0b 85
        + 60 ms
        > 0b 06 00 03 00 00 00 00 00 00
        + 60 ms

        """
    private static let confirmed = String(repeating: "> 0b 0e\n+ 60 ms\n", count: 5)
    private static let download = recorded + firstPage

    private static let processor = "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 07 00 01\n"
    private static let heard = "> 09 02 03 04 ff a0 07 a5 01\n+ 60 ms\n> 09 03 01\n> 09 07 00 01\n"

    private static let streaming = "> 03 04 01\n> 03 02 01 00\n> 03 01 01\n+ 500 ms\n"
    private static let stopped = "> 03 01 00\n> 03 02 00 01\n> 03 04 00\n"

    /// NDoF on an S without its gyroscope.
    private static let fusing = """
        > 19 02 01 10
        > 03 03 a8 00
        > 13 03 28 00
        > 15 01 00
        > 15 04 04 0e
        > 15 03 06
        > 03 02 01 00
        > 13 02 01 00
        > 15 02 01 00
        > 03 01 01
        > 15 01 01
        > 19 07 01
        > 19 03 08 00
        > 19 01 01
        + 200 ms

        """

    static let hidden: [RuleCase] =
        hiddenReadouts + hiddenGates + hiddenFusion + hiddenEnds + hiddenOthers

    private static let hiddenReadouts: [RuleCase] = [
        RuleCase(
            "MW-READOUT-01", hiding: "the log is cleared", on: .metaMotionR,
            broken: download + "> 0b 09 ff ff ff ff",
            correct: download + confirmed + "> 0b 09 ff ff ff ff"),
        RuleCase(
            "MW-READOUT-01", hiding: "a part of the log is dropped", on: .metaMotionR,
            broken: download + "> 0b 09 80 00 00 00",
            correct: download + confirmed + "> 0b 09 80 00 00 00"),
        RuleCase(
            "MW-READOUT-01", hiding: "entries are unsubscribed, the log is cleared",
            on: .metaMotionR,
            broken: download + "> 0b 07 00\n> 0b 08 00\n> 0b 0d 00\n> 0b 09 ff ff ff ff",
            correct: download + confirmed
                + "> 0b 07 00\n> 0b 08 00\n> 0b 0d 00\n> 0b 09 ff ff ff ff"),
        RuleCase(
            "MW-READOUT-01", hiding: "a packet never arrived", on: .metaMotionR,
            broken: download + "vanish 0b 08 10 00 00 00\n> 0b 09 ff ff ff ff",
            correct: download + "vanish 0b 0d\n> 0b 09 ff ff ff ff"),
        RuleCase(
            "MW-READOUT-01", hiding: "the board ends the link", on: .metaMotionR,
            broken: download + "> fe 06\n+ 1000 ms",
            correct: download + confirmed + "> fe 06\n+ 1000 ms"),
        RuleCase(
            "MW-READOUT-01", hiding: "the board is reset", on: .metaMotionR,
            broken: download + "> fe 01\n+ 5000 ms",
            correct: download + confirmed + "> fe 01\n+ 5000 ms"),
        RuleCase(
            "MW-READOUT-06", hiding: "the board is reset",
            broken: recorded + "> fe 01\n+ 5000 ms\nconnect\nlisten\n> 0b 84\n+ 60 ms\n> 0b 85",
            correct: recorded
                + "> 0b 10 01\n> fe 01\n+ 5000 ms\nconnect\nlisten\n> 0b 84\n+ 60 ms\n> 0b 85"),
        RuleCase(
            "MW-READOUT-06", hiding: "logging was on before there was a logger",
            also: ["MW-LOG-02"],
            broken: "> 0b 01 01\n" + recorded.replacing("> 0b 01 01\n", with: "")
                + "> 0b 85",
            correct: recorded + "> 0b 10 01\n> 0b 85"),
        RuleCase(
            "MW-READOUT-06", hiding: "the length was read before",
            broken: recorded.replacing("> 0b 01 00\n", with: "> 0b 85\n> 0b 01 00\n")
                + "> 0b 07 01\n> 0b 08 01\n> 0b 06 10 00 00 00 00 00 00 00\n",
            correct: recorded
                + "> 0b 10 01\n> 0b 85\n> 0b 07 01\n> 0b 08 01\n> 0b 06 10 00 00 00 00 00 00 00\n> 0b 0e"
        ),
        RuleCase(
            "MW-READOUT-07", hiding: "logging begins behind the readout", on: .metaMotionR,
            broken: download + "> 0b 01 01\n> 0b 01 00\n" + confirmed,
            correct: download + confirmed + "> 0b 01 01\n> 0b 01 00"),
        RuleCase(
            "MW-READOUT-09", hiding: "the time was asked before a reset", on: .metaMotionR,
            broken: recorded + "> fe 01\n+ 5000 ms\nconnect\nlisten\n" + firstPage + confirmed,
            correct: recorded + "> fe 01\n+ 5000 ms\nconnect\nlisten\n> 0b 84\n" + firstPage
                + confirmed),
    ]

    private static let hiddenGates: [RuleCase] = [
        RuleCase(
            "MW-STRM-01", hiding: "it is subscribed again and again",
            broken: String(repeating: "> 03 04 01\n+ 300 ms\n", count: 4) + "> 03 04 00",
            correct: "> 03 04 01\n+ 300 ms\n" + streaming + stopped),
        RuleCase(
            "MW-STRM-01", hiding: "the link is lost between",
            broken: "> 03 04 01\n+ 200 ms\nlose\n+ 500 ms\nconnect\nlisten\n> 0b 84\n+ 2000 ms",
            correct: "> 03 04 01\n+ 200 ms\nlose\n+ 500 ms\nconnect\nlisten\n> 0b 84\n"
                + "> 03 02 01 00\n> 03 01 01\n+ 2000 ms"),
        RuleCase(
            "MW-STRM-01", hiding: "sensor fusion runs without the output",
            broken: fusing.replacing("> 19 03 08 00\n", with: "> 19 03 10 00\n")
                + "> 13 01 01\n+ 1000 ms",
            correct: fusing + "> 13 01 01\n+ 1000 ms"),
        RuleCase(
            "MW-STRM-02", hiding: "its own gate is closed",
            broken: processor + "+ 1000 ms\n> 09 07 00 00",
            correct: heard + "+ 1000 ms\n> 09 07 00 00\n> 09 03 00"),
        RuleCase(
            "MW-STRM-02", hiding: "it is removed",
            broken: processor + "+ 1000 ms\n> 09 06 00",
            correct: heard + "+ 1000 ms\n> 09 03 00\n> 09 06 00"),
        RuleCase(
            "MW-STRM-02", hiding: "all are removed",
            broken: processor + "+ 1000 ms\n> 09 08",
            correct: heard + "+ 1000 ms\n> 09 03 00\n> 09 08\nleave"),
        RuleCase(
            "MW-STRM-02", hiding: "the link is lost between",
            broken: processor + "+ 200 ms\nlose\n+ 500 ms\nconnect\nlisten\n> 0b 84\n+ 2000 ms",
            correct: heard + "+ 1000 ms\n> 09 03 00\n+ 1000 ms\nleave"),
    ]

    private static let hiddenFusion: [RuleCase] = [
        RuleCase(
            "MW-FUSE-01", hiding: "another sensor is stopped and started",
            broken: fusing + "> 03 01 00\n> 03 01 01\n+ 1000 ms\n> 19 83",
            correct: fusing + "> 13 01 01\n> 03 01 00\n> 03 01 01\n+ 1000 ms\n> 19 83"),
        RuleCase(
            "MW-FUSE-01", hiding: "a sensor is stopped later",
            broken: fusing + "> 13 01 01\n+ 1000 ms\n> 13 01 00\n+ 1000 ms\n> 19 83",
            correct: fusing + "> 13 01 01\n+ 1000 ms\n> 13 01 00\n> 19 01 00\n+ 1000 ms\n> 19 83"),
        RuleCase(
            "MW-FUSE-04", hiding: "the mode comes behind the mask",
            broken: "> 19 03 20 00\n> 19 02 02 10\n> 19 01 01\n> 19 01 00",
            correct: "> 19 03 08 00\n> 19 02 02 10\n> 19 01 01\n> 19 01 00"),
        RuleCase(
            "MW-FUSE-06", hiding: "the rate comes behind the start",
            broken: fusing
                + "> 13 01 01\n> 03 01 00\n> 03 03 a9 00\n> 03 01 01\n+ 1000 ms\n> 19 83",
            correct: fusing
                + "> 13 01 01\n> 03 01 00\n> 03 03 a8 00\n> 03 01 01\n+ 1000 ms\n> 19 83"),
    ]

    private static let macro = "! 0f 02 00\n! 0f 03 02 02 01\n! 0f 04\n"
    private static let starting = "! 0f 02 00\n! 0f 03 0c 03 00\n! 0f 04\n"
    private static let timer = "> 0c 02 e8 03 00 00 ff ff 00\n"

    private static let hiddenEnds: [RuleCase] = [
        RuleCase(
            "MW-FUSE-01", hiding: "the host leaves at once", also: ["MW-SUB-04"],
            broken: fusing + "leave\n+ 5000 ms", correct: fusing + "> 13 01 01\nleave\n+ 5000 ms"),
        RuleCase(
            "MW-TIMER-02", hiding: "a macro does something else",
            broken: macro + timer + "leave", correct: starting + timer + "leave"),
        RuleCase(
            "MW-CONN-04", hiding: "the board ends the link", broken: "> 12 81\n> fe 06\n+ 1000 ms",
            correct: "> 12 81\n+ 200 ms\n> fe 06\n+ 1000 ms"),
        RuleCase(
            "MW-CONN-04", hiding: "the board is reset", broken: "> 12 81\n> fe 01\n+ 5000 ms",
            correct: "> 12 81\n+ 200 ms\n> fe 01\n+ 5000 ms"),
        RuleCase(
            "MW-SUB-04", hiding: "the board ends the link",
            broken: streaming + "> fe 06\n+ 1000 ms",
            correct: streaming + stopped + "> fe 06\n+ 1000 ms"),
        RuleCase(
            "MW-SUB-05", hiding: "the board ends the link",
            broken: "> 03 02 01 00\n> 03 01 01\n> fe 06\n+ 1000 ms",
            // A reset stops it as well.
            correct: "> 03 02 01 00\n> 03 01 01\n> fe 01\n+ 5000 ms"),
        RuleCase(
            "TK-REQ-04", hiding: "the cap is rebooted", on: nil, also: ["TK-REQ-08"],
            broken: "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nrx 0a\n+ 1000 ms",
            correct:
                "rx 20 10 00 d0 07 34 00 03\n+ 500 ms\nrx 20 00 00 00 00 00 00\n+ 500 ms\nrx 0a"),
        RuleCase(
            "MW-DFU-09", hiding: "the bootloader is reset",
            broken: updating + "dfu 06\n+ 3000 ms",
            correct: updating + "dfu 06\n+ 3000 ms\nconnect\nlisten\n" + sizes),
        RuleCase(
            "MW-DFU-09", hiding: "it is activated too soon", also: ["MW-DFU-02"],
            broken: updating + "dfu 05\nleave",
            correct: "> fe 02\n+ 3000 ms\nconnect\nlisten\nleave"),
    ]

    private static let sizes = "dfu 01 04\ndata 00 00 00 00 00 00 00 00 28 00 00 00\n+ 60 ms\n"
    private static let updating = "> fe 02\n+ 3000 ms\nconnect\nlisten\n" + sizes

    private static let hiddenOthers: [RuleCase] = [
        RuleCase(
            "MW-READ-03", hiding: "another channel answers",
            broken: "> 04 81 09\n+ 60 ms\n> 04 81 00\n+ 2000 ms",
            correct: "> 04 81 01\n+ 60 ms\n> 04 81 00\n+ 2000 ms"),
        RuleCase(
            "MW-SUB-02", hiding: "notifications are turned off once more",
            broken: "deaf\n> 03 04 01\ndeaf\n> 03 02 01 00\n> 03 01 01\n+ 500 ms",
            correct: "> 03 04 01\n> 03 02 01 00\n> 03 01 01\n+ 500 ms\ndeaf\ndeaf\n+ 500 ms"),
        RuleCase(
            "MW-SENS-06", hiding: "it is subscribed behind the start",
            broken: "> 03 03 aa 02\n> 03 02 01 00\n> 03 01 01\n> 03 04 01\n+ 100 ms",
            correct: "> 03 03 aa 02\n> 03 02 01 00\n> 03 01 01\n> 03 05 01\n+ 100 ms"),
        RuleCase(
            "MW-EVENT-01", hiding: "the entry is removed",
            broken: "> 0a 02 01 01 ff 02 01 01\n+ 500 ms\n> 0a 04 00",
            correct: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01\n+ 500 ms\n> 0a 04 00"),
        RuleCase(
            "MW-EVENT-01", hiding: "all entries are removed",
            broken: "> 0a 02 01 01 ff 02 01 01\n+ 500 ms\n> 0a 05",
            correct: "> 0a 02 01 01 ff 02 01 01\n> 0a 03 01\n+ 500 ms\n> 0a 05"),
        RuleCase(
            "MW-PIN-02", hiding: "the change type was taken back",
            broken: "> 05 09 00 03\n> 05 09 00 00\n> 05 0a 01\n> 05 0b 00 01",
            correct: "> 05 09 00 00\n> 05 09 00 03\n> 05 0a 01\n> 05 0b 00 01"),
    ]
}
