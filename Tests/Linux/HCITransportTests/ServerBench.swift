import EventLoop
import Foundation
import Glibc
import Testing

@testable import HCITransport

/// A server on a loop that the test turns by hand.
final class ServerBench {
    let loop: EventLoop
    let server: HCIServer
    private(set) var ports: [StubPort] = []
    private(set) var events: [String] = []
    private(set) var inputs = 0
    /// What a controller answers to a packet, by its number.
    var answer: (Int, [UInt8]) -> [UInt8] = { _, _ in [] }
    private var folder: String?

    init(limits: HCIServer.Limits = .init()) throws {
        loop = try EventLoop()
        var make: (Int, String) -> StubPort = { StubPort(host: $0, name: $1) }
        server = HCIServer(on: loop, limits: limits) { make($0, $1) }
        make = { [unowned self] host, name in
            let port = StubPort(host: host, name: name)
            port.answer = { [unowned self] in answer(host, $0) }
            ports.append(port)
            return port
        }
        server.onEvent = { [unowned self] in events.append("\($0)") }
        server.beforeInput = { [unowned self] in inputs += 1 }
    }

    deinit {
        // The bench is nobody to tell any more.
        server.onEvent = { _ in }
        server.close()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A path of its own, in a folder that goes with the bench.
    func path(_ name: String = "socket") throws -> String {
        let folder =
            folder
            ?? FileManager.default.temporaryDirectory.appending(
                path: "hci-\(UUID().uuidString.prefix(8))"
            ).path()
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        return folder + "/" + name
    }

    /// Listens where hosts of a kind attach.
    func open(_ kind: Kind) throws -> RadioAddress {
        switch kind {
        case .tcp: try server.open(.tcp(host: "127.0.0.1", port: 0))[0].address
        case .unix: try server.open(.unix(path: path()))[0].address
        }
    }

    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case tcp, unix

        var testDescription: String { rawValue }
    }

    /// A host that is attached, with its controller.
    func attach(_ address: RadioAddress) throws -> (TestHost, StubPort) {
        let before = ports.count
        let host = try #require(TestHost(to: address))
        try turn { ports.count > before }
        return (host, ports[ports.count - 1])
    }

    /// Turns the loop until something holds; the test fails if it never does.
    func turn(
        atMost limit: Int = 200_000, until condition: () throws -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        for attempt in 0..<limit {
            if try condition() { return }
            loop.turn(mayBlock: false)
            server.flush()
            // What the kernel's TCP timers hold back comes after milliseconds, however many turns that are.
            if attempt > 1_000 { usleep(100) }
        }
        Issue.record("it did not come about in \(limit) turns", sourceLocation: location)
        throw NeverHappened()
    }

    struct NeverHappened: Error {}

    /// Turns the loop until a host has got so many bytes.
    func receive(_ count: Int, at host: TestHost) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try turn {
            bytes += host.take()
            return bytes.count >= count
        }
        return bytes
    }
}

/// Packets of Core Vol 4, Part E: what a host says and what a controller answers.
enum Packets {
    /// HCI_Reset, 7.3.2.
    static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    /// Its Command Complete, 7.7.14.
    static let resetComplete: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
    /// HCI_Set_Event_Mask, 7.3.1.
    static let eventMask: [UInt8] = [
        0x01, 0x01, 0x0C, 0x08, 0xFF, 0xFF, 0xFB, 0xFF, 0x07, 0xF8, 0xBF, 0x3D,
    ]
    /// An ATT read request of handle 3 in an ACL packet, 5.4.2.
    static let readRequest: [UInt8] = [
        0x02, 0x40, 0x00, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00,
    ]
    /// Synchronous data of two bytes, 5.4.3.
    static let synchronous: [UInt8] = [0x03, 0x01, 0x00, 0x02, 0xAA, 0xBB]
    /// Isochronous data of three bytes, 5.4.5; the two high bits of the length are reserved.
    static let isochronous: [UInt8] = [0x05, 0x60, 0x20, 0x03, 0xC0, 0x01, 0x02, 0x03]

    static let all = [reset, eventMask, readRequest, synchronous, isochronous]

    /// An ACL packet with so many bytes of data.
    static func data(_ count: Int) -> [UInt8] {
        [0x02, 0x40, 0x20, UInt8(count & 0xFF), UInt8(count >> 8)]
            + (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    }
}
