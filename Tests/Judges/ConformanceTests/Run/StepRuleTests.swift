import Conformance
import Testing

/// Every key of the steps, where it just holds and where it just fails.
@Suite struct StepRuleTests {
    private static let running = """
              - write: "03 03 28 03"
              - write: "03 02 01 00"
              - write: "03 04 01"
              - write: "03 01 01"

        """

    /// A board that streams, and what is asked of it.
    private static func stream(_ keys: String) -> String {
        running + "      - stream: {packet: \"03 04 x:i16 y:i16 z:i16\", for: 500 ms, " + keys
    }

    @Test(arguments: [
        // What a stream was not asked for is not left for what follows it.
        Ending(
            """
                  - write: "08 80"
                  - wait: 200 ms
                  - stream: {packet: "08 80 ..", for: 200 ms, at-least: 0, at-most: 0}
                  - silence: 200 ms
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - stream: {packet: "08 80 ..", for: 200 ms, at-least: 1, at-most: 1}
                  - silence: 200 ms
            """, .pass),
        Ending(
            """
                  - write: "01 80"
                  - write: "08 80"
                  - stream: {packet: "08 80 ..", for: 200 ms, at-least: 1}
                  - expect: "01 80 .."
                  - silence: 100 ms
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - stream: {packet: "08 80 ..", for: 200 ms, at-least: 2}
            """, .fail, "1 packets [08 80 ..] within 200 ms, wanted at least 2"),
        Ending(
            """
                  - write: "08 80"
                  - write: "08 80"
                  - stream: {packet: "08 80 ..", for: 200 ms, at-least: 0, at-most: 1}
            """, .fail, "2 packets [08 80 ..] within 200 ms, wanted 0 to 1"),
        Ending(
            """
                  - write: "08 80"
                  - stream: {packet: "08 80 00 01", for: 200 ms}
            """, .fail, "received [08 80 00 00], wanted [08 80 00 01]"),
        Ending(
            stream("at-least: 5, where: [{field: z, from: 20000}]}"),
            .fail, "z is"),
        Ending(
            stream("at-least: 5, mean: [{field: z, over: 2048, from: 0.9, to: 1.1}]}"),
            .pass),
        Ending(
            stream("at-least: 5, mean: [{field: z, over: 2048, to: 0.5}]}"),
            .fail, "the mean of z is"),
        // A value that stays is not one that falls.
        Ending(
            """
                  - repeat: {times: 2, steps: [{write: "08 80"}]}
                  - stream: {packet: "08 80 a:u8 b:u8", for: 200 ms, at-least: 2, rising: [a]}
            """, .pass),
        Ending(
            """
                  - write: "0B 84"
                  - wait: 300 ms
                  - write: "0B 84"
                  - stream: {packet: "0B 84 tick:u32 uid:u8", for: 200 ms, at-least: 1, rising: [tick, uid]}
            """, .pass),
        // Of the packets that are passed over, none is taken that does not meet the condition.
        Ending(
            """
                  - write: "0B 84"
                  - wait: 1 s
                  - write: "0B 84"
                  - expect: {packet: "0B 84 tick:u32 uid:u8", pass-over: true, where: [{field: tick, from: 99999999}], within: 300 ms}
            """, .fail, "no [0B 84 tick:u32 uid:u8] within 300 ms"),
        Ending(
            """
                  - write: "08 80"
                  - expect: {packet: "08 80 ..", from: 2A19, within: 300 ms}
            """, .fail, "no [08 80 ..] within 300 ms"),
        Ending(
            """
                  - write: "08 80"
                  - expect: "08 80 .."
                  - silence: 100 ms
            """, .pass),
        Ending(
            """
                  - write: "FE 06"
                  - expect: {packet: "08 80 ..", within: 5 s}
            """, .fail, "the link ended"),
        Ending(
            """
                  - write: "08 80"
                  - silence: {for: 200 ms, of: "08 80 .."}
            """, .fail, "received [08 80 00 00], wanted no [08 80 ..]"),
        Ending(#"      - write: {packet: "08 80", fails: 3}"#, .fail, "the write succeeded"),
        Ending(#"      - write: {packet: "00", to: 2A26}"#, .fail),
        Ending(
            #"      - read: {characteristic: 2A26, value: "31 2E 38"}"#, .fail, "2A26 holds"),
        Ending(#"      - read: {characteristic: 2A26, value: "31 .."}"#, .pass),
        Ending(
            #"      - read: {characteristic: 2A26, fails: 2}"#, .fail, "the read of 2A26 succeeded"),
        Ending("      - mtu: {asks: 100, gets: 100}", .pass),
        Ending("      - services: {lacks: [1530]}", .pass),
        Ending(
            "      - services: {has: [{service: 180F, characteristic: 2A19, properties: [read]}]}",
            .pass),
        Ending(
            "      - services: {has: [{service: 180F, characteristic: 2A20}]}", .fail,
            "180F has no characteristic 2A20"),
        Ending(
            "      - services: {has: [{service: 1811, characteristic: 2A20}]}", .fail,
            "there is no service 1811"),
        Ending(
            """
                  - repeat:
                      times: 3
                      steps: [{ask: {send: "08 80", answer: "08 80 00 00"}}]
                  - check: [{field: i, is: 2}]
            """, .pass),
        Ending(
            """
                  - write: "01 01 01"
                  - unsubscribe
                  - input: {button: click}
                  - silence: 300 ms
            """, .pass),
    ])
    func `a step holds, or fails with its reason`(_ ending: Ending) throws {
        let result = try judge(ending.steps)
        #expect(result.verdict == ending.verdict, "\(result.reason)")
        #expect(result.reason.hasPrefix(ending.reason), "\(result.reason)")
    }

    @Test(arguments: [
        Ending("{for: 2 s, at-least: 2}", .pass), Ending("{for: 2 s, at-most: 1}", .fail),
        Ending("{for: 2 s, at-least: 1000}", .fail), Ending("{for: 2 s, name: MetaWear}", .pass),
        Ending("{for: 1 s, silent: true}", .fail), Ending("{for: 1 s, connectable: true}", .pass),
        Ending("{for: 1 s, connectable: false}", .fail, "the board is connectable"),
        Ending("{for: 1 s, services: [326A9000-85CB-9195-D9DD-464CFBBAE75A]}", .pass),
        Ending("{for: 1 s, services: [180F]}", .fail, "180F is not advertised"),
        Ending("{for: 1 s, data: \"FF ..\"}", .fail, "the advertising data are"),
        Ending("{for: 1 s, response: \"02 01 ..\"}", .fail, "the scan response is"),
        Ending("{for: 1 s, manufacturer: \"4C 00 ..\"}", .fail, "the manufacturer's data are"),
    ])
    func `advertisements are judged by each key`(_ ending: Ending) throws {
        let result = try judge("      - disconnect\n      - advertises: \(ending.steps)")
        #expect(result.verdict == ending.verdict, "\(result.reason)")
        #expect(result.reason.hasPrefix(ending.reason), "\(result.reason)")
    }

    @Test(arguments: [
        ("from: 100, to: 100", true), ("from: 101", false), ("to: 99", false), ("is: 100", true),
        ("is: 99", false), ("not: 100", false), ("not: 99", true), ("over: 4, is: 25", true),
        ("over: 4, is: 100", false), ("mask: 0x0F, is: 4", true), ("mask: 0x0F, is: 111", false),
        ("from: 100", true), ("to: 100", true), ("from: 99, to: 101", true),
        ("minus: i, is: 0", true), ("minus: i, is: 200", false),
        ("norm-with: [i], from: 141, to: 142", true), ("norm-with: [i], to: 101", false),
    ])
    func `a condition compares as its keys say`(keys: String, holds: Bool) throws {
        let result = try judge(
            """
                  - repeat: {times: 101, steps: [{check: [{field: i, from: 0}]}]}
                  - check: [{field: i, \(keys)}]
            """)
        #expect((result.verdict == .pass) == holds, "\(result.reason)")
    }
}
