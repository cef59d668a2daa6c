import Report
import ScriptedClient
import Simulation
import Testing

/// Recordings of the Lab Streaming Layer, whole and broken.
@Suite struct XDFFileTests {
    /// A session of one stream.
    private static let session: [UInt8] = {
        var writer = SessionFormat.xdf.writer
        let series = Series(
            board: "a < b", signal: "rotation", unit: "deg/s", axes: ["x", "y"], source: .stream,
            rate: 100)
        writer.begin(series, number: 0, of: "phone")
        for n in 0..<300 {
            let time = Instant.zero + .milliseconds(Int64(10 * n))
            writer.take(
                Series.Sample(
                    time: time, arrival: time + .milliseconds(7), values: [Double(n), 1],
                    truth: [Double(n), 1]), of: 0)
        }
        writer.end()
        return writer.bytes
    }()

    @Test func `what is written is read`() throws {
        let file = try XDFFile(Self.session)
        let name = "phone: a < b rotation"
        #expect(file.streams.map(\.name) == [name, name + ", true"])
        #expect(file.streams.map(\.isTruth) == [false, true])
        #expect(file.streams[0].times.count == 300 && !file.isCut)
        #expect(file.streams[0].times[1] == 0.017 && file.streams[1].times[1] == 0.01)
        #expect(file.streams[0].values.suffix(2) == [299, 1])
    }

    @Test func `a file that is cut has what came before`() throws {
        for length in 4..<Self.session.count where length % 37 == 0 {
            let file = try XDFFile(Array(Self.session[..<length]))
            #expect(file.streams.allSatisfy { $0.times.count <= 300 })
        }
    }

    @Test func `any byte may be wrong`() {
        var random = RandomStream(seed: 5, purpose: "xdf")
        for _ in 0..<2000 {
            var bytes = Self.session
            for _ in 0..<4 {
                bytes[4 + Int(random.next() % UInt64(bytes.count - 4))] = UInt8(
                    truncatingIfNeeded: random.next())
            }
            // It is read or refused, and never a crash.
            if let file = try? XDFFile(bytes) {
                _ = SyncReport(
                    file.streams.filter { !$0.isTruth }, truths: file.streams.filter(\.isTruth))
            }
        }
    }

    @Test func `a board that does not move has no delay`() {
        var still = XDFFile.Stream()
        (still.name, still.channels) = ("still", 1)
        still.times = (0..<500).map { Double($0) / 50 }
        still.values = still.times.map { _ in 1 }
        let report = SyncReport([still], truths: [still])
        #expect(report.rows[0].delay == nil && report.rows[0].unknown == 1)
        #expect(report.text.contains("0 of 1"))
    }
}
