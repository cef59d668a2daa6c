import Foundation
import Testing

/// Groups of boards with every habit that boards of 2026 have.
@Suite struct GroupFuzzTests {
    /// A thousand in the stage `fuzz`.
    private static let worlds =
        (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 10_000) / 250

    @Test func `fuzz of groups: no session is lost`() async throws {
        var (sessions, lost) = (0, [UInt64]())
        for seed in 0..<UInt64(Self.worlds) {
            let outcomes = try await GroupWorld(seed: seed).outcomesOfCoordinator()
            sessions += outcomes.count
            lost += outcomes.filter(\.isLost).map { _ in seed }
        }
        print("\(Self.worlds) worlds, \(sessions) sessions, \(lost.count) lost")
        #expect(lost == [])
        #expect(sessions >= 2 * Self.worlds)
    }

    @Test func `a client that starts at once loses sessions in the same worlds`() async throws {
        var (sessions, lost) = (0, 0)
        for seed in 0..<UInt64(max(Self.worlds / 4, 10)) {
            let outcomes = try await GroupWorld(seed: seed).outcomesOfNaiveClient()
            sessions += outcomes.count
            lost += outcomes.count { $0.isLost }
        }
        print("\(lost) of \(sessions) sessions lost")
        #expect(lost > sessions / 2)
    }
}
