#if os(Linux)
import MetaWearSimulator
import Testing
import VirtualTime

/// Runs each test of a suite in a world of its own, with a desk for boards: `@Suite(.virtualTime())`.
struct VirtualTimeTrait: SuiteTrait, TestTrait, TestScoping {
    /// The desk of the test that runs.
    @TaskLocal static var desk: SimulatedDesk?

    var seed: UInt64
    var options: VirtualTimeOptions
    /// Tests of suites within the suite as well.
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> VirtualTimeTrait? {
        // Suites have no cases: what runs needs a world, not what contains it.
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let desk = SimulatedDesk(seed: seed)
        try await withoutActuallyEscaping(function) { run in
            try await withVirtualTime(desk, options: options) {
                try await Self.$desk.withValue(desk) { try await run() }
            }
        }
    }
}

extension Trait where Self == VirtualTimeTrait {
    /// - Parameter seed: what all chance on the desk comes from.
    static func virtualTime(
        seed: UInt64 = 1, options: VirtualTimeOptions = VirtualTimeOptions()
    ) -> Self {
        VirtualTimeTrait(seed: seed, options: options)
    }
}
#endif
