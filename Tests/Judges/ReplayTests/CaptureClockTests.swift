import Bluetooth
import Testing

@testable import Replay

/// Times of captures whose clock was set, or whose bytes are damaged.
@Suite struct CaptureClockTests {
    private static let second: Int64 = 1_000_000_000

    /// Times in seconds as recorded, and as they are played.
    @Test(
        arguments: [
            ([0, 1, 2], [0, 1, 2], ""),
            ([0, 2, 1, 3], [0, 2, 2, 3], ""),
            (
                [0, 10, 4, 5], [0, 10, 10, 11],
                "packet 3: the clock of the capture jumps 6.0 s back; "
            ),
            (
                [0, 1, 90_000, 90_001], [0, 1, 1, 2],
                "packet 3: the clock of the capture jumps 89999.0 s ahead; "
            ),
            ([0, 1, 1 << 33, 3, 4], [0, 1, 1, 1, 2], ", and 1 more times; the jump is left out"),
            ([0, 80_000, 160_000], [0, 80_000, 160_000], ""),
        ] as [([Int64], [Int64], String)])
    func `times ascend, and jumps are left out`(recorded: [Int64], played: [Int64], remark: String)
    {
        var remarks: [String] = []
        let packets = CaptureClock.ordered(
            recorded.map {
                CaptureFile.Packet(
                    time: $0 * Self.second, adapter: 0, direction: .toHost, bytes: [4])
            }, &remarks)
        #expect(packets.map { $0.time / Self.second } == played)
        #expect(
            remarks.joined().contains(remark) && remarks.isEmpty == remark.isEmpty, "\(remarks)")
    }

    @Test func `the largest times overflow nothing`() {
        var remarks: [String] = []
        let times: [Int64] = [0, .max, .min, .max, 0, .min]
        let packets = CaptureClock.ordered(
            times.map { CaptureFile.Packet(time: $0, adapter: 0, direction: .toHost, bytes: []) },
            &remarks)
        #expect(packets.allSatisfy { $0.time == 0 } && remarks.count == 1)
    }
}
