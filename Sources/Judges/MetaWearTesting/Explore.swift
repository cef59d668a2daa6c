public import MetaWearScenario
public import Testing

/// Runs a test once without a fault and then in every world in which one thing goes wrong with the boards of a scenario:
/// a link that is lost before or after each packet, a request that is refused or not answered, notifications that are
/// dropped, a reset, an empty battery, a previous owner's loggers (`boardsim explore` lists them).
///
/// What fails is made smaller, and recorded as an issue of the current test for each kind of failure: the fault, and
/// from which packet on it breaks the test. A test fails in a world by an error that it throws, an expectation that does
/// not hold, a rule of the protocol that it breaks, or because it does not come to its end. While the link is gone for
/// good nothing can succeed: there only a test that hangs fails.
///
/// The worlds are played one after the other, each in virtual time of its own. The clients and expectations of the file
/// play no part; the test is the client. A failure of a world shows as a known issue of the test.
///
/// - Parameters:
///   - scenario: the path of a scenario file.
///   - options: what is tried.
///   - sourceLocation: where the issues are recorded.
///   - test: is given the desk of its world.
/// - Throws: `MWError.operationFailed` with the place of a mistake in the file, and the fix.
public func explore(
    _ scenario: String, options: ExplorationOptions = ExplorationOptions(),
    sourceLocation: SourceLocation = #_sourceLocation,
    test: @escaping @Sendable (ScenarioDesk) async throws -> Void
) async throws {
    let explored = try ExploredTest(file: scenario, options)
    let found = try await explored.search { await WorldOfTest($0, of: explored, test).outcome() }
    try explored.write(found.scenarios)
    if let failure = found.failure {
        Issue.record("\(failure)", sourceLocation: sourceLocation)
    }
}
