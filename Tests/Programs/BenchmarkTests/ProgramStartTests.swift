import Checkout
import Testing

@testable import Benchmark

@Suite struct ProgramStartTests {
    @Test(.slow) func `a start is measured in processor time, up to the first line`() throws {
        // Waiting costs nothing, and the program ends with its first line.
        let script = "sleep 0.3; echo a line >&2; sleep 60"
        let seconds = try #require(
            ProgramStart.processorSeconds(["-c", script], tries: 1, program: "/bin/sh"))
        #expect(seconds < 0.2)
        #expect(
            ProgramStart.processorSeconds(["-c", "exit 0"], tries: 1, program: "/bin/sh") == nil)
    }
}
