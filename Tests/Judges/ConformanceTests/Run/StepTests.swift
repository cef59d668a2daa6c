import Conformance
import Testing

/// Steps, and how a case with them ends.
struct Ending: Sendable, CustomTestStringConvertible {
    var steps: String
    var verdict: Verdict
    var reason: String
    var testDescription: String { steps }

    init(_ steps: String, _ verdict: Verdict, _ reason: String = "") {
        self.steps = steps
        self.verdict = verdict
        self.reason = reason
    }
}

@Suite struct StepTests {
    @Test(arguments: [
        Ending(#"      - ask: {send: "08 80", answer: "08 80 00 00"}"#, .pass),
        Ending(
            #"      - ask: {send: "08 80", answer: "08 80 00 01"}"#, .fail,
            "received [08 80 00 00], wanted [08 80 00 01]"),
        Ending(
            #"      - ask: {send: "08 80", answer: "08 80 00"}"#, .fail,
            "received [08 80 00 00], wanted [08 80 00]"),
        Ending(
            #"      - ask: {send: "08 C0", answer: "08 C0 ..", within: 300 ms}"#, .fail,
            "no [08 C0 ..] within 300 ms"),
        Ending(
            """
                  - write: "08 80"
                  - silence: 100 ms
            """, .fail, "received [08 80 00 00], wanted silence"),
        Ending(
            """
                  - write: "08 80"
                  - silence: {for: 100 ms, of: "09 .."}
                  - expect: {packet: "08 80 .. ", next: true}
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - forget: 100 ms
                  - silence: 100 ms
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - wait: 100 ms
                  - forget
                  - silence: 100 ms
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - forget: 100 ms
                  - write: "08 80"
                  - silence: 100 ms
            """, .fail, "received [08 80 00 00], wanted silence"),
        Ending(
            """
                  - write: "08 80"
                  - write: "01 80"
                  - forget: {for: 100 ms, of: "08 80 .."}
                  - expect: {packet: "01 80 ..", next: true}
                  - silence: 100 ms
            """, .pass),
        Ending(
            """
                  - write: "08 80"
                  - forget: {for: 100 ms, of: "09 80 .."}
                  - silence: 100 ms
            """, .fail, "received [08 80 00 00], wanted silence"),
        Ending(
            """
                  - write: "08 80"
                  - write: "01 80"
                  - expect: {packet: "01 80 ..", next: true}
            """, .fail, "received [08 80 00 00], wanted [01 80 ..]"),
        Ending(
            """
                  - ask: {send: "0B 84", answer: "0B 84 one:u32 uid:u8"}
                  - wait: 1 s
                  - ask: {send: "0B 84", answer: "0B 84 two:u32 $uid", where: [{field: two, minus: one, from: 660, to: 740}]}
                  - check: [{field: two, minus: one, from: 600}]
            """, .pass),
        Ending(
            #"      - ask: {send: "0B 84", answer: "0B 84 tick:u32 ??", where: [{field: tick, to: 2, unit: ticks}]}"#,
            .fail, "tick is"),
        Ending(
            """
                  - ask: {send: "0B 84", answer: "0B 84 odd:f32 uid:u8"}
                  - check: [{field: uid, mask: $odd, is: 0}]
            """, .fail, "uid is nan, wanted 0"),
        Ending(
            #"      - check: [{field: nothing, is: 1}]"#, .inconclusive,
            "no packet had a field `nothing`"),
        Ending(
            #"      - read: {characteristic: 2A26, value: "v:text", where: [{field: v, says: 1.7.2}]}"#,
            .pass),
        Ending(
            #"      - read: {characteristic: 2A26, value: "v:text", where: [{field: v, says: 1.7.1}]}"#,
            .fail, "v says `1.7.2`, wanted `1.7.1`"),
        Ending(
            #"      - write: {packet: "00", to: 2A26, fails: 3}"#, .pass),
        Ending(
            #"      - write: {packet: "00", to: 2A26, fails: 1}"#, .fail, "the write was refused"),
        Ending(
            "      - move: {says: shake it, moves: [{recording: missing.csv}]}", .inconclusive,
            "the recording missing.csv cannot be read: files cannot be read here"),
        // Nothing of it goes on the air: a case must not seem to hold.
        Ending(#"      - write: "FF*21""#, .skipped, "21 bytes"),
        Ending(#"      - mtu: {asks: 100, gets: 101}"#, .fail, "the MTU is 100, wanted 101"),
        Ending(
            #"      - services: {has: [{service: 180F, characteristic: 2A19, properties: [write]}]}"#,
            .fail, "2A19 cannot write"),
        Ending(#"      - services: {lacks: [180F]}"#, .fail, "180F is present"),
        Ending(
            """
                  - disconnect
                  - advertises: {for: 2 s, name: Nobody}
            """, .fail, "its name is `MetaWear`, wanted `Nobody`"),
        Ending(
            """
                  - write: "FE 01"
                  - ended
                  - connect
                  - ask: {send: "08 80", answer: "08 80 00 00"}
            """, .pass),
        Ending(
            """
                  - write: "11 02 A0 00 02"
                  - disconnect
                  - wait: 5 s
                  - connect: {within: 3 s, fails: true}
            """, .pass),
        // Nobody answers on such a link: it comes about and is none, again and again.
        Ending(
            """
                  - write: "11 14 01 01 11 22 33 44 55 C6"
                  - write: "11 13 02"
                  - disconnect
                  - connect: {within: 3 s, fails: true}
                  - advertises: {for: 1 s, name: MetaWear}
            """, .pass),
        Ending(
            """
                  - disconnect
                  - connect: {within: 3 s, fails: true}
            """, .fail, "connected within 3 s, wanted no connection"),
        Ending(
            "      - connect: {fails: true}", .inconclusive, "there is already a link"),
        Ending(#"      - ended: 1 s"#, .fail, "the link did not end within 1 s"),
        Ending(
            """
                  - write: "01 01 01"
                  - input: {button: click}
                  - expect: "01 01 01"
                  - expect: "01 01 00"
            """, .pass),
        Ending(
            """
                  - repeat:
                      times: 3
                      steps: [{ask: {send: "0C 02 E8 03 00 00 FF FF 00", answer: "0C 02 $i"}}]
            """, .pass),
        Ending(
            """
                  - write: "03 03 28 03"
                  - write: "03 02 01 00"
                  - write: "03 04 01"
                  - write: "03 01 01"
                  - stream: {packet: "03 04 x:i16 y:i16 z:i16", for: 500 ms, at-least: 45, at-most: 55, mean: [{field: z, over: 16384, from: 5}]}
            """, .fail, "the mean of z is"),
        Ending(
            """
                  - write: "0C 06 00"
                  - either:
                      - {follows: noise, expect: {packet: "0C 06 ..", within: 200 ms}}
                      - {follows: silence, silence: 200 ms}
            """, .pass),
    ])
    func `a case ends as its steps do`(_ ending: Ending) throws {
        let result = try judge(ending.steps)
        #expect(result.verdict == ending.verdict, "\(result.reason)")
        #expect(
            ending.reason.isEmpty ? result.reason.isEmpty : result.reason.hasPrefix(ending.reason),
            "\(result.reason)")
        #expect(result.log.isEmpty == !result.verdict.isBad)
    }

    @Test func `what leads to a case leaves it open if it does not hold`() throws {
        let result = try judge(
            #"      - write: "08 01 00 00 00 00""#,
            more: "    before: [{ask: {send: \"08 80\", answer: \"08 80 07\"}}]\n")
        #expect(result.verdict == .inconclusive)
        #expect(result.reason.hasPrefix("its starting point was not reached"))
    }

    @Test func `the report says which alternative a board follows`() throws {
        let result = try judge(
            """
                  - write: "0B 82 00"
                  - either:
                      - {follows: silence, source: core 3.3 (swift), silence: 300 ms}
                      - {follows: the bare header, source: core 3.3 (cpp), expect: {packet: "0B 82", within: 300 ms}}
            """)
        #expect(result.verdict == .pass)
        #expect(result.follows.map(\.answer) == ["silence (core 3.3 (swift))"])
    }

    @Test func `an alternative may be about advertising`() throws {
        let listen = """
                  - disconnect
                  - either:
                      - {follows: Nobody, advertises: {for: 2 s, name: Nobody}}
            """
        let heard = try judge(
            listen + "\n          - {follows: MetaWear, source: a, advertises: 2 s}")
        #expect(heard.verdict == .pass, "\(heard.reason)")
        #expect(heard.follows.map(\.answer) == ["MetaWear (a)"])
        let unheard = try judge(
            listen + "\n          - {follows: silence, advertises: {for: 1 s, silent: true}}")
        #expect(unheard.verdict == .fail)
        #expect(
            unheard.reason.hasPrefix(
                "no alternative: not Nobody: its name is `MetaWear`, wanted `Nobody`; not silence:"),
            "\(unheard.reason)")
    }

    @Test func `a failure has its packets in words and its numbers`() throws {
        let result = try judge(
            #"      - ask: {send: "0B 84", answer: "0B 84 tick:u32 ??", where: [{field: tick, to: 2}]}"#
        )
        let packets = result.log.filter { $0.direction != .note }
        #expect(packets.map(\.direction) == [.host, .board])
        #expect(packets.allSatisfy { $0.words.contains("logging") }, "\(packets)")
        #expect(result.checks.map(\.name) == ["tick"])
        #expect(result.checks.allSatisfy { !$0.held && $0.high == 2 })
    }

    @Test func `a procedure does its steps`() throws {
        let head = """
            procedures:
              - name: ask
                steps: [{ask: {send: "08 80", answer: "08 80 00 00"}}]

            """
        #expect(try judge("      - do: ask", head: head).verdict == .pass)
    }

    @Test func `a board begins as the case asks for`() throws {
        let result = try judge(
            #"      - ask: {send: "0B 85", answer: "0B 85 n:u32", where: [{field: n, from: 1000}]}"#,
            more: "    board: {log-fill: 50 %}\n")
        #expect(result.verdict == .pass, "\(result.reason)")
    }

    @Test func `a board is moved`() throws {
        let result = try judge(
            """
                  - write: "03 03 28 03"
                  - write: "03 02 01 00"
                  - write: "03 04 01"
                  - write: "03 01 01"
                  - stream: {packet: "03 04 x:i16 y:i16 z:i16", for: 200 ms, mean: [{field: z, over: 2048, from: 0.9, to: 1.1}]}
                  - move: {says: turn it over, moves: [{turn: {by: 180 deg, about: x, for: 500 ms}}]}
                  - wait: 700 ms
                  - stream: {packet: "03 04 x:i16 y:i16 z:i16", for: 200 ms, mean: [{field: z, over: 2048, from: -1.1, to: -0.9}]}
            """)
        #expect(result.verdict == .pass, "\(result.reason)")
    }
}
