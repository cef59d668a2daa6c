import Checkout
import CommandLineProgram
import EventLoop
import Foundation
import Glibc
import JSON
import LivePage
import PageModel
import ScenarioRun
import Simulation
import Testing

@testable import LiveRun

@Suite struct LiveSessionTests {
    private static let board = """
        version: 1
        boards: [{name: wrist, model: MetaMotion S}]
        clients: [{name: phone, steps: [connect, initialise, wait: 3600 s]}]
        expect: [{within: 1 s, connected: {exactly: 9}}]
        """

    private static func session(
        _ line: String, on loop: EventLoop, said: @escaping (String) -> Void = { _ in }
    ) throws -> LiveSession {
        let console = Console(
            write: { _ in }, complain: said,
            read: { _ throws(FileError) in Array(board.utf8) },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let arguments = try Arguments(
            ["f.yaml"] + line.split(separator: " ").map(String.init),
            options: LiveSession.options, operands: .one("FILE"))
        return try LiveSession(arguments, games: nil, on: loop, console)
    }

    private func perform(
        _ session: LiveSession, _ name: String, _ arguments: [(String, JSONValue)] = []
    ) throws -> JSONValue? {
        try session.page.perform(PageCommand(name, .object(arguments)))
    }

    /// Turns until something holds; not longer than ten thousand turns of at most half a second.
    private func turn(_ session: LiveSession, until holds: () -> Bool) {
        for _ in 0..<10_000 where !holds() { session.turn() }
        #expect(holds())
    }

    @Test(.slow) func `a person stops, steps and searches, and the session can be run again`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "boardsim-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = folder.appending(path: "first.txt").path()
        let session = try Self.session("--speed 10 --trace \(first)", on: try EventLoop())
        let run = session.page.run
        turn(session) { run.simulation.now.seconds > 1 }
        _ = try perform(session, "pause")
        let stop = run.simulation.now
        for _ in 0..<3 { session.turn() }
        #expect(run.simulation.now == stop)
        _ = try perform(
            session, "do", [("do", .object([("button", .string("click"))]))])
        #expect(run.simulation.now - stop < .microseconds(1))
        _ = try perform(session, "step")
        #expect(run.simulation.now > stop)
        _ = try perform(session, "next")
        turn(session) { !session.page.isSeeking }
        let found = run.simulation.now
        for _ in 0..<3 { session.turn() }
        #expect(run.simulation.now == found)
        _ = try perform(session, "resume")
        turn(session) { run.simulation.now > found + .milliseconds(200) }
        guard case .string(let saved)? = try perform(session, "save")?["text"] else {
            Issue.record("nothing is saved")
            return
        }
        #expect(session.failure == nil)
        try session.close()
        let second = folder.appending(path: "second.txt").path()
        try Self.runAlone(saved, trace: second)
        let (one, two) = (
            try String(contentsOfFile: first, encoding: .utf8),
            try String(contentsOfFile: second, encoding: .utf8)
        )
        #expect(one == two && one.contains("connected to"), "\(saved)")
    }

    /// Runs a scenario in virtual time.
    private static func runAlone(_ scenario: String, trace: String) throws {
        let arguments = try Arguments(
            ["g.yaml", "--trace", trace], options: RunSettings.options, operands: .one("FILE"))
        let settings = try RunSettings(OptionReader(arguments, of: "run"), games: nil)
        let outputs = RunOutputs(settings, scenario: "g.yaml")
        let run = try LoadedScenario("g.yaml", Array(scenario.utf8), settings, outputs, .system)
            .whole()
        try outputs.open(.system)
        while !run.isOver { run.advance(to: run.now + .seconds(1)) }
        #expect(run.conclude(interrupted: false).passed)
        try outputs.close()
    }

    @Test(.slow) func `a host on the radio takes part`() throws {
        let path = "/tmp/boardsim-live-\(getpid()).sock"
        defer { unlink(path) }
        var said = ""
        let session = try Self.session(
            "--speed 10 --no-clients --radio hci-unix:\(path)", on: try EventLoop()
        ) { said += $0 }
        #expect(said.contains("listening on hci-unix:\(path)"))
        func isThere() -> Bool {
            if case .bool(true)? = session.page.state()["hosts"]?["0"]?["present"] { return true }
            return false
        }
        turn(session) { session.page.run.simulation.now.seconds > 0.1 }
        #expect(!isThere())
        let host = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(host) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(host, $0, size) }
        }
        #expect(result == 0)
        // HCI_Reset, and its Command Complete.
        #expect(send(host, [0x01, 0x03, 0x0C, 0x00] as [UInt8], 4, 0) == 4)
        var answer = [UInt8](repeating: 0, count: 64)
        var count = 0
        turn(session) {
            count = max(count, recv(host, &answer, answer.count, Int32(MSG_DONTWAIT)))
            return count > 0
        }
        #expect(Array(answer.prefix(count)) == [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00])
        #expect(isThere())
        guard case .bool(false)? = session.page.state()["session"]?["replayable"] else {
            Issue.record("what hosts did is not saved")
            return
        }
        try session.close()
    }

    @Test(arguments: [
        ("--speed 200", "boardsim live: --speed is `200.0`; write a number from 0.1 to 100"),
        ("--speed x", "boardsim live: --speed is `x`"),
        ("--radio tcp:1", "boardsim live: --radio is `tcp:1`"),
    ])
    func `wrong options are refused`(line: String, message: String) throws {
        do {
            _ = try Self.session(line, on: try EventLoop())
            Issue.record("\(line) was taken")
        } catch {
            #expect("\(error)".hasPrefix(message), "\(error)")
        }
    }
}
