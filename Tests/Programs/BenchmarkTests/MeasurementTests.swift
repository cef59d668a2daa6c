import CommandLineProgram
import JSON
import Testing

@testable import Benchmark

@Suite struct MeasurementTests {
    private static func row(
        _ value: Double, _ unit: String, _ bound: Measurement.Bound, _ floor: Work? = nil
    ) -> Measurement {
        Measurement(name: "row", value: value, unit: unit, bound: bound, floor: floor)
    }

    @Test(arguments: [("s", 0.5), ("ms", 500), ("us", 500_000), ("ns", 5e8), ("x", 2), ("/s", 2)])
    func `seconds become a figure of the row's unit`(unit: String, figure: Double) {
        #expect(Self.row(1, unit, .atMost(1)).figure(ofSeconds: 0.5) == figure)
    }

    @Test func `a row costs so many times its floor, whether more is better or less`() {
        #expect(Self.row(6, "us", .atMost(9)).times(2) == 3)
        #expect(Self.row(2, "x", .atLeast(1)).times(6) == 3)
        #expect(Self.row(6, "us", .atMost(9)).times(0) == nil)
    }

    @Test func `memory has its bytes as floor, and a share of a core none`() {
        let held = Work(held: 2048)
        #expect(Self.row(9, "KiB", .atMost(9), held).floorValue == 2)
        #expect(Self.row(9, "MiB", .atMost(9), held).floorValue == 1.0 / 512)
        #expect(Self.row(9, "%", .atMost(9), held).floorValue == nil)
        #expect(Self.row(9, "us", .atMost(9)).floorValue == nil)
    }

    @Test func `bare operations cost something, and their sum is the floor`() {
        let cost = BareCosts.ofThisMachine
        for one in [cost.event, cost.byte, cost.product, cost.systemCall] { #expect(one > 0) }
        let work = Work(events: 2, bytes: 3, products: 4, systemCalls: 5)
        let sum = 2 * cost.event + 3 * cost.byte + 4 * cost.product + 5 * cost.systemCall
        #expect(work.seconds == sum)
        #expect(abs((work / 2).seconds - sum / 2) < sum * 1e-12)
    }

    @Test func `without a peer's program the rows stay, and it is said`() {
        var complaints = ""
        let console = Console(
            write: { _ in }, complain: { complaints += $0 },
            read: { path throws(FileError) in throw FileError(path: path, reason: "no disk") },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        var row = Self.row(1, "us", .atMost(9))
        row.peer = .init(name: "nobody")
        var peers = Peers(python: "/nothing/python")
        peers.measure([row], console)
        #expect(complaints.hasPrefix("skipped: peers: /nothing/python: No such file"))
        #expect(peers.figure(of: row) == nil)
    }
}
