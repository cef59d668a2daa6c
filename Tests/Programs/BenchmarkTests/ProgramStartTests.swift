import Checkout
import Testing

@testable import Benchmark

@Suite struct ProgramStartTests {
    @Test(.slow) func `a start is measured in processor time, up to the first line`() throws {
        // Waiting costs nothing, and the program ends with its first line.
        let script = "sleep 0.3; echo a line >&2; exec sleep 60"
        let seconds = try #require(
            ProgramStart.processorSeconds(["-c", script], tries: 1, program: "/bin/sh"))
        #expect(seconds < 0.2)
        #expect(
            ProgramStart.processorSeconds(["-c", "exit 0"], tries: 1, program: "/bin/sh") == nil)
    }

    @Test(.slow) func `a whole run counts what the processes cost that it starts`() throws {
        let busy = "n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done"
        let done = try #require(
            ProgramStart.whole(
                ["-c", "echo told; echo unheard >&2; sh -c '\(busy)'; exit 1"], program: "/bin/sh"))
        #expect(done.output == Array("told\n".utf8))
        #expect(done.processorSeconds > 0.02)
        #expect(ProgramStart.whole(["-c", "kill -9 $$"], program: "/bin/sh") == nil)
    }
}
