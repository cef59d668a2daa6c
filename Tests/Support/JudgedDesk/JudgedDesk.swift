package import ClientJudge
package import MetaWearSimulator
internal import Simulation
package import VirtualTime

/// What a host broke on a board of a desk.
package struct BrokenRules: Error, CustomStringConvertible {
    /// In the order of their first occurrence.
    package var findings: [Finding]

    /// One line a rule.
    package var description: String {
        findings.map { "\($0.rule.id) \($0.rule.title): \($0.packetInHex) \($0.detail)" }
            .joined(separator: "\n")
    }
}

/// Runs an operation in virtual time, with a judge of clients on every board of the desk.
///
/// - Parameters:
///   - allowed: rules that the test breaks on purpose, by their ids.
/// - Throws: ``BrokenRules`` if the operation breaks another rule, and what `withVirtualTime` throws.
@discardableResult
package func withJudgedDesk<Result: Sendable>(
    _ desk: SimulatedDesk, allowing allowed: Set<String> = [],
    options: VirtualTimeOptions = VirtualTimeOptions(),
    @_inheritActorContext operation: sending @escaping @isolated(any) () async throws -> Result
) async throws -> Result {
    let judge = ClientJudge()
    for board in desk.boards { judge.attach(to: board) }
    let result = try await withVirtualTime(desk, options: options, operation: operation)
    judge.finish(at: desk.simulation.now)
    let findings = judge.findings.filter { !allowed.contains($0.rule.id) }
    guard findings.isEmpty else { throw BrokenRules(findings: findings) }
    return result
}
