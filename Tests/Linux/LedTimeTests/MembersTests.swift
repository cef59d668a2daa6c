import Foundation
import Testing

@testable import LedTime

/// A process of the test that is ended with this object.
private final class Child {
    let process = Process()
    let input = Pipe()
    let output = Pipe()

    init(_ script: String) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// A line that it prints.
    func line() -> String {
        var bytes: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What they do in the end: a process that has just printed a line is about to sleep.
private func state(of members: inout Members, where holds: (LedState) -> Bool) -> LedState {
    while true {
        let state = members.state { [] }
        if holds(state) { return state }
        usleep(200)
    }
}

private func isAsleep(_ state: LedState) -> Bool {
    if case .asleep = state { true } else { false }
}

@Suite("Processes that time waits for")
struct MembersTests {
    @Test func `a process that waits for its input sleeps, and one that computes does not`() throws
    {
        var members = Members()
        let child = try Child("echo begun; read x; while :; do :; done")
        _ = child.line()
        members.add(child.process.processIdentifier)
        let first = state(of: &members, where: isAsleep)
        // Nothing has run since.
        #expect(members.state { [] } == first)
        try child.input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        let busy = LedState.busy(pid: child.process.processIdentifier)
        #expect(state(of: &members) { $0 != first } == busy)
        for _ in 0..<100 { #expect(members.state { [] } == busy) }
    }

    @Test func `a process that has answered has run`() throws {
        var members = Members()
        let child = try Child("echo begun; while read x; do echo $x; done")
        _ = child.line()
        members.add(child.process.processIdentifier)
        var before = state(of: &members, where: isAsleep)
        for number in 0..<50 {
            try child.input.fileHandleForWriting.write(contentsOf: Data("\(number)\n".utf8))
            #expect(child.line() == "\(number)")
            let after = state(of: &members, where: isAsleep)
            #expect(after != before)
            before = after
        }
    }

    @Test func `what it starts is found, and what has ended is not waited for`() throws {
        var members = Members()
        let child = try Child(
            "echo begun; read x; sh -c 'while :; do :; done' & echo $!; wait; read x")
        _ = child.line()
        members.add(child.process.processIdentifier)
        _ = state(of: &members, where: isAsleep)
        try child.input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        let inner = try #require(Int32(child.line()))
        #expect(state(of: &members) { $0 == .busy(pid: inner) } == .busy(pid: inner))
        kill(inner, SIGKILL)
        _ = state(of: &members, where: isAsleep)
        #expect(members.processes.map(\.pid) == [child.process.processIdentifier])
        try child.input.fileHandleForWriting.close()
        _ = state(of: &members) { $0 == .gone }
        #expect(members.gone.contains(child.process.processIdentifier))
    }
}
