import Bluetooth
import Simulation
import Testing

@testable import MetaWearBoard

/// What a host does wrong, and what it is told (protocol, core 13.4).
@Suite struct DFURefusalTests {
    /// Ready for 40 bytes of image.
    static let begun = """
        c 01 04
        p 00 00 00 00 00 00 00 00 28 00 00 00
        < 10 01 01
        c 02 00
        p ff ff ff ff ff ff ff ff 00 00 2d 14
        c 02 01
        < 10 02 01

        """

    // holds BOO-10
    @Test(arguments: [
        ("c 02 00\n< 10 02 02", "no start"),
        ("c 02 01\n< 10 02 02", "no start, no begin"),
        ("c 02\n< 10 02 02", "no start, the old form"),
        ("c 03\n< 10 03 02", "no start"),
        ("c 04\n< 10 04 02", "no image"),
        ("c 05\n< 10 05 02", "nothing to activate"),
        ("c 09\n< 10 09 03", "unknown"),
        ("c 10\n< 10 10 03", "an answer's opcode"),
        ("c 00 01\n< 10 00 03", "unknown"),
        ("c ff\n< 10 ff 03", "unknown"),
        ("c 08 0c\n< 10 08 06", "half a count"),
        ("c 07\n< 10 07 01 00 00 00 00", "nothing came yet"),
        ("p 01 02 03\n< nothing", "data before anything"),
        ("c 01 05\n< 10 01 03", "an application with a SoftDevice"),
        ("c 01 00\n< 10 01 03", "nothing to update"),
        ("c 01 04\np 28 00 00 00\n< 10 01 06", "the short sizes for the long form"),
        ("c 01\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 06", "and the other way round"),
        ("c 01 04\np 28 00 00 00 00 00 00 00 00 00 00 00\n< 10 01 06", "no application"),
        ("c 01 04\np 00 00 00 00 00 00 00 00 01 00 10 00\n< 10 01 04", "more than 1 MiB"),
        ("c 01 03\np ff ff ff ff ff ff ff ff 00 00 00 00\n< 10 01 04", "far more"),
        ("c 01 04\np 00 00 00 00 00 00 00 00 00 00 10 00\n< 10 01 01", "just 1 MiB"),
        (
            "c 01 04\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 01\nc 03\n< 10 03 02",
            "no init packet"
        ),
        (
            "c 01 04\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 01\nc 02 01\n< 10 02 02",
            "an end without a begin"
        ),
        (
            "c 01 04\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 01\nc 02 07\n< 10 02 03",
            "no such part"
        ),
        (begun + "c 04\n< 10 04 02", "validation before the image"),
        (begun + "c 05\n< 10 05 02", "activation before the image"),
        (begun + "p 01 02 03\n< nothing\nc 07\n< 10 07 01 00 00 00 00", "data before 03"),
        (
            begun + "c 01 04\n< nothing\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 02",
            "a start while an update is under way"
        ),
        (begun + "c 03\np image 0 20\nc 03\n< 10 03 02", "03 again"),
        (begun + "c 03\np image 0 20\nc 04\n< 10 04 02", "validation of half an image"),
    ])
    func `out of order, unknown or malformed`(transcript: String, what: String) {
        DFUBench().play(transcript, image: DFUBench.image(400))
    }

    // holds BOO-13
    @Test func `more bytes than announced end the update`() {
        let bench = DFUBench()
        bench.play(
            Self.begun + """
                c 03
                p image 0 20
                p image 20 40
                < 10 03 01
                p image 40 60
                < nothing
                """, image: DFUBench.image(400))
        let late = DFUBench()
        late.play(
            Self.begun + """
                c 03
                p image 0 20
                p image 20 39
                p image 39 59
                < 10 03 04
                p image 39 40
                < nothing
                c 04
                < 10 04 02
                """, image: DFUBench.image(400))
        #expect(late.board.isInBootloader)
    }

    // holds BOO-12
    @Test func `an image that does not fit its checksum is not activated`() {
        let bench = DFUBench()
        bench.play(
            Self.begun + """
                c 03
                p image 0 40
                < 10 03 01
                c 04
                < 10 04 05
                c 05
                < 10 05 02
                c 06
                """, image: DFUBench.image(400))
        #expect(bench.board.isInBootloader)
    }

    // holds BOO-14
    @Test func `an init packet of no known form is refused, and may be sent anew`() {
        let bench = DFUBench()
        let start = "c 01 04\np 00 00 00 00 00 00 00 00 28 00 00 00\n< 10 01 01\n"
        bench.play(
            start + """
                c 02 00
                c 02 01
                < 10 02 06
                c 02 00
                p ff ff ff ff ff ff ff ff 01 00 fe ff 00
                c 02 01
                < 10 02 06
                c 02 00
                p ff ff ff ff ff ff ff ff ff ff 00 00 00 00
                c 02 01
                < 10 02 06
                """)
        bench.control([0x02, 0x00])
        for _ in 0..<1000 { bench.packet([UInt8](repeating: 0, count: 20)) }
        bench.play(
            """
            c 02 01
            < 10 02 04
            c 02 00
            p ff ff ff ff ff ff ff ff 00 00 2d 14
            c 02 01
            < 10 02 01
            """)
    }

    // holds BOO-15
    @Test func `without its subscription the control point takes nothing`() {
        let bench = DFUBench()
        bench.bench.disconnect()
        bench.arrive(listens: false)
        #expect(bench.control([0x01, 0x04]) == .clientConfigurationImproper)
        #expect(bench.bench.take() == [])
    }

    // holds BOO-16
    @Test func `a lost link leaves the update pending, which the next host is told`() {
        let bench = DFUBench()
        bench.play(Self.begun + "c 03\np image 0 20", image: DFUBench.image(400))
        bench.bench.disconnect()
        bench.bench.run(milliseconds: 1)
        #expect(bench.nameOnAir == "MetaBoot")
        bench.arrive()
        bench.play(
            """
            c 01 04
            p 00 00 00 00 00 00 00 00 28 00 00 00
            < 10 01 02
            c 06
            """)
        #expect(bench.board.isInBootloader)
        bench.arrive()
        let image = DFUBench.image(400)
        bench.update(image, initPacket: DFUBench.initPacket(for: image))
        #expect(!bench.board.isInBootloader)
    }

    // holds BOO-17
    @Test func `notices wait for a link that is full, and only so many of them`() {
        let bench = DFUBench()
        bench.bench.link.room = 0
        for _ in 0..<100 { bench.control([0x07]) }
        #expect(bench.bench.take() == [])
        bench.bench.link.room = nil
        bench.board.readyToNotify(bench.bench.connection)
        #expect(bench.bench.take() == [String](repeating: "10 07 01 00 00 00 00", count: 32))
    }
}
