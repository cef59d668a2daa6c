import Glibc
import Testing

@testable import LedTime

/// A shell that is ended with this object.
private final class Child {
    private(set) var pid: pid_t = 0
    private let input: Int32
    private let output: Int32

    init(_ script: String) throws {
        var (to, from): ([Int32], [Int32]) = ([0, 0], [0, 0])
        try #require(pipe(&to) == 0 && pipe(&from) == 0)
        for end in to + from { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, to[0], 0)
        posix_spawn_file_actions_adddup2(&actions, from[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let words = [strdup("sh"), strdup("-c"), strdup(script), nil]
        defer { words.forEach { free($0) } }
        // A test blocks signals, and a shell learns from one that its children have ended.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let status = posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, environ)
        close(to[0])
        close(from[1])
        (input, output) = (to[1], from[0])
        try #require(status == 0)
    }

    deinit {
        kill(pid, SIGKILL)
        close(input)
        close(output)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// A line that it reads.
    func write(_ line: String) { _ = line.withCString { Glibc.write(input, $0, strlen($0)) } }

    /// A line that it prints.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
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

@Suite("Processes that time waits for", .serialized)
struct MembersTests {
    @Test func `a process that waits for its input sleeps, and one that computes does not`() throws
    {
        var members = Members()
        let child = try Child("echo begun; read x; while :; do :; done")
        _ = child.line()
        members.add(child.pid)
        let first = state(of: &members, where: isAsleep)
        // Nothing has run since.
        #expect(members.state { [] } == first)
        child.write("\n")
        let busy = LedState.busy(pid: child.pid)
        #expect(state(of: &members) { $0 != first } == busy)
        for _ in 0..<100 { #expect(members.state { [] } == busy) }
    }

    @Test func `a process that has answered has run`() throws {
        var members = Members()
        let child = try Child("echo begun; while read x; do echo $x; done")
        _ = child.line()
        members.add(child.pid)
        var before = state(of: &members, where: isAsleep)
        for number in 0..<50 {
            child.write("\(number)\n")
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
        members.add(child.pid)
        _ = state(of: &members, where: isAsleep)
        child.write("\n")
        let inner = try #require(Int32(child.line()))
        #expect(state(of: &members) { $0 == .busy(pid: inner) } == .busy(pid: inner))
        kill(inner, SIGKILL)
        _ = state(of: &members, where: isAsleep)
        #expect(members.processes.map(\.pid) == [child.pid])
        child.write("\n")
        _ = state(of: &members) { $0 == .gone }
        #expect(members.gone.contains(child.pid))
    }
}
