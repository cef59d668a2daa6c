import Checkout
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// When the firmware stamps what it logs, against logs of real boards (protocol, real boards 4).
@Suite struct StampTests {
    /// 50 Hz of acceleration into the log, whole.
    static let logging = [
        "03 03 27 0c", "0b 02 03 04 ff 60", "0b 02 03 04 ff 24", "0b 01 01", "03 02 01 00",
        "03 01 01",
    ]

    /// Ticks of one logger, in order.
    static func ticks(_ bench: Bench, logger: UInt8 = 0) -> [UInt32] {
        (0..<bench.log.readablePages).compactMap { bench.log.page($0) }.flatMap { page in
            (0..<page.entries).map { page.entry($0) }.filter { $0.logger == logger }.map(\.tick)
        }
    }

    static func distances(_ ticks: [UInt32]) -> [UInt32] {
        zip(ticks, ticks.dropFirst()).map { $1 &- $0 }
    }

    // holds LOG-46
    @Test(.slow) func `up to one stamp in a hundred is a tick late, as on real boards`() {
        var (usual, late, all) = (0, 0, 0)
        for specimen in 0..<8 {
            let bench = Bench(
                .metaMotionR, sensors: .realistic, isTraced: false, specimen: specimen)
            bench.write(all: Self.logging)
            bench.run(milliseconds: 110_000)
            let distances = Self.distances(Self.ticks(bench))
            #expect(distances.count > 5_300)
            #expect(distances.allSatisfy { (12...15).contains($0) })
            usual += distances.count { $0 == 13 || $0 == 14 }
            late += distances.count { $0 == 15 }
            all += distances.count
        }
        // 99.0 to 99.7 %, and 0.2 to 1 %.
        #expect((0.990...0.997).contains(Double(usual) / Double(all)))
        #expect((0.002...0.01).contains(Double(late) / Double(all)))
    }

    // holds LOG-46 LOG-47
    @Test func `with ideal sensors every stamp is exact`() {
        var profile = BoardProfile.metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 128, capacity: 512, hasRAMPage: false)
        let bench = Bench(profile, isTraced: false)
        bench.write(all: ["0b 0b 01"] + Self.logging)
        bench.run(milliseconds: 110_000)
        #expect(bench.log.recycledPages > 80)
        #expect(Self.distances(Self.ticks(bench)).allSatisfy { $0 == 13 || $0 == 14 })
    }

    // holds LOG-47
    @Test func `a page that is erased makes one stamp 8 to 18 ms late and loses nothing`() {
        var profile = BoardProfile.metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 128, capacity: 512, hasRAMPage: false)
        let bench = Bench(profile, sensors: .realistic, isTraced: false, chipFast: 0)
        var made = 0
        bench.outlet(0x03, 0x04)?.observer = { _, _, _ in made += 1 }
        bench.write(all: [
            "03 03 27 0c", "0b 02 03 04 ff 60", "0b 0b 01", "0b 01 01", "03 02 01 00", "03 01 01",
        ])
        bench.run(milliseconds: 30_000)
        #expect(bench.log.recordedEntries == made && bench.log.refusedEntries == 0)
        #expect(bench.log.recycledPages > 5)
        let distances = Self.distances(Self.ticks(bench))
        let late = distances.indices.filter { distances[$0] > 15 }
        // The first entry of each page but the oldest in the log follows one that is there.
        #expect(late == [126, 253, 380])
        for index in late where index + 1 < distances.count {
            // 13 or 14 ticks of 1.46 ms are a fiftieth of a second: 5.5 to 12.5 are 8 to 18 ms.
            #expect((18...28).contains(distances[index]))
            #expect((26...29).contains(distances[index] + distances[index + 1]))
        }
    }

    // holds LOG-47
    @Test func `a page that a host confirms is erased too, while recording goes on`() throws {
        var profile = BoardProfile.metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 128, capacity: 4096, hasRAMPage: false)
        let bench = Bench(profile, sensors: .realistic, isTraced: false, chipFast: 0)
        // 1600 Hz: a sample every 0.625 ms.
        bench.write(all: [
            "0b 07 01", "0b 0d 01", "03 03 2c 0c", "0b 02 03 04 ff 60", "0b 01 01", "03 02 01 00",
            "03 01 01",
        ])
        bench.run(milliseconds: 200)
        bench.write("0b 06 80 00 00 00 00 00 00 00")
        bench.run(milliseconds: 100)
        bench.write("0b 0e")
        bench.run(milliseconds: 100)
        // Nothing is stamped while the page is erased, then all that waited.
        let pause = try #require(Self.distances(Self.ticks(bench)).max())
        #expect((5...14).contains(pause))
        #expect(bench.log.refusedEntries == 0)
    }
}
