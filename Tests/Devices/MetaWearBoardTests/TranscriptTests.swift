import Testing

@testable import MetaWearBoard

/// The player itself: each kind of failure is found, on its own line.
@Suite struct TranscriptTests {
    @Test func `a transcript that holds passes`() {
        Bench().play(
            """
            # what is pressed is told to whom it may concern
            > 01 01 01  subscribe
            * press
            < 01 01 01
            * release
            < 01 01 ..
            < nothing
            > 77 01
            ! no module 77
            + 250 ms
            """)
    }

    @Test(arguments: [
        ("< 01 01 01", 1), ("> 01 81\n< 01 81 01", 2), ("> 01 81", 0), ("! no module", 1),
        ("> 01 81\n\n< nothing", 3), ("+ 5 apples", 1), ("* explode", 1), ("?", 1),
        ("> 0x 11", 1), ("> 01 81\n< 01 81", 2), ("> 01 81\n< 01 81 01", 2),
    ])
    func `a transcript that does not hold fails on its line`(_ text: String, _ line: Int) {
        #expect(Bench().failures(of: text).map(\.line) == [line])
    }
}
