import Testing
import Wire

@testable import MetaWearBoard

/// What the trace says of packets, both ways.
@Suite struct WordsTests {
    @Test(arguments: [
        ("> 03 80", "read accelerometer information"),
        ("< 03 80 04 00", "accelerometer information"),
        (
            "> 03 03 a8 02",
            "accelerometer data config: output rate 8, bandwidth 2, filter performance 1, range 2"
        ),
        ("> 03 83", "read accelerometer data config"),
        (
            "< 03 83 a8 02",
            "accelerometer data config: output rate 8, bandwidth 2, filter performance 1, range 2"
        ),
        ("> 03 04 01", "accelerometer data: subscribe"),
        ("> 03 04 00", "accelerometer data: unsubscribe"),
        ("< 03 04 16 c4 94 a2 2a d0", "accelerometer data: x -15338, y -23916, z -12246"),
        ("> 03 02 01 00", "accelerometer data interrupt enable: enable 1, disable 0"),
        ("< 03 82 01", "accelerometer data interrupt enable: mask 1"),
        ("> 04 81 01", "read temperature temperature: value 1"),
        ("> 04 c1 01", "silent read temperature temperature: value 1"),
        ("< 04 81 01 ac 00", "temperature temperature: of 1: 1/8 °C 172"),
        ("< 01 01 01", "switch state: on 1"),
        ("> 0b 82 00", "read logging trigger: value 0"),
        (
            "< 0b 82 03 04 ff 60",
            "logging trigger: module 3, register 4, index 255, offset 0, length less one 3"
        ),
        ("< 0b 82", "logging trigger: a free slot"), ("< 09 82", "data processor add: a free slot"),
        ("< 0a 82", "event entry: a free slot"), ("< 0c 82", "timer entry: a free slot"),
        ("< 0a 83", "event command parameters: a free slot"),
        ("< 0f 82", "macro begin: a free slot"), ("< 0f 83", "macro add command: no such command"),
        ("< 0b 08 2d 02 00 00", "logging readout progress: entries 557"),
        ("< 0b 0d", "logging page complete"),
        (
            "< 0b 07 20 75 1b 04 00 3e 01 cd 01",
            "logging readout notify: logger 0, reset uid 1, tick 269173, data 30212414"
        ),
        ("> 11 03 ec", "settings tx power: dBm -20"),
        (
            "> 03 03 a8",
            "accelerometer data config: output rate 8, bandwidth 2, filter performance 1, too short: needs 2 bytes, got 1"
        ),
        ("> 10 81", "read module 10, absent"), ("> 09 03 01", "data processor notify: subscribe"),
        ("> 03 3f 01", "accelerometer register 3f"), ("> 03", "no packet"),
    ])
    func `a packet in words`(_ line: String, _ words: String) {
        let packet = Hex.bytes(line.dropFirst(2)) ?? []
        #expect(Bench().board.words(packet, fromBoard: line.hasPrefix("<")) == words)
    }

    @Test func `the trace has both directions`() {
        let bench = Bench()
        bench.write("03 83")
        #expect(
            bench.lines.suffix(2) == [
                "board  > 03 83  read accelerometer data config",
                "board  < 03 83 a8 02  accelerometer data config: output rate 8, bandwidth 2, "
                    + "filter performance 1, range 2",
            ])
    }

    @Test func `every quirk and refusal has its words`() {
        for quirk in Quirk.allCases {
            #expect(quirk.about.hasSuffix("."))
            #expect(Quirk(rawValue: quirk.rawValue) == quirk)
        }
    }
}
