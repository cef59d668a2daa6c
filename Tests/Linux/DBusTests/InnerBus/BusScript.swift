import DBusPeer
import EventLoop
import Glibc
import Testing

@testable import DBus

/// What clients of a bus do, and what each of them is told: a line a message, with clients' names instead of unique ones.
final class BusScript {
    let bus: BusUnderTest
    private(set) var lines: [String] = []
    private var clients: [(name: String, client: RawClient)] = []
    private var names: [(unique: String, name: String)] = []
    /// Who only listens.
    private var monitors: Set<String> = []
    private var fences: UInt32 = 0
    /// Serials of fences, which nobody is interested in.
    private static let firstFence: UInt32 = 1_000_000

    init(_ kind: BusUnderTest.Kind, limits: BusLimits = BusLimits()) throws {
        bus = try BusUnderTest(kind, limits: limits)
    }

    func client(_ name: String) -> RawClient {
        guard let found = clients.first(where: { $0.name == name }) else {
            preconditionFailure("there is no client \(name)")
        }
        return found.client
    }

    /// A unique name.
    func unique(_ name: String) -> String { names.last { $0.name == name }?.unique ?? "" }

    // MARK: What clients do

    /// Comes, logs in, and says nothing more.
    func connect(_ name: String, descriptors: Bool = true) throws {
        let client = try RawClient(at: bus.path)
        client.write(Array("\0AUTH EXTERNAL \(RawClient.user)\r\n".utf8))
        let isIn = bus.wait(for: [client]) { client.bytes.count > 10 }
        #expect(isIn && client.takeText().hasPrefix("OK "))
        if descriptors {
            client.write(Array("NEGOTIATE_UNIX_FD\r\n".utf8))
            _ = bus.wait(for: [client]) { !client.bytes.isEmpty }
            #expect(client.takeText() == "AGREE_UNIX_FD\r\n")
        }
        client.write(Array("BEGIN\r\n".utf8))
        clients.append((name, client))
    }

    /// Comes with all that belongs to it.
    func join(_ names: String..., descriptors: Bool = true) throws {
        for name in names {
            try connect(name, descriptors: descriptors)
            let client = client(name)
            send(name, Self.call("Hello"))
            let all = clients.map(\.client)
            _ = bus.wait(for: all) { client.bytes.count > 64 }
            settle(named: name)
        }
    }

    static func call(_ member: String, _ values: [Value] = []) -> BusMessage {
        var call = BusMessage.call(Bus.name, Bus.path, Bus.name, member, values)
        call.wantsNoStart = false
        return call
    }

    /// Sends without waiting.
    func send(_ name: String, _ message: BusMessage, descriptors: [Int32] = []) {
        let client = client(name)
        var message = message
        if message.serial == 0 {
            client.lastSerial += 1
            message.serial = client.lastSerial
        }
        message.descriptorCount = UInt32(descriptors.count)
        client.write(message.bytes(), descriptors: descriptors)
    }

    /// Calls the bus, and waits for everything that comes of it.
    func call(_ name: String, _ member: String, _ values: Value...) {
        say("\(name): \(member)")
        send(name, Self.call(member, values))
        settle()
    }

    /// Sends a message, and waits for everything that comes of it.
    func tell(_ name: String, _ message: BusMessage, descriptors: [Int32] = []) {
        say("\(name): \(message.member ?? "\(message.kind)")")
        send(name, message, descriptors: descriptors)
        settle()
    }

    func write(_ name: String, _ bytes: [UInt8], _ words: String) {
        say("\(name): \(words)")
        client(name).write(bytes)
        settle()
    }

    /// Becomes a monitor; further messages of it would end it.
    func monitor(_ name: String, _ rules: [String]) {
        say("\(name): BecomeMonitor")
        var call = Self.call("BecomeMonitor", [.strings(rules), .uint32(0)])
        call.interface = "org.freedesktop.DBus.Monitoring"
        send(name, call)
        monitors.insert(name)
        settle()
    }

    func leave(_ name: String) {
        say("\(name): leaves")
        clients.removeAll { $0.name == name }
        // Its end is noticed by the bus in a turn of its own.
        settle()
        settle()
    }

    func say(_ line: String) { lines.append(line) }

    // MARK: What they are told

    /// Waits until everything that was sent has arrived, and writes it down.
    func settle(named newcomer: String? = nil) {
        if let newcomer { take(clients.filter { $0.name == newcomer }) }
        let all = clients.map(\.client)
        var last: UInt32 = 0
        // In their order: what one has sent before its fence is in the next one's socket before the answer to its own.
        for (name, client) in clients
        where !client.isClosed && !monitors.contains(name)
            && names.contains(where: { $0.name == name })
        {
            fences += 1
            var fence = Self.call("Ping")
            fence.interface = "org.freedesktop.DBus.Peer"
            fence.serial = Self.firstFence + fences
            last = fence.serial
            client.write(fence.bytes())
            let isBack = bus.wait(for: all) { client.isClosed || client.hasAnswer(to: last) }
            #expect(isBack, "\(name) is not answered")
        }
        for (name, client) in clients where monitors.contains(name) && !client.isClosed && last > 0
        {
            _ = bus.wait(for: all) { client.isClosed || client.hasAnswer(to: last) }
        }
        take(clients)
    }

    private func take(_ some: [(name: String, client: RawClient)]) {
        for (name, client) in some {
            for message in client.takeMessages() {
                if message.kind == .reply, message.replySerial == 1, message.sender == Bus.name,
                    let unique = message.values?.first?.text, unique.hasPrefix(":"),
                    !names.contains(where: { $0.name == name && $0.unique == unique }),
                    message.destination == unique
                {
                    names.append((unique, name))
                }
                let numbers = [message.serial, message.replySerial]
                guard !numbers.contains(where: { $0 > Self.firstFence }) else { continue }
                lines.append("  \(name) < \(words(message))")
            }
            if client.isClosed {
                lines.append("  \(name) is disconnected")
                clients.removeAll { $0.client === client }
            }
        }
    }

    private func words(_ message: BusMessage) -> String {
        var parts = ["\(message.kind)\(message.wantsNoReply ? "!" : "")"]
        // The bus numbers as it likes.
        if let sender = message.sender, sender != Bus.name { parts.append("#\(message.serial)") }
        if message.replySerial > 0 { parts.append("to #\(message.replySerial)") }
        parts.append("\(message.sender ?? "-") > \(message.destination ?? "-")")
        if let path = message.path { parts.append(path) }
        parts += [message.interface, message.member, message.errorName].compactMap { $0 }
        parts.append(message.signature)
        parts.append("(" + (message.values ?? []).map(\.words).joined(separator: ", ") + ")")
        if message.descriptorCount > 0 { parts.append("\(message.descriptorCount) descriptors") }
        var text = parts.joined(separator: " ").replacing("org.freedesktop.DBus", with: "DBus")
        // Longer ones first: `:1.1` begins `:1.10`.
        for (unique, name) in names.sorted(by: { $0.unique.utf8.count > $1.unique.utf8.count }) {
            text = text.replacing(unique, with: "<\(name)>")
        }
        return text.replacing("\n", with: "\\n")
    }

    var transcript: String { lines.joined(separator: "\n") }
}

extension RawClient {
    /// Whether an answer is among what has come and was not taken.
    func hasAnswer(to serial: UInt32) -> Bool {
        var start = 0
        while bytes.count - start >= BusMessage.prefixLength,
            let length = BusMessage.length(of: bytes[start...]), bytes.count - start >= length
        {
            let message = BusMessage(Array(bytes[start..<start + length]))
            if message?.replySerial == serial { return true }
            start += length
        }
        return false
    }
}
