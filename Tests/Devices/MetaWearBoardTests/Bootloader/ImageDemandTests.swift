import Simulation
import Testing

@testable import MetaWearBoard

/// Images that need another bootloader or another board than they meet (real boards of 2026: RB26-83, 86).
@Suite struct ImageDemandTests {
    private static func board(bootloader: String) -> BoardProfile {
        var profile = BoardProfile.metaMotionS
        profile.bootloaderRevision = bootloader
        return profile
    }

    private static let application = DFUBench.image(
        400, saying: "boardsim:firmware=1.7.4\0boardsim:requires=0.4.0\0")

    /// The image is transferred, and its validation is answered so.
    private func transfer(
        _ image: [UInt8], kind: String = "04", sizes: String, to bench: DFUBench, answer: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        bench.play(
            """
            c 01 \(kind)
            p \(sizes)
            < 10 01 01
            c 02 00
            """, sourceLocation: sourceLocation)
        bench.packet(DFUBench.initPacket(for: image))
        bench.play(
            """
            c 02 01
            < 10 02 01
            c 03
            p image 0 400
            < 10 03 01
            c 04
            < \(answer)
            """, image: image, sourceLocation: sourceLocation)
    }

    private func transfer(
        _ image: [UInt8], to bench: DFUBench, answer: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        transfer(
            image, sizes: "00 00 00 00 00 00 00 00 90 01 00 00", to: bench, answer: answer,
            sourceLocation: sourceLocation)
    }

    // holds BOO-28
    @Test func `a bootloader that is too old refuses the image after it was transferred`() {
        let bench = DFUBench(Self.board(bootloader: "0.3.9"))
        transfer(Self.application, to: bench, answer: "10 04 05")
        #expect(bench.bench.lines.contains { $0.contains("requires bootloader 0.4.0") })
        bench.play("c 05\n< 10 05 02\nc 06")
        // Without an application no reset, and no time, leads out of the bootloader.
        bench.bench.run(.seconds(120 as Int64))
        #expect(bench.nameOnAir == "MetaBoot")
        bench.board.powerOff()
        bench.board.powerOn()
        bench.arrive()
        #expect(bench.revision == "0.3.9")
        // The same image again meets the same bootloader.
        transfer(Self.application, to: bench, answer: "10 04 05")
    }

    // holds BOO-28
    @Test(arguments: ["0.4.0", "0.4.1", "0.10.0", "1.0.0", "no number"])
    func `a bootloader that is new enough accepts it`(revision: String) {
        let bench = DFUBench(Self.board(bootloader: revision))
        transfer(Self.application, to: bench, answer: "10 04 01")
    }

    // holds BOO-22
    // holds BOO-29
    @Test func `bootloaders are installed one after the other, then the image`() {
        let bench = DFUBench(Self.board(bootloader: "0.2.0"))
        transfer(Self.application, to: bench, answer: "10 04 05")
        bench.control([0x06])
        bench.arrive()
        let first = DFUBench.image(400, saying: "boardsim:firmware=0.3.0\0")
        let second = DFUBench.image(
            400, saying: "boardsim:firmware=0.4.0\0boardsim:requires=0.3.0\0")
        let bootloaderSizes = "00 00 00 00 90 01 00 00 00 00 00 00"
        // A bootloader may require another one, too.
        transfer(second, kind: "02", sizes: bootloaderSizes, to: bench, answer: "10 04 05")
        #expect(bench.board.bootloaderRevision == "0.2.0")
        bench.control([0x06])
        for (image, revision) in [(first, "0.3.0"), (second, "0.4.0")] {
            bench.arrive()
            transfer(image, kind: "02", sizes: bootloaderSizes, to: bench, answer: "10 04 01")
            bench.control([0x05])
            bench.arrive()
            #expect(bench.board.isInBootloader)
            #expect(bench.revision == revision)
            bench.control([0x06])
            bench.bench.run(.seconds(120 as Int64))
            #expect(bench.nameOnAir == "MetaBoot")
        }
        bench.arrive()
        transfer(Self.application, to: bench, answer: "10 04 01")
        bench.control([0x05])
        bench.bench.run(.seconds(2 as Int64))
        bench.bench.connect()
        #expect(bench.revision == "1.7.4")
    }

    // holds BOO-30
    @Test(
        arguments: [
            (BoardProfile.metaMotionR, "0.4", true), (.metaMotionR, "0.5", false),
            (.metaMotionR, "0.1", false), (.metaMotionRL, "0.5", true),
            (.metaMotionS, "0.5", false), (.metaMotionS, "0.1", true),
        ])
    func `an image for other hardware is refused in the same way`(
        profile: BoardProfile, hardware: String, isAccepted: Bool
    ) {
        let bench = DFUBench(profile)
        let image = DFUBench.image(400, saying: "boardsim:hardware=\(hardware)\0")
        transfer(image, to: bench, answer: isAccepted ? "10 04 01" : "10 04 05")
        guard !isAccepted else { return }
        bench.control([0x06])
        bench.bench.run(.seconds(120 as Int64))
        #expect(bench.nameOnAir == "MetaBoot")
        // Its own firmware brings it back.
        bench.arrive()
        let own = DFUBench.image(400)
        bench.update(own, initPacket: DFUBench.initPacket(for: own))
        #expect(!bench.board.isInBootloader)
    }
}
