import Checkout
import Foundation
import Testing

/// Groups of boards with every habit that boards of 2026 have.
@Suite struct GroupFuzzTests {
    /// A thousand in the stage `fuzz`.
    private static let worlds =
        (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 10_000) / 250
    /// The worlds are dealt out to tests that run side by side.
    private static let shares = 8

    private static func seeds(_ share: Int, of count: Int) -> [UInt64] {
        stride(from: share, to: count, by: shares).map(UInt64.init)
    }

    @Test(.slow, arguments: 0..<shares)
    func `fuzz of groups: no session is lost`(share: Int) async throws {
        var (sessions, lost) = (0, [UInt64]())
        let seeds = Self.seeds(share, of: Self.worlds)
        for seed in seeds {
            let outcomes = try await GroupWorld(seed: seed).outcomesOfCoordinator()
            sessions += outcomes.count
            lost += outcomes.filter(\.isLost).map { _ in seed }
        }
        #expect(lost == [], "of \(sessions) sessions in \(seeds.count) worlds")
        #expect(sessions >= 2 * seeds.count)
    }

    @Test(.slow) func `a client that starts at once loses sessions in the same worlds`()
        async throws
    {
        var (sessions, lost) = (0, 0)
        for seed in Self.seeds(1, of: 80) {
            let outcomes = try await GroupWorld(seed: seed).outcomesOfNaiveClient()
            sessions += outcomes.count
            lost += outcomes.count { $0.isLost }
        }
        #expect(lost > sessions / 2, "\(lost) of \(sessions)")
    }
}
