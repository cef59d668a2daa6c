import EventLoop
import Testing

@testable import DBus

@Suite("Logging in at a bus")
struct BusLoginTests {
    private static let user = RawClient.user

    /// What a client says, piece by piece.
    static let cases: [[String]] = [
        ["\0AUTH\r\n"],
        ["\0AUTH EXTERNAL \(user)\r\n", "BEGIN\r\n"],
        ["\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n"],
        ["\0AUTH EXTERNAL\r\n", "DATA\r\n", "NEGOTIATE_UNIX_FD\r\n", "BEGIN\r\n"],
        ["\0AUTH EXTERNAL\r\n", "DATA \(user)\r\n"],
        ["\0AUTH EXTERNAL\r\n", "DATA zz\r\n", "DATA 61\r\n", "AUTH EXTERNAL\r\n"],
        ["\0AUTH EXTERNAL\r\n", "AUTH EXTERNAL\r\n", "CANCEL\r\n", "AUTH EXTERNAL\r\n"],
        ["\0AUTH EXTERNAL\r\n", "NEGOTIATE_UNIX_FD\r\n", "BEGIN\r\n"],
        ["\0AUTH EXTERNAL\r\n", "ERROR\r\n", "AUTH EXTERNAL\r\n", "CANCEL x\r\n"],
        ["\0"] + Array(repeating: "AUTH EXTERNAL 39393939\r\n", count: 7),
        ["\0AUTH EXTERNAL zz\r\n", "AUTH EXTERNAL 393\r\n", "AUTH EXTERNAL 3\r\n"],
        ["\0AUTH ANONYMOUS 616263\r\n", "NEGOTIATE_UNIX_FD\r\n", "BEGIN\r\n"],
        ["\0AUTH ANONYMOUS\r\n", "DATA\r\n"],
        ["\0AUTH ANONYMOUS ff\r\n", "AUTH ANONYMOUS zz\r\n"],
        ["\0AUTH FOO\r\n", "AUTH DBUS_COOKIE_SHA1 61\r\n"],
        ["\0BEGIN\r\n"],
        [
            "\0NEGOTIATE_UNIX_FD\r\n", "CANCEL\r\n", "DATA\r\n", "ERROR\r\n", "FOO bar\r\n",
            "tä\r\n", "\r\n", "auth external\r\n", "OK\r\n", "REJECTED\r\n",
        ],
        [
            "\0AUTH EXTERNAL \(user)\r\n", "AUTH EXTERNAL\r\n", "DATA\r\n", "FOO\r\n",
            "NEGOTIATE_UNIX_FD\r\n", "NEGOTIATE_UNIX_FD x\r\n", "CANCEL\r\n",
            "AUTH EXTERNAL \(user)\r\n", "ERROR x\r\n", "BEGIN\r\n",
        ],
        ["AUTH EXTERNAL\r\n"],
        ["\0AUTH EXTERNAL \(user)\n", "\r\n"],
        ["\0AUTH EXTERNAL \(user)\r", "\n"],
        ["\0" + String(repeating: "a", count: 17_000)],
        ["\0AUTH  EXTERNAL   \(user)\r\n"],
        ["\0AUTH EXTERNAL \(user) \r\n"],
        ["\0AUTH\tEXTERNAL\r\n"],
        ["\0 AUTH EXTERNAL\r\n"],
        ["\0AUTH EXTERNAL \(user)\r\n", "BEGIN now\r\n"],
    ]

    /// What is answered, piece by piece, and last to what is neither a line that is known nor a message.
    ///
    /// - Parameter expected: what to wait for: some pieces get no answer.
    private static func transcript(
        _ pieces: [String], _ kind: BusUnderTest.Kind, expected: [String]? = nil
    ) throws -> [String] {
        let bus = try BusUnderTest(kind)
        let client = try RawClient(at: bus.path)
        return (pieces + ["NONE OF THESE\r\n"]).indices.map { index in
            client.write(Array((index < pieces.count ? pieces[index] : "NONE OF THESE\r\n").utf8))
            let wanted = expected?[index]
            _ =
                wanted == ""
                || bus.wait(for: [client]) {
                    wanted == nil ? false : words(client) == wanted || client.isClosed
                }
            defer { _ = client.takeText() }
            return words(client)
        }
    }

    /// What has come; every bus has an identifier of its own.
    private static func words(_ client: RawClient) -> String {
        let text = String(decoding: client.bytes, as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("OK ") && $0.utf8.count == 35 ? "OK" : String($0)
        }
        return lines.joined(separator: "|") + (client.isClosed ? "closed" : "")
    }

    @Test("what a client says is answered as dbus-daemon does", arguments: cases.indices)
    func sameAnswers(_ index: Int) throws {
        let ours = try Self.transcript(Self.cases[index], .inner)
        #expect(ours.contains { !$0.isEmpty })
        #expect(try Self.transcript(Self.cases[index], .daemon, expected: ours) == ours)
    }
}
