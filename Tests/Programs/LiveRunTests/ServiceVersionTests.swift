import Testing

@testable import LiveRun

@Suite struct ServiceVersionTests {
    /// As Qt asks.
    @Test func `the process that stands in for BlueZ has its version`() {
        #expect(ServiceVersion.answer(to: ["/proc/4711/exe", "--version"]) == "5.66")
    }

    @Test(arguments: [
        ["boardsim", "--version"], ["/usr/bin/boardsim", "--version"],
        ["/proc/self/exe", "--version"],
        ["/proc/1/exe", "run"], ["/proc/1/exe", "--version", "x"], ["/proc/1/exe"],
        ["x/proc/1/exe", "--version"], [],
    ])
    func `any other question is for the program itself`(_ line: [String]) {
        #expect(ServiceVersion.answer(to: line) == nil)
    }
}
