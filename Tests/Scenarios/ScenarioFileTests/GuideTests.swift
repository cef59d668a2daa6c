import Checkout
import Testing

@testable import Declaration
@testable import ScriptedClient

/// The examples of the guide on scripting; the stage `guides` runs them.
@Suite struct GuideTests {
    @Test func `the guide names every step that has an effect on a board`() throws {
        let examples = try Self.examples("docs/guides/scripting.md").joined(separator: "\n")
        for key in Step.cases.keys.map(\.name) + Stage.Kind.cases.keys.map(\.name) {
            // Links and waits are shown elsewhere.
            if [
                "scan", "write", "wait", "wait-for", "wait-until", "wait-recording", "reconnect",
                "disconnect", "led-off", "ibeacon", "stop", "sum", "delay", "rms",
                "average-channels",
                "average-quaternion", "pass",
            ].contains(key) {
                continue
            }
            #expect(examples.contains(key), "\(key)")
        }
    }

    /// The YAML blocks of a page.
    private static func examples(_ path: String) throws -> [String] {
        var examples: [String] = []
        var open: [Substring]?
        for line in try Repository.text(path).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line == "```yaml" {
                open = []
            } else if line == "```", let lines = open {
                examples.append(lines.joined(separator: "\n"))
                open = nil
            } else {
                open?.append(line)
            }
        }
        return examples
    }
}
