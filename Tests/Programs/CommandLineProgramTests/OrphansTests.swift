import CommandLineProgram
import Foundation
import Testing

@Suite struct OrphansTests {
    /// A command that is called in a test must not end what other tests have started.
    @Test func `children of a process that is no program are left alone`() throws {
        let orphans = Orphans()
        let child = Process()
        child.executableURL = URL(filePath: "/bin/sleep")
        child.arguments = ["60"]
        try child.run()
        defer { child.terminate() }
        orphans.end()
        #expect(kill(child.processIdentifier, 0) == 0)
    }
}
