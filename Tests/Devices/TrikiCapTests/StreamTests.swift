import Checkout
import Device
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import TrikiCap

/// When frames are made, and how they are cut.
@Suite struct StreamTests {
    // holds TRI-10
    @Test func nothingIsSentBeforeTheFirstCommand() {
        #expect(CapBench().run(5000) == [])
    }

    /// Document, 1.4: START, its rate and the period of the frames in milliseconds.
    static let rates: [(hex: String, rate: Int, period: Double)] = [
        ("20 10 00 D0 07 1A 00 03", 26, 38.46), ("20 10 00 D0 07 34 00 03", 52, 19.23),
        ("20 10 00 D0 07 68 00 03", 104, 9.615), ("20 10 00 D0 07 D0 00 03", 208, 4.81),
        ("20 10 00 D0 07 A0 01 03", 416, 2.40),
        // The sensor's 12.5 Hz; the accelerometer alone, which one game asks for.
        ("20 10 00 D0 07 0C 00 03", 12, 80), ("20 10 00 D0 07 68 00 01", 104, 9.615),
    ]

    // holds TRI-11
    @Test(arguments: rates) func ratesOfStart(_ hex: String, _ rate: Int, _ period: Double) {
        let bench = CapBench(.with { $0.chunking = .frames(1) })
        bench.write(hex)
        let frames = bench.run(10_000)
        #expect(frames.count == (rate == 12 ? 125 : 10 * rate))
        #expect(frames.allSatisfy { $0.count == 14 && $0[0] == 0x22 })
        let times = bench.link.heard.map(\.time.seconds)
        #expect(abs(times[0] * 1000 - period) < 0.01)
        for (before, after) in zip(times, times.dropFirst()) {
            #expect(abs((after - before) * 1000 - period) < 0.01)
        }
    }

    // holds TRI-12
    @Test(arguments: [0, 11, 13, 25, 27, 100, 105, 417, 833, 65535])
    func otherRatesAreIgnored(_ rate: Int) {
        let bench = CapBench()
        bench.write(CapBench.start(rate))
        #expect(bench.run(1000) == [])
        bench.write(CapBench.start(52))
        bench.write(CapBench.start(rate))
        #expect((49...55).contains(bench.frames(1000).count))
    }

    // holds TRI-31
    @Test func anEqualStartChangesNothing() {
        let bench = CapBench(
            .with {
                $0.hasStartNoise = true
                $0.acknowledges = true
            })
        let plain = CapBench(
            .with {
                $0.hasStartNoise = true
                $0.acknowledges = true
            })
        for one in [bench, plain] { one.write(CapBench.start(104)) }
        var (repeated, single): ([[UInt8]], [[UInt8]]) = ([], [])
        // A keep-alive each second, at any place of the cycle of three frames.
        for round in 0..<20 as Range<Int64> {
            bench.write(CapBench.start(104), round % 2 == 0 ? .command : .request)
            repeated += bench.run(1000 + round * 7)
            single += plain.run(1000 + round * 7)
        }
        #expect(repeated == single)
        #expect(bench.link.heard.map(\.time) == plain.link.heard.map(\.time))
    }

    // holds TRI-32
    @Test func startNamesFullScalesAndSensors() {
        func frame(_ start: String) -> [Int16] {
            let bench = CapBench(.with { $0.chunking = .frames(1) })
            bench.body.accelerometer = Vector3(0, 0, -2048)
            bench.body.gyroscope = Vector3(100, 0, 0)
            bench.write(start)
            guard let bytes = bench.run(1000).last, bytes.count == 14 else { return [] }
            return stride(from: 2, to: 14, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }
        #expect(frame("20 10 00 D0 07 34 00 03") == [100, 0, 0, 0, 0, -2048])
        #expect(frame("20 08 00 D0 07 34 00 03") == [100, 0, 0, 0, 0, -4096])
        #expect(frame("20 02 00 F4 01 34 00 03") == [400, 0, 0, 0, 0, -16384])
        #expect(frame("20 10 00 D0 07 34 00 01") == [0, 0, 0, 0, 0, -2048], "no gyroscope")
        for other in [
            "20 11 00 D0 07 34 00 03", "20 00 00 D0 07 34 00 03", "20 10 00 D1 07 34 00 03",
            "20 10 01 D0 07 34 00 03", "20 10 00 D0 07 34 00 00", "20 10 00 D0 07 34 00 02",
            "20 10 00 D0 07 34 00 83",
        ] {
            #expect(frame(other) == [], "\(other)")
        }
    }

    // holds TRI-13
    @Test(arguments: [0, 3, 5, 7] as [Int64]) func startAgainChangesTheRate(_ more: Int64) {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        var bytes = bench.run(3000 + more * 10).flatMap { $0 }
        #expect(abs(Int64(bytes.count / 14) - 104 * (3000 + more * 10) / 1000) <= 3)
        bench.write(CapBench.start(52))
        let slower = bench.run(3000).flatMap { $0 }
        #expect((52 * 3 - 3...52 * 3 + 3).contains(slower.count / 14))
        // No frame was cut by it.
        bytes += slower
        for at in stride(from: 0, to: bytes.count, by: 14) { #expect(bytes[at] == 0x22) }
    }

    // holds TRI-14
    @Test func stopEndsTheStreamAndNotTheLink() {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        #expect(!bench.run(1000).isEmpty)
        bench.write(CapBench.stop)
        #expect(bench.run(1000) == [])
        #expect(bench.cap.isConnected)
        // What was left of a cycle is forgotten: the next stream begins with a frame.
        bench.write(CapBench.start(104))
        let notifications = bench.run(1000)
        #expect(notifications.prefix(3).map(\.count) == [20, 20, 2])
        #expect(notifications[0][0] == 0x22)
    }

    // holds TRI-21
    @Test func theCycleOf20And20And2() {
        let bench = CapBench()
        bench.body.accelerometer = Vector3(24, 0, -2050)
        bench.write(CapBench.start(104))
        var hex: [String] = bench.run(10).map { Hex.text($0) }
        bench.body.gyroscope.x = 100
        bench.cap.setButton(pressed: true)
        hex += bench.run(10).map { Hex.text($0) }
        bench.body.gyroscope.x = 200
        bench.cap.setButton(pressed: false)
        hex += bench.run(10).map { Hex.text($0) }
        // Document, 1.5.
        #expect(
            hex == [
                "22 00 00 00 00 00 00 00 18 00 00 00 fe f7 22 01 64 00 00 00",
                "00 00 18 00 00 00 fe f7 22 00 c8 00 00 00 00 00 18 00 00 00", "fe f7",
            ])
    }

    // holds TRI-21
    @Test func threeSecondsOfTheCycle() {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        let lengths = bench.run(3000).map(\.count)
        #expect(lengths.count / 3 == 104)
        #expect(lengths == lengths.indices.map { $0 % 3 == 2 ? 2 : 20 })
    }

    // holds TRI-21
    @Test func theWordsOfACycle() {
        let bench = CapBench()
        bench.body.accelerometer = Vector3(24, 0, -2050)
        var words: [Int?] = []
        bench.write(CapBench.start(104))
        for gyroX in [143.0, 286, 429] {
            bench.body.gyroscope.x = gyroX
            words += bench.run(10).map { $0.count < 4 ? nil : Int($0[2]) | Int($0[3]) << 8 }
        }
        // Document, 6.2, row 17.
        #expect(words == [143, 24, nil])
    }

    /// Frames asked for, ATT MTU, bytes of a notification.
    static let cuts: [(TrikiSwitches.Chunking, FrameLayout, mtu: Int, bytes: Int)] = [
        (.frames(1), .sensor, 23, 14), (.frames(3), .sensor, 23, 14),
        (.frames(3), .sensor, 45, 42), (.frames(3), .sensor, 44, 28),
        (.frames(100), .sensor, 247, 238), (.frames(0), .sensor, 247, 14),
        (.frames(1), .v2, 23, 20), (.frames(2), .footed, 35, 32), (.blocks, .blocks, 23, 8),
        (.blocks, .sensor, 247, 8), (.frames(1), .blocks, 23, 16), (.cycle, .block, 247, 20),
    ]

    // holds TRI-22
    @Test(arguments: cuts)
    func cutting(
        _ chunking: TrikiSwitches.Chunking, _ layout: FrameLayout, _ mtu: Int, _ bytes: Int
    ) {
        let bench = CapBench(
            .with {
                $0.chunking = chunking
                $0.layout = layout
            })
        if mtu != 23 { bench.cap.mtuChanged(bench.connection, mtu: mtu) }
        bench.write(CapBench.start(104))
        let notifications = bench.run(1000)
        #expect(notifications.first?.count == bytes)
        if chunking != .cycle { #expect(Set(notifications.map(\.count)) == [bytes]) }
        #expect(notifications[0].first == 0x22)
        let sum = notifications.reduce(0) { $0 + $1.count }
        #expect(sum > 103 * layout.length - bytes && sum <= 104 * layout.length)
    }

    // holds TRI-23
    @Test func theFirst20FramesAreNoise() {
        let bench = CapBench(.with { $0.hasStartNoise = true })
        for _ in 0..<2 {
            bench.write(CapBench.start(104))
            let frames = bench.frames(1000)
            let truth = CapBench(.plain)
            truth.write(CapBench.start(104))
            let good = truth.frames(100)[0]
            #expect(frames.prefix(20).allSatisfy { $0[0] == 0x22 && $0[1] == 0 && $0 != good })
            #expect(Set(frames.prefix(20)).count == 20)
            #expect(frames.dropFirst(20).allSatisfy { $0 == good })
            bench.write(CapBench.stop)
        }
    }

    // holds TRI-24
    @Test func startIsAcknowledgedOnce() {
        let bench = CapBench(.with { $0.acknowledges = true })
        bench.write(CapBench.start(104))
        let first = bench.link.heard.map { Hex.text($0.bytes) }
        #expect(first == ["21 00 00 00 00"])
        #expect(bench.run(1000).allSatisfy { $0.count != 5 })
    }

    // holds TRI-18
    @Test func framesWithoutASubscriberAreLost() {
        let bench = CapBench(.with { $0.acknowledges = true }, isListening: false)
        bench.write(CapBench.start(104))
        bench.write("05")
        #expect(bench.run(1000) == [])
        bench.subscribe(.notifications)
        let frames = bench.frames(1000)
        #expect((100...104).contains(frames.count))
        #expect(frames.allSatisfy { $0[0] == 0x22 })
        bench.subscribe([])
        #expect(bench.run(1000) == [])
        bench.subscribe(.notifications)
        #expect((100...104).contains(bench.frames(1000).count))
    }

    // holds TRI-26
    @Test func burstsHoldTheStreamBackAndLoseNothing() {
        let bench = CapBench(
            .with {
                $0.dropOuts.hasBursts = true
                $0.chunking = .frames(1)
            })
        bench.write(CapBench.start(416))
        #expect(bench.run(10_000).count >= 416 * 10 - 42)
        let times = bench.link.heard.map(\.time)
        let gaps = zip(times, times.dropFirst()).map { ($1 - $0).seconds }
        let long = gaps.filter { $0 > 0.045 }
        #expect((5...25).contains(long.count))
        #expect(long.allSatisfy { $0 <= 0.103 })
        #expect(bench.cap.notificationsDropped == 0)
    }

    // holds TRI-26
    @Test func aSilenceLosesWhatIsMadeInIt() {
        let bench = CapBench(
            .with { $0.dropOuts = DropOuts(silence: .seconds(2), every: .seconds(5)) })
        bench.write(CapBench.start(104))
        #expect(bench.frames(4990).count >= 515)
        _ = bench.run(20)
        #expect(bench.run(1980) == [])
        #expect(bench.frames(1000).count >= 100)
        #expect(bench.cap.notificationsDropped == 208)
    }

    // holds TRI-27
    @Test func aFullLinkCostsWholeFrames() {
        let bench = CapBench()
        bench.write(CapBench.start(416))
        bench.link.room = 0
        #expect(bench.run(1000) == [])
        let lost = bench.cap.notificationsDropped
        #expect(lost == 416 - StreamBuffer.capacity / 14)
        bench.link.room = nil
        bench.cap.readyToNotify(bench.connection)
        let bytes = bench.link.heard.flatMap(\.bytes) + bench.run(1000).flatMap { $0 }
        for at in stride(from: 0, to: bytes.count, by: 14) { #expect(bytes[at] == 0x22) }
        #expect(bench.cap.notificationsDropped == lost)
    }

    @Test func outletsTellWhatBecameOfEachFrame() {
        let bench = CapBench(isListening: false)
        var fates: [NotificationFate] = []
        var counts: [SampleCounts] = []
        bench.cap.acceleration.observe { _, sample, fate in
            counts.append(sample)
            fates.append(fate)
        }
        bench.write(CapBench.start(104))
        _ = bench.run(100)
        bench.subscribe(.notifications)
        _ = bench.run(100)
        #expect(fates.count > 15)
        #expect(fates.prefix(10).allSatisfy { $0 == .discarded(.notSubscribed) })
        #expect(fates.dropFirst(10).allSatisfy { $0 == .waiting })
        #expect(counts.allSatisfy { $0 == SampleCounts(0, 0, -2048) })
    }

    @Test(.slow, arguments: [TrikiSwitches.Chunking.cycle, .frames(1), .frames(3), .blocks])
    func whatWasMadeIsSentDroppedDiscardedOrWaits(_ chunking: TrikiSwitches.Chunking) {
        var (sent, bytes) = (0, 0)
        for seed in 0..<20 as Range<UInt64> {
            var random = RandomStream(seed: seed, purpose: "notification fates")
            let bench = CapBench(.with { $0.chunking = chunking })
            let cap = bench.cap
            for _ in 0..<60 {
                switch random.below(9) {
                case 0: bench.write(CapBench.start(416))
                case 1: bench.write(CapBench.stop)
                case 2: bench.link.room = Int(random.below(40))
                case 3:
                    bench.link.room = nil
                    cap.readyToNotify(bench.connection)
                case 4: bench.subscribe(random.below(2) == 0 ? [] : .notifications)
                case 5: bench.write("05")
                case 6 where random.below(3) == 0: bench.disconnect()
                case 7 where !cap.isConnected: bench.connect()
                case 8 where random.below(4) == 0:
                    cap.resetByPin()
                    _ = bench.run(1000)
                    bench.connect()
                default: break
                }
                _ = bench.run(Int64(random.below(400)))
                bytes += bench.link.heard.reduce(0) { $0 + $1.bytes.count }
                #expect(cap.notifications.waiting == cap.buffer.frames(of: 14) + cap.answers.count)
                #expect(cap.notifications.discarded >= 0 && cap.notifications.dropped >= 0)
            }
            sent += cap.notifications.sent
        }
        #expect(sent > 1_000 && bytes > 14_000)
    }
}
