import Checkout
import MetaWearBoard
import Simulation
import Testing

@testable import MetaWearProtocol

/// Downloads from real boards of both kinds of memory, cut wherever a link can be cut (protocol, core 3.6 to 3.8).
@Suite struct DownloadTests {
    /// A board that logged the button so often, and the values that it logged.
    private static func recorded(
        _ profile: BoardProfile, _ count: Int
    ) throws -> (bench: BoardBench, revision: UInt8, data: [UInt32]) {
        let bench = BoardBench(profile)
        let information = try #require(
            bench.ask(MWModuleInfo.read(.logging)).flatMap { MWModuleInfo(answer: $0) })
        _ = try #require(
            bench.make(LoggerTrigger.loggers(of: MWSwitchSignal())[0].packet))
        bench.write(LogCommand.startPackets())
        for n in 0..<count {
            bench.write(MWDebug.SpoofButtonEvent(UInt8(truncatingIfNeeded: n)))
            if n % 7 == 0 { bench.run(milliseconds: 3) }
        }
        bench.write(LogCommand.stop)
        bench.link.heard = []
        return (bench, information.revision, (0..<count).map { UInt32($0 & 0xFF) })
    }

    @Test(.slow, arguments: [BoardProfile.metaMotionR, .metaMotionS], [0, 1, 2, 127, 300, 1200])
    func `a log comes whole, with its progress`(profile: BoardProfile, count: Int) throws {
        let (bench, revision, data) = try Self.recorded(profile, count)
        var download = LogDownload(revision: revision)
        let entries = DownloadDriver.run(&download, on: bench)
        #expect(entries.map(\.rawData) == data)
        #expect(download.received == count && download.repeated == 0)
        #expect(download.isFinished && download.fraction == 1)
        // Headers of pages count in the length of boards that have them.
        #expect(download.total.map { Int($0) >= count } == true)
        // What was confirmed is gone.
        #expect(DownloadDriver.download(from: bench, revision: revision).isEmpty)
        #expect(bench.refusals() == [])
    }

    @Test func `progress comes as often as it was asked for and never goes back`() throws {
        let (bench, revision, _) = try Self.recorded(.metaMotionR, 500)
        var download = LogDownload(revision: revision, reports: 10)
        var fractions: [Double] = []
        DownloadDriver.begin(&download, on: bench)
        while !download.isFinished {
            for packet in bench.take() {
                for action in download.take(packet) {
                    if case .write(let packet) = action { bench.write(packet) }
                    if case .progress = action { fractions.append(download.fraction) }
                }
            }
            bench.run(milliseconds: 20)
        }
        #expect((9...12).contains(fractions.count))
        #expect(fractions == fractions.sorted() && fractions.last == 1)
    }

    /// The link is lost behind every packet of a download in turn; the next link goes on.
    @Test(.slow, arguments: [BoardProfile.metaMotionR, .metaMotionS])
    func `a download that was cut goes on, and no entry is lost or told twice`(
        _ profile: BoardProfile
    ) throws {
        let count = profile.modelNumber == "5" ? 160 : 600
        let whole = try Self.recorded(profile, count)
        var packets = 0
        var all = LogDownload(revision: whole.revision)
        whole.bench.link.whileNotifying = { _ in packets += 1 }
        _ = DownloadDriver.run(&all, on: whole.bench)
        #expect(packets > count / 2)
        for cut in stride(from: 0, through: packets, by: profile.modelNumber == "5" ? 1 : 9) {
            let (bench, revision, data) = try Self.recorded(profile, count)
            var download = LogDownload(revision: revision)
            var entries = DownloadDriver.run(&download, on: bench, limit: cut)
            bench.reconnect()
            entries += DownloadDriver.run(&download, on: bench)
            #expect(entries.map(\.rawData) == data, "cut behind packet \(cut)")
            #expect(download.isFinished)
        }
    }

    @Test(.slow) func `a download is cut again and again`() throws {
        var draw = Draw("cuts")
        for _ in 0..<15 {
            let (bench, revision, data) = try Self.recorded(.metaMotionR, 700)
            var download = LogDownload(revision: revision)
            var entries: [RawLogEntry] = []
            for _ in 0..<40 where !download.isFinished {
                entries += DownloadDriver.run(&download, on: bench, limit: draw.number(1...120))
                if !download.isFinished { bench.reconnect() }
            }
            if !download.isFinished { entries += DownloadDriver.run(&download, on: bench) }
            #expect(entries.map(\.rawData) == data)
        }
    }

    @Test func `what comes again after a lost link is counted, and told once`() {
        var download = LogDownload(revision: 2)
        let packets: [[UInt8]] = [
            [0x0B, 0x07, 0, 1, 0, 0, 0, 9, 0, 0, 0], [0x0B, 0x07, 0, 2, 0, 0, 0, 8, 0, 0, 0],
        ]
        for round in 0..<2 {
            _ = download.begin()
            _ = download.take([0x0B, 0x85, 3, 0, 0, 0])
            for packet in packets { #expect(download.take(packet).isEmpty == (round == 1)) }
        }
        #expect(download.received == 2 && download.repeated == 2)
    }

    @Test func `a download has ended when nothing is left, and not before`() {
        var download = LogDownload(revision: 2)
        _ = download.begin()
        _ = download.take([0x0B, 0x85, 3, 0, 0, 0])
        #expect(download.take([0x0B, 0x08, 1, 0, 0, 0]) == [.progress(remaining: 1)])
        #expect(!download.isFinished)
        // An empty log is not asked for.
        _ = download.begin()
        #expect(download.take([0x0B, 0x85, 0, 0, 0, 0]) == [.finished])
        #expect(download.isFinished && download.fraction == 1)
    }

    @Test func `the end of a drop is not confirmed as a page`() {
        var download = LogDownload(revision: 3)
        _ = download.begin()
        #expect(download.take([0x0B, 0x0D]) == [])
        #expect(download.take([0x0B, 0x85, 0, 0, 0, 0]) == [.finished])
        #expect(download.take([0x0B, 0x0D]) == [])
    }

    /// Whether a length is the last one that is needed.
    private static func isEnough(_ length: UInt8, _ settling: inout LengthSettling) -> Bool {
        settling.hasSettled(with: [0x0B, 0x85, length, 0, 0, 0])
    }

    @Test func `the length is asked for until it no longer changes`() {
        var settling = LogDownload(revision: 3).settling()
        #expect(settling.pause == 300)
        for length: UInt8 in [0, 200, 250] {
            let isEnough = Self.isEnough(length, &settling)
            #expect(!isEnough && settling.pause == 250 && settling.packets == [])
        }
        let isTwice = Self.isEnough(250, &settling)
        #expect(isTwice)
        // Six answers are enough.
        settling = LogDownload(revision: 3).settling()
        var answers: [Bool] = []
        for length: UInt8 in 1...6 { answers.append(Self.isEnough(length, &settling)) }
        #expect(answers == [false, false, false, false, false, true])
        // Without a flush there is nothing to wait for.
        settling = LogDownload(revision: 2).settling(expectsEntries: true)
        let isFirst = Self.isEnough(0, &settling)
        #expect(isFirst && settling.pause == 0)
    }

    @Test func `where entries are expected an empty log is flushed again`() {
        var settling = LogDownload(revision: 3).settling(expectsEntries: true)
        var flushed: [Int] = []
        for n in 1..<10 {
            let isEnough = Self.isEnough(0, &settling)
            #expect(!isEnough && settling.pause == 750)
            if settling.packets == [LogCommand.flushPage] { flushed.append(n) }
        }
        #expect(flushed == [3, 6, 9])
        let isGivenUp = Self.isEnough(0, &settling)
        #expect(isGivenUp)
        settling = LogDownload(revision: 3).settling(expectsEntries: true)
        var answers: [Bool] = []
        for length: UInt8 in [0, 9, 9] { answers.append(Self.isEnough(length, &settling)) }
        #expect(answers == [false, false, true] && settling.pause == 250)
    }

    @Test func `packets of others and broken ones are left alone`() {
        var download = LogDownload(revision: 2)
        #expect(
            download.begin().map(\.bytes) == [
                [0x0B, 0x07, 1], [0x0B, 0x0D, 1], [0x0B, 0x08, 1],
            ])
        #expect(download.take([0x03, 0x04, 1, 2, 3, 4, 5, 6]) == [])
        #expect(download.take([0x0B]) == [])
        #expect(download.take([0x0B, 0x85]) == [])
        #expect(download.take([0x0B, 0x08]) == [])
        #expect(download.fraction == 0)
        // Lengths of two bytes, as old firmware has them, go back as they came.
        #expect(
            download.take([0x0B, 0x85, 0x10, 0x02])
                == [.write(Packet(.logging, 0x06, [0x10, 0x02, 0, 0, 0, 0]))])
        #expect(download.total == 0x210)
        // A second answer does not start a second readout.
        #expect(download.take([0x0B, 0x85, 1, 0, 0, 0]) == [])
        // Too short for an entry.
        #expect(download.take([0x0B, 0x07, 0, 1, 2, 3]) == [])
        #expect(download.take([0x0B, 0x0D]) == [.write(LogCommand.confirmPage)])
        #expect(
            download.take([0x0B, 0x08, 0, 0, 0, 0]) == [.progress(remaining: 0), .finished])
        #expect(download.endPackets.map(\.payload) == [[0], [0], [0]])
    }
}
