import CommandLineProgram
import Testing
import TrikiTool

@testable import CommandLineTool

@Suite struct CommandListTests {
    @Test func `help, completions and manual page have the commands in this order`() {
        #expect(
            allCommands(with: .triki).map(\.name) == [
                "run", "sweep", "explore", "report", "conformance", "qualify", "replay", "serve",
                "mcp",
                "scenarios", "live", "app", "games", "new", "check", "boards", "worlds",
                "sync-report", "schema", "reference",
                "dissector", "triki",
                "attitude", "completion", "manual",
            ])
    }
}
