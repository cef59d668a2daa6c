import EventLoop
import Foundation
import Glibc
import Testing

@testable import HCITransport

@Suite struct ListenerTests {
    private func failure(_ server: HCIServer, _ address: RadioAddress) -> String {
        do throws(RadioError) {
            _ = try server.open(address)
            return "opened"
        } catch {
            return "\(error)"
        }
    }

    @Test func `port 0 becomes the port that the system chose`() throws {
        let bench = try ServerBench()
        let opened = try bench.server.open(.tcp(host: "127.0.0.1", port: 0))
        guard opened.count == 1, case .tcp("127.0.0.1", let port) = opened[0].address else {
            Issue.record("\(opened)")
            return
        }
        #expect(port > 0)
        #expect(!opened[0].isReachableFromOutside)
        let (host, _) = try bench.attach(opened[0].address)
        #expect(bench.events.count == 1)
        #expect(bench.events[0].hasPrefix("host 1 attached: hci-tcp:127.0.0.1:"))
        host.close()
    }

    @Test func `a name opens each of its addresses, all at one port`() throws {
        let bench = try ServerBench()
        let opened = try bench.server.open(.tcp(host: "localhost", port: 0))
        let ports = Set(opened.map { "\($0.address)".split(separator: ":").last })
        #expect(ports.count == 1 && ports != ["0"])
        #expect(opened.allSatisfy { !$0.isReachableFromOutside })
        for address in opened.map(\.address) { _ = try bench.attach(address) }
        #expect(bench.ports.count == opened.count)
    }

    private static var hasIPv6: Bool {
        let number = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        guard case .success(let found) = SocketAddress.resolve("::1", port: 0) else { return false }
        return number >= 0 && found[0].withPointer { bind(number, $0, $1) } == 0
    }

    @Test(.enabled(if: hasIPv6)) func `IPv6 addresses are listened at`() throws {
        let bench = try ServerBench()
        let opened = try bench.server.open(RadioAddress("hci-tcp:[::1]:0"))
        #expect("\(opened[0].address)".hasPrefix("hci-tcp:[::1]:"))
        #expect(!opened[0].isReachableFromOutside)
        _ = try bench.attach(opened[0].address)
        #expect(bench.ports[0].name.hasPrefix("hci-tcp:[::1]:"))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.0.9", true), ("0.0.0.0", false), ("192.168.1.5", false),
        ("128.0.0.1", false), ("::1", true), ("::", false), ("::ffff:127.0.0.1", true),
        ("::ffff:10.0.0.1", false), ("fe80::1", false), ("::2", false),
    ])
    func `what other machines reach is known`(host: String, isLoopback: Bool) throws {
        let found = try SocketAddress.resolve(host, port: 80).get()
        #expect(found.map(\.isLoopback) == [isLoopback])
    }

    @Test func `only a person opens the machine to others`() throws {
        let bench = try ServerBench()
        let opened = try bench.server.open(RadioAddress("hci-tcp:0.0.0.0:0"))
        #expect(opened.map(\.isReachableFromOutside) == [true])
        #expect(try bench.server.open(RadioAddress("hci-tcp:0"))[0].isReachableFromOutside == false)
    }

    @Test func `a taken port and an unknown name are errors with their fix`() throws {
        let bench = try ServerBench()
        let taken = try bench.open(.tcp)
        #expect(
            failure(bench.server, taken)
                == "\(taken): Address already in use; choose another port, or 0 for a free one")
        let unknown = failure(bench.server, .tcp(host: "no such host", port: 0))
        #expect(unknown.hasPrefix("hci-tcp:no such host:0: "))
        #expect(unknown.hasSuffix("; write a name or address of this machine"))
        // 192.0.2.0/24 is for documents (RFC 5737).
        #expect(
            failure(bench.server, .tcp(host: "192.0.2.1", port: 0))
                == "hci-tcp:192.0.2.1:0: Cannot assign requested address;"
                + " write a name or address of this machine")
    }

    @Test func `a port is free again as soon as its server is gone`() throws {
        let first = try ServerBench()
        let address = try first.open(.tcp)
        let (host, _) = try first.attach(address)
        first.server.close()
        let second = try ServerBench()
        #expect(try second.server.open(address).map(\.address) == [address])
        host.close()
    }

    @Test func `the socket file is for this user alone, and goes with the server`() throws {
        let bench = try ServerBench()
        let path = try bench.path()
        _ = try bench.server.open(.unix(path: path))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        bench.server.close()
        #expect(stat(path, &status) != 0)
    }

    @Test func `the file of a dead process is replaced, that of a living one is not`() throws {
        let bench = try ServerBench()
        let path = try bench.path()
        // What is left by a process that had no time to clean up.
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(SocketAddress(path: path).withPointer { bind(dead, $0, $1) } == 0)
        close(dead)
        _ = try bench.server.open(.unix(path: path))
        _ = try bench.attach(.unix(path: path))

        let second = try ServerBench()
        #expect(
            failure(second.server, .unix(path: path))
                == "hci-unix:\(path): another process listens there; stop it, or choose another path"
        )
        _ = try bench.attach(.unix(path: path))
    }

    @Test func `a file of another kind is left alone`() throws {
        let bench = try ServerBench()
        let path = try bench.path()
        try "mine".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(
            failure(bench.server, .unix(path: path))
                == "hci-unix:\(path): there is a file that is not a socket; choose another path")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(
            failure(bench.server, .unix(path: path + "/below"))
                == "hci-unix:\(path)/below: Not a directory; choose a path in one of your folders")
        #expect(
            failure(bench.server, .unix(path: "/nowhere/at/all"))
                == "hci-unix:/nowhere/at/all: No such file or directory;"
                + " choose a path in one of your folders")
    }

    @Test func `a file that somebody else put there later is not removed`() throws {
        let bench = try ServerBench()
        let path = try bench.path()
        _ = try bench.server.open(.unix(path: path))
        unlink(path)
        try "mine".write(toFile: path, atomically: false, encoding: .utf8)
        bench.server.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `without free descriptors hosts wait, and get in when there is room`() async throws {
        // A process of its own: the limit goes for all of it.
        await #expect(processExitsWith: .success) {
            let bench = try ServerBench()
            let address = try bench.open(.unix)
            let (first, _) = try bench.attach(address)
            let second = try #require(TestHost(to: address))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = rlim_t(second.number + 1)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try bench.turn { bench.events.count == 2 }
            let said = bench.events[1]
            guard said.hasPrefix("hosts have to wait at hci-unix:"),
                said.hasSuffix(": Too many open files; allow more with `ulimit -n`")
            else { exit(1) }
            // It is quiet while it waits, and those inside are served.
            bench.answer = { _, _ in Packets.resetComplete }
            first.send(Packets.reset)
            guard try bench.receive(7, at: first) == Packets.resetComplete else { exit(2) }
            for _ in 0..<100 { bench.loop.turn(mayBlock: false) }
            guard bench.events.count == 2 else { exit(3) }
            first.close()
            while bench.ports.count < 2 { bench.loop.turn(mayBlock: true) }
            second.send(Packets.reset)
            guard try bench.receive(7, at: second) == Packets.resetComplete else { exit(4) }
            exit(0)
        }
    }
}
