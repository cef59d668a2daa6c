import Conformance
import Testing

/// Steps on packets with values of the test's choice: the debug module makes the switch notify them.
@Suite struct SpoofedPacketTests {
    /// Notifications of the switch with these bytes.
    private static func notified(_ values: String...) -> String {
        "      - write: \"01 01 01\"\n"
            + values.map { "      - write: \"FE 03 01 01 00 \($0)\"\n" }.joined()
    }

    private static func stream(_ rising: String) -> String {
        "      - stream: {packet: \"01 01 v:u8 ..\", for: 300 ms, at-least: 2, rising: [\(rising)]}"
    }

    @Test(arguments: [
        Ending(notified("03", "05") + stream("v"), .pass),
        Ending(notified("05", "05") + stream("v"), .pass),
        Ending(notified("05", "03") + stream("v"), .fail, "v fell from 5 to 3"),
        // Another register of the same module does not concern it.
        Ending(
            notified("05") + """
                      - write: "01 80"
                      - expect: "01 80 .."
                """, .pass),
        Ending(
            notified("05") + """
                      - expect: "01 01 06 .."
                """, .fail, "received [01 01 05"),
        // What an earlier field held.
        Ending(
            """
                  - ask: {send: "0B 84", answer: "0B 84 tick:u32 uid:u8"}
                  - wait: 1 s
                  - ask: {send: "0B 84", answer: "0B 84 $tick:u32 ??"}
            """, .fail, "received [0b 84"),
        Ending(#"      - ask: {send: "08 80", answer: "08 80 00*2"}"#, .pass),
        Ending(
            #"      - ask: {send: "08 80", answer: "08 80 01*2"}"#, .fail, "received [08 80 00 00]"),
        // What is written behind a reset is lost with the link.
        Ending(
            """
                  - write: "FE 06"
                  - wait: 2 s
                  - write: "08 80"
                  - ended
            """, .pass),
    ])
    func `a step holds, or fails with its reason`(_ ending: Ending) throws {
        let result = try judge(ending.steps)
        #expect(result.verdict == ending.verdict, "\(result.reason)")
        #expect(result.reason.hasPrefix(ending.reason), "\(result.reason)")
    }

    @Test func `a procedure is performed`() throws {
        let head = """
            procedures:
              - name: ask
                steps: [{ask: {send: "08 80", answer: "08 80 00 01"}}]

            """
        let result = try judge("      - do: ask", head: head)
        #expect(result.verdict == .fail, "\(result.reason)")
        #expect(result.reason.hasPrefix("received [08 80 00 00]"))
    }

    @Test func `as many advertisements as are allowed, or wanted, are right`() throws {
        func verdict(_ keys: String) throws -> CaseResult {
            try judge("      - disconnect\n      - advertises: {for: 2 s, \(keys)}")
        }
        let reason = try verdict("at-least: 1000").reason
        let count = try #require(Int(reason.prefix { $0.isNumber }))
        #expect(try verdict("at-least: \(count), at-most: \(count)").verdict == .pass)
        #expect(try verdict("at-least: \(count + 1)").verdict == .fail)
        #expect(try verdict("at-most: \(count - 1)").verdict == .fail)
    }
}
