import Checkout
import DaemonBus
import EventLoop
import Foundation
import Glibc
import Testing

@testable import DBus

@Suite("D-Bus between two of ours")
struct BusTests {
    let loop: EventLoop
    let daemon: PrivateBus

    init() throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
    }

    func wait(_ isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        var isLate = false
        let limit = loop.after(milliseconds: 30_000) { isLate = true }
        while !isDone() {
            guard !isLate else {
                Issue.record("it never came", sourceLocation: sourceLocation)
                return
            }
            loop.turn(mayBlock: true)
        }
        limit.cancel()
    }

    /// Ctrl-C goes to the whole process group of a terminal's foreground.
    @Test("the daemon is in no process group of ours")
    func processGroup() throws {
        var groups: [pid_t] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")"), stat[..<end].hasSuffix("(dbus-daemon")
            else { continue }
            // proc_pid_stat(5): state, parent, group.
            let fields = stat[end...].split(separator: " ").dropFirst(2).compactMap { pid_t($0) }
            if fields.first == getpid() { groups.append(fields[1]) }
        }
        #expect(!groups.isEmpty && !groups.contains(getpgrp()))
    }

    static let everyType: [Value] = [
        .byte(255), .bool(true), .double(0.5), .int16(-2), .uint16(65535), .int32(-3),
        .uint32(7), .int64(.min), .uint64(.max), "täxt", .path("/a/b_c"), .signature("a{sv}"),
        .bytes([0, 1, 255]), .bytes([]), .strings(["x", "y"]), .strings([]),
        .options([("Key", .uint16(3)), ("Other", .bytes([9]))]), .tuple([.byte(1), "s"]),
        .variant(.variant(.bool(false))), .array("o", [.path("/")]),
        .dictionary("o", "a{sa{sv}}", []),
    ]

    @Test("every type goes over the bus and comes back", .slow, arguments: everyType)
    func values(_ value: Value) throws {
        let server = try Bus(at: daemon.address, on: loop)
        let client = try Bus(at: daemon.address, on: loop)
        server.onCall = { $0.reply($0.arguments) }
        var answer: Result<Reply, DBusError>?
        client.call(server.uniqueName, "/a", "a.b", "Echo", [value]) { answer = $0 }
        wait { answer != nil }
        #expect(try answer?.get().values == [value])
    }

    @Test("a call says who calls what, and gets the error that it is given")
    func errors() throws {
        let server = try Bus(at: daemon.address, on: loop)
        let client = try Bus(at: daemon.address, on: loop)
        var seen = ""
        server.onCall = { call in
            seen =
                "\(call.sender == client.uniqueName) \(call.path) \(call.interface ?? "-")"
                + " \(call.member) \(call.signature)"
            call.fail(DBusError("org.bluez.Error.NotPermitted", "no"))
        }
        var answer: Result<Reply, DBusError>?
        client.call(server.uniqueName, "/x/y", "org.bluez.Device1", "Connect", ["a", .byte(1)]) {
            answer = $0
        }
        wait { answer != nil }
        #expect(seen == "true /x/y org.bluez.Device1 Connect sy")
        #expect(throws: DBusError("org.bluez.Error.NotPermitted", "no")) { try answer?.get() }
    }

    @Test("an unanswered call fails when it is released, and a late answer is ignored")
    func late() throws {
        let server = try Bus(at: daemon.address, on: loop)
        let client = try Bus(at: daemon.address, on: loop)
        var kept: IncomingCall?
        server.onCall = { call in if call.member == "Keep" { kept = call } }
        var answers: [Result<Reply, DBusError>] = []
        client.call(server.uniqueName, "/", "a.b", "Keep") { answers.append($0) }
        client.call(server.uniqueName, "/", "a.b", "Drop") { answers.append($0) }
        wait { answers.count == 1 }
        #expect(throws: DBusError.noReply) { try answers[0].get() }
        kept?.reply(["done"])
        kept?.reply(["twice"])
        wait { answers.count == 2 }
        #expect(try answers[1].get().first == "done")
    }

    @Test("descriptors go along in calls and replies")
    func descriptors() throws {
        let server = try Bus(at: daemon.address, on: loop)
        let client = try Bus(at: daemon.address, on: loop)
        server.onCall = { call in
            call.reply([.descriptor(0)], descriptors: call.descriptors.map(\.number))
        }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (near, far) = (Descriptor(ends[0]), Descriptor(ends[1]))
        var answer: Result<Reply, DBusError>?
        client.call(
            server.uniqueName, "/", "a.b", "Echo", [.descriptor(0)], descriptors: [far.number]
        ) { answer = $0 }
        wait { answer != nil }
        let passed = try #require(try answer?.get().descriptors.first)
        #expect(
            "hello".utf8.withContiguousStorageIfAvailable {
                passed.write(UnsafeRawBufferPointer($0))
            } == .done(5))
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            #expect(near.read(into: buffer) == .done(5))
        }
    }

    @Test("signals reach who subscribed, until that ends")
    func signals() throws {
        let sender = try Bus(at: daemon.address, on: loop)
        let listener = try Bus(at: daemon.address, on: loop)
        var heard: [String] = []
        let subscription = listener.subscribe(interface: "a.b") {
            heard.append("\($0.path) \($0.member) \($0.values.map(\.signature).joined())")
        }
        let other = listener.subscribe(interface: "a.b", member: "End") { _ in
            heard.append("end")
        }
        // Both requests are behind this one.
        _ = listener.owner(of: "a.b")
        sender.emit("/1", "a.b", "First", ["x"])
        sender.emit("/1", "c.d", "Other", ["x"])
        sender.emit("/2", "a.b", "Second", [.uint16(1)])
        wait { heard.count == 2 }
        subscription.cancel()
        sender.emit("/3", "a.b", "Third", [])
        sender.emit("/3", "a.b", "End", [])
        wait { heard.last == "end" }
        #expect(heard == ["/1 First s", "/2 Second q", "end"])
        withExtendedLifetime(other) {}
    }

    @Test("a name has one owner, and who watches it learns of another")
    func names() throws {
        let first = try Bus(at: daemon.address, on: loop)
        let second = try Bus(at: daemon.address, on: loop)
        var owners: [String?] = []
        let watch = second.watch(name: "org.bluez") { owners.append($0) }
        #expect(second.owner(of: "org.bluez") == nil)
        try first.own("org.bluez")
        #expect(throws: DBusError.self) { try second.own("org.bluez") }
        #expect(second.owner(of: "org.bluez") == first.uniqueName)
        first.close()
        wait { owners.count == 2 }
        #expect(owners == [first.uniqueName, nil])
        withExtendedLifetime(watch) {}
    }

    @Test("the end of a bus is reported once, and calls to it fail")
    func closing() throws {
        var own: PrivateBus? = try PrivateBus()
        let bus = try Bus(at: try #require(own?.address), on: loop)
        var closed = 0
        bus.onClosed = { closed += 1 }
        own = nil
        wait { closed > 0 }
        #expect(!bus.isOpen)
        var answer: Result<Reply, DBusError>?
        bus.call("org.bluez", "/", "a.b", "C") { answer = $0 }
        wait { answer != nil }
        #expect(throws: DBusError.disconnected) { try answer?.get() }
        #expect(closed == 1)
    }

    @Test("what is no bus is refused in words")
    func refusals() {
        #expect(throws: DBusError.self) { try Bus(at: "unix:path=/nonexistent/bus", on: loop) }
        #expect(throws: DBusError.self) { try Bus(at: "nonsense", on: loop) }
    }
}
