import Checkout
import Testing

@testable import ClientJudge

/// Every client that is wrong, and everything that it may do afterwards.
@Suite struct TidyingTests {
    /// What a client may do when it has been wrong.
    private static let tidyings: [(name: String, transcript: String)] = [
        ("the log is cleared", "> 0b 01 00\n> 0b 09 ff ff ff ff"),
        (
            "streams are unsubscribed",
            """
            > 0b 07 00
            > 0b 08 00
            > 03 04 00
            > 03 05 00
            > 19 07 00
            > 09 03 00
            """
        ),
        ("gates are closed", "> 09 07 00 00\n> 09 07 01 00"),
        (
            "all that was made is removed",
            "> 0b 01 00\n> 0b 0a\n> 0a 05\n> 09 06 00\n> 09 08\n! 0f 08\n> 0c 05 00"
        ),
        (
            "sensors are stopped",
            """
            > 19 01 00
            > 19 03 00 7f
            > 03 01 00
            > 03 02 00 01
            > 13 01 00
            > 15 01 00
            > 12 04 00 00
            """
        ),
        ("sensors are set up anew", "> 03 01 00\n> 03 03 28 03\n> 13 03 28 00\n> 19 02 02 10"),
        ("the host leaves", "leave"),
        ("the link is lost", "lose"),
        ("the board is told to leave", "> fe 06\n+ 1000 ms"),
        ("the board is reset", "> fe 01\n+ 5000 ms"),
        ("the board is reset with garbage collection", "> fe 05\nleave\n+ 5000 ms"),
        ("another host comes", "lose\n+ 1000 ms\nconnect\nlisten\n> 0b 84\n+ 3000 ms"),
        ("the cap is stopped", "rx 20 00 00 00 00 00 00\n+ 500 ms"),
        ("the bootloader is reset", "dfu 06\n+ 5000 ms"),
    ]

    /// Who loses the link cannot end what was begun.
    private static let unfinished: Set = ["MW-EVENT-01", "MW-MACRO-05"]

    @Test(.slow, arguments: RuleCase.all)
    func `tidying up does not hide what was wrong`(_ own: RuleCase) {
        for tidying in Self.tidyings
        where !(tidying.transcript.hasPrefix("lose") && Self.unfinished.contains(own.rule)) {
            let ids = own.findings(of: own.broken + "\n" + tidying.transcript).map(\.rule.id)
            #expect(ids.contains(own.rule), "\(tidying.name)")
        }
    }
}
