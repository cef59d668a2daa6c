#if os(Linux)
import Foundation
import MetaWear
import MetaWearScenario
import MetaWearTesting
import QuickStart
import Testing

@Suite struct ExploredTests {
    private static let desk = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "desk.yaml").path(percentEncoded: false)

    private static var faults: ExplorationOptions {
        var options = ExplorationOptions()
        options.faults = ["refuse-request", "lose-packet", "reset"]
        return options
    }

    @Test(.explored(desk, options: faults))
    func `whatever happens, the app has its samples or says why not`() async throws {
        let scanner = await MetaWearScanner(radio: ScenarioDesk.explored.radio)
        do {
            let text = try await quickStart(scanner)
            #expect(text.contains("100 samples"))
        } catch is MWError {
            // It may fail, but not wait for ever, and not be content with less.
        }
    }
}
#endif
