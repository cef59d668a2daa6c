import MetaWearBoard

/// Updates and readouts: what is just allowed, and what is just not.
extension RuleCase {
    static let edgesOfOthers: [RuleCase] = edgesOfUpdates + edgesOfReadouts

    private static let bootloader = "> fe 02\n+ 3000 ms\nconnect\nlisten\n"
    private static let sizes = "data 00 00 00 00 00 00 00 00 28 00 00 00\n"
    private static let sized = "dfu 01 04\n" + sizes + "+ 60 ms\n"
    /// Twice as many bytes are announced.
    private static let twenty = "data " + String(repeating: "a5 ", count: 20) + "\n"
    private static let begun =
        bootloader + sized
        + "dfu 02 00\ndata ff ff ff ff ff ff ff ff 01 00 fe ff 00 00\ndfu 02 01\n+ 60 ms\ndfu 03\n"

    private static let edgesOfUpdates: [RuleCase] = [
        edge(
            "MW-DFU-09", "the link is not lost", broken: bootloader + sized + "leave",
            correct: bootloader + sized + "lose"),
        edge(
            "MW-DFU-07", "the image is complete",
            broken: begun + twenty + twenty + "+ 60 ms\n" + twenty, correct: begun + twenty + twenty
        ),
        edge(
            "MW-DFU-07", "the sizes came twice", broken: bootloader + sized + sizes,
            correct: bootloader + sized),
    ]

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
        > 0b 07 01
        > 0b 0d 01
        > 0b 08 01
        > 0b 85
        + 60 ms

        """
    private static let page = "> 0b 06 00 03 00 00 00 00 00 00\n+ 60 ms\n"
    private static let few = "> 0b 06 10 00 00 00 00 00 00 00\n+ 60 ms\n> 0b 0e\n"
    private static let back = "lose\nconnect\nlisten\n> 0b 07 01\n> 0b 0d 01\n> 0b 08 01\n"

    private static let edgesOfReadouts: [RuleCase] = [
        edge(
            "MW-READOUT-01", "the link is not lost", on: .metaMotionR,
            broken: recorded + page + "leave", correct: recorded + page + "lose"),
        edge(
            "MW-READOUT-08", "the length was read in the link before", on: .metaMotionR,
            broken: recorded + back + few, correct: recorded + back + "> 0b 85\n+ 60 ms\n" + few),
    ]
}
