import Testing

@testable import Scenario

/// The examples of the guide on scripting.
@Suite struct GuideTests {
    @Test func `every example of the guide on scripting reads`() throws {
        let examples = try Self.examples("docs/guides/scripting.md")
        #expect(examples.count > 15)
        for example in examples {
            // Either a whole part of a scenario, or the steps of a client.
            let isScript = example.hasPrefix("- ")
            let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
            let body =
                isScript
                ? "clients:\n  - name: phone\n    steps:\n"
                    + lines.map { "      \($0)" }.joined(separator: "\n")
                : example
            let text = "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\n" + body + "\n"
            #expect(throws: Never.self, "\(example)") { try Document(text) }
        }
    }

    @Test func `the guide names every step that has an effect on a board`() throws {
        let examples = try Self.examples("docs/guides/scripting.md").joined(separator: "\n")
        for key in Step.Kind.keyDescriptions.map(\.name) + Stage.Kind.keyDescriptions.map(\.name) {
            // Links and waits are shown elsewhere.
            if [
                "scan", "write", "wait", "wait-for", "wait-until", "reconnect", "disconnect",
                "led-off", "ibeacon", "stop", "sum", "delay", "rms", "average-channels",
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
