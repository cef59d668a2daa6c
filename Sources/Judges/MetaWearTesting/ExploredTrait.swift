public import MetaWearScenario
public import Testing

/// Runs a test in every world in which something goes wrong: `@Test(.explored("desk.yaml"))`.
public struct ExploredTrait: TestTrait, TestScoping {
    let scenario: String
    let options: ExplorationOptions
    let sourceLocation: SourceLocation

    /// The desk of the world that the current test is in.
    @TaskLocal static var desk: ScenarioDesk?

    /// Explores one test.
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await explore(scenario, options: options, sourceLocation: sourceLocation) { desk in
                try await Self.$desk.withValue(desk) { try await function() }
            }
        }
    }
}

extension Trait where Self == ExploredTrait {
    /// Runs the test once without a fault, and then with every fault at every point of what it does with the boards of a
    /// scenario. `ScenarioDesk.explored` is the desk of the world that it is in; see
    /// ``explore(_:options:sourceLocation:test:)``.
    ///
    /// - Parameters:
    ///   - scenario: the path of a scenario file.
    ///   - options: what is tried.
    public static func explored(
        _ scenario: String, options: ExplorationOptions = ExplorationOptions(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        Self(scenario: scenario, options: options, sourceLocation: sourceLocation)
    }
}

extension ScenarioDesk {
    /// The desk of the world that a test with the trait `.explored` is in.
    ///
    /// - Precondition: the test has the trait, and this is one of its tasks; a detached one does not know it.
    public static var explored: ScenarioDesk {
        guard let desk = ExploredTrait.desk else {
            preconditionFailure("the test has no trait `.explored(…)`, or this is a detached task")
        }
        return desk
    }
}
