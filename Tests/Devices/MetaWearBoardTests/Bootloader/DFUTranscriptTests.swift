import Simulation
import Testing

@testable import MetaWearBoard

/// The two flows of real hosts, byte for byte (protocol, core 13.3 and 13.4).
@Suite struct DFUTranscriptTests {
    // holds BOO-05 BOO-06 BOO-08 BOO-11 BOO-12
    @Test func `Nordic's library, with a receipt every 12 packets`() {
        let bench = DFUBench()
        let image = DFUBench.image(484)
        let crc = DFUBench.crc(image)
        let low = String(UInt8(truncatingIfNeeded: crc), radix: 16)
        let high = String(crc >> 8, radix: 16)
        bench.play(
            """
            c 01 04
            < nothing
            p 00 00 00 00 00 00 00 00 e4 01 00 00  484 bytes of application
            < 10 01 01
            c 02 00
            p ff ff ff ff ff ff ff ff 01 00 fe ff \(low) \(high)
            c 02 01
            < 10 02 01
            c 08 0c 00
            < nothing
            c 03
            p image 0 220
            < nothing
            p image 220 240
            < 11 f0 00 00 00
            c 07
            < 10 07 01 f0 00 00 00
            p image 240 480
            < 11 e0 01 00 00
            p image 480 484  the last packet is answered, not acknowledged
            < 10 03 01
            c 04
            < 10 04 01
            c 05
            < nothing
            """, image: image)
        #expect(bench.bench.link.disconnects == 2)
        #expect(!bench.board.isInBootloader)
    }

    // holds BOO-05 BOO-07 BOO-08 BOO-11
    @Test func `the C++ SDK, with a receipt every 10 packets`() {
        let bench = DFUBench(.metaMotionR)
        let image = DFUBench.image(400)
        let crc = DFUBench.crc(image)
        let low = String(UInt8(truncatingIfNeeded: crc), radix: 16)
        let high = String(crc >> 8, radix: 16)
        bench.play(
            """
            c 01 04
            p 00 00 00 00 00 00 00 00 90 01 00 00
            < 10 01 01
            c 02 00
            p ff ff ff ff ff ff ff ff 03 00 64 00 81 00 88 00 \(low) \(high)
            # Its last write may be empty.
            p
            c 02 01
            < 10 02 01
            c 08 0a 00
            c 03
            p image 0 200
            < 11 c8 00 00 00
            p image 200 400
            < 10 03 01
            c 04
            < 10 04 01
            c 05
            """, image: image)
        #expect(!bench.board.isInBootloader)
    }

    // holds BOO-07
    @Test func `a plain image has a size of four bytes and no init packet`() {
        let bench = DFUBench(.metaMotionR)
        bench.play(
            """
            c 01
            p 28 00 00 00
            < 10 01 01
            c 08 0a 00
            c 03
            p image 0 40
            < 10 03 01
            c 04
            < 10 04 01
            c 05
            """, image: DFUBench.image(400))
        #expect(!bench.board.isInBootloader)
    }

    // holds BOO-07
    @Test func `the oldest hosts send a checksum alone`() {
        let image = DFUBench.image(140)
        let crc = DFUBench.crc(image)
        let bytes = [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
        let bench = DFUBench()
        bench.control([0x01])
        bench.packet([140, 0, 0, 0])
        bench.control([0x02])
        bench.packet(bytes)
        #expect(bench.bench.take() == ["10 01 01", "10 02 01"])
        bench.play(
            """
            c 03
            p image 0 140
            < 10 03 01
            c 04
            < 10 04 01
            """, image: image)
    }

    // holds BOO-09
    @Test func `an update can be left, and what it erased stays erased`() {
        let bench = DFUBench()
        bench.play(
            """
            c 06
            < nothing
            """)
        #expect(!bench.board.isInBootloader)
        bench.bench.run(.seconds(2 as Int64))
        #expect(bench.nameOnAir == "MetaWear")
        bench.bench.connect()
        bench.bench.write("fe 02")
        bench.arrive()
        bench.play(
            """
            c 01 04
            p 00 00 00 00 00 00 00 00 e4 01 00 00
            < 10 01 01
            c 06
            """)
        #expect(bench.board.isInBootloader)
        bench.bench.run(milliseconds: 200)
        #expect(bench.nameOnAir == "MetaBoot")
        bench.board.resetByPin()
        #expect(bench.board.isInBootloader)
    }
}
