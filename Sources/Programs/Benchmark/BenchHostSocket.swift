import Bluetooth
import Glibc

/// The smallest host there is: it knows the commands and requests of the benchmarks, and waits for
/// each to be answered.
final class BenchHostSocket {
    private let number: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var framer = H4Framer()
    private var packets: [[UInt8]] = []

    init?(path: String) {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard number >= 0, status == 0 else { return nil }
    }

    deinit { close(number) }

    private func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// How many bytes have come, after at least one; nil at the end.
    private func receive() -> Int? {
        let count = recv(number, &buffer, buffer.count, 0)
        return count > 0 ? count : nil
    }

    /// Waits for a packet; nil at the end.
    private func wait(for isIt: ([UInt8]) -> Bool) -> [UInt8]? {
        while true {
            while !packets.isEmpty {
                let packet = packets.removeFirst()
                if isIt(packet) { return packet }
            }
            guard let count = receive() else { return nil }
            try? framer.receive(buffer.span.extracting(first: count)) { packet in
                packets.append(packet.indices.map { packet[$0] })
            }
        }
    }

    // MARK: Tasks

    func exchange(_ count: Int) {
        var missing = 0
        while true {
            if count > 0, missing <= 0 {
                missing = count
                guard send(attribute([0x0A, 0x03, 0x00], on: 0x0040)) else { return }
            }
            guard let received = receive() else { return }
            missing -= received
        }
    }

    func read(_ handle: UInt16) {
        guard start(), let link = connect(to: 0, interval: 6) else { return }
        let request = attribute([0x0A, UInt8(handle & 0xFF), UInt8(handle >> 8)], on: link)
        while send(request), wait(for: { Self.attributeOpcode($0) == 0x0B }) != nil {}
    }

    func discover() {
        guard start() else { return }
        while let link = connect(to: 0, interval: 6), discoverAll(on: link),
            send([0x01, 0x06, 0x04, 3, UInt8(link & 0xFF), UInt8(link >> 8), 0x13]),
            wait(for: { $0[0] == 4 && $0[1] == 0x05 }) != nil
        {}
    }

    /// Primary services, then characteristics, then every descriptor (Core Vol 3, Part G, 4.4, 4.6
    /// and 4.7), each from where the last answer ended.
    private func discoverAll(on link: UInt16) -> Bool {
        walk(0x10, [0x00, 0x28], on: link) && walk(0x08, [0x03, 0x28], on: link)
            && walk(0x04, [], on: link)
    }

    /// Asks from handle 1 on until nothing is left; false if the connection is gone.
    private func walk(_ opcode: UInt8, _ type: [UInt8], on link: UInt16) -> Bool {
        var handle: UInt16 = 1
        while true {
            let request = [opcode, UInt8(handle & 0xFF), UInt8(handle >> 8), 0xFF, 0xFF] + type
            guard send(attribute(request, on: link)),
                let answer = wait(for: {
                    [0x01, opcode + 1].contains(Self.attributeOpcode($0) ?? 0)
                })
            else { return false }
            guard answer[9] != 0x01, let last = Self.lastHandle(of: answer) else { return true }
            guard last < 0xFFFF else { return true }
            handle = last + 1
        }
    }

    /// The handle at which the answer to a discovery request ends.
    private static func lastHandle(of packet: [UInt8]) -> UInt16? {
        let body = packet[10...]
        guard let form = body.first, form > 0 else { return nil }
        let (size, offset) =
            switch packet[9] {
            // Every entry begins with its handle; of a group its last one follows.
            case 0x11: (Int(form), 2)
            case 0x09: (Int(form), 0)
            default: (form == 1 ? 4 : 18, 0)
            }
        let at = packet.count - size + offset
        guard at >= 11, at + 1 < packet.count else { return nil }
        return UInt16(packet[at]) | UInt16(packet[at + 1]) << 8
    }

    func listen(_ first: Int, _ count: Int, _ handles: BenchHandles) {
        guard start() else { return }
        for number in first..<first + count {
            guard let link = connect(to: number, interval: count == 1 ? 6 : 24),
                write(0x12, [0x01, 0x00], to: handles.configuration, on: link),
                wait(for: { Self.attributeOpcode($0) == 0x13 }) != nil
            else { return }
            guard count > 1 else { continue }
            for packet in Benchmarks.accelerometerStream {
                guard write(0x52, packet, to: handles.command, on: link) else { return }
            }
        }
        while receive() != nil {}
    }

    // MARK: Commands and requests

    /// Reset and Set Event Mask (Core Vol 4, Part E, 7.3.2 and 7.3.1).
    private func start() -> Bool {
        for command: [UInt8] in [
            [0x01, 0x03, 0x0C, 0],
            [0x01, 0x01, 0x0C, 8] + [UInt8](repeating: 0xFF, count: 7) + [0x3F],
        ] {
            guard send(command), wait(for: { $0[1] == 0x0E }) != nil else { return false }
        }
        return true
    }

    /// LE Create Connection (7.8.12); the handle in its LE Connection Complete (7.7.65.1).
    private func connect(to number: Int, interval: UInt8) -> UInt16? {
        let address = (0..<6).map { UInt8(BenchWorld.address(number) >> (8 * $0) & 0xFF) }
        let parameters: [UInt8] =
            [0x60, 0, 0x60, 0, 0, 1] + address + [0, interval, 0, interval, 0, 0, 0, 0x58, 2]
            + [0, 0, 0, 0]
        guard send([0x01, 0x0D, 0x20, UInt8(parameters.count)] + parameters),
            let event = wait(for: { $0[0] == 4 && $0[1] == 0x3E && $0[3] == 1 }), event[4] == 0
        else { return nil }
        return UInt16(event[5]) | UInt16(event[6]) << 8
    }

    private func write(
        _ opcode: UInt8, _ value: [UInt8], to handle: UInt16, on link: UInt16
    ) -> Bool {
        send(attribute([opcode, UInt8(handle & 0xFF), UInt8(handle >> 8)] + value, on: link))
    }

    /// An Attribute Protocol packet in an L2CAP frame in an ACL packet.
    private func attribute(_ payload: [UInt8], on link: UInt16) -> [UInt8] {
        let count = UInt8(payload.count)
        return [0x02, UInt8(link & 0xFF), UInt8(link >> 8), count + 4, 0, count, 0, 4, 0] + payload
    }

    private static func attributeOpcode(_ packet: [UInt8]) -> UInt8? {
        packet[0] == 2 && packet.count > 9 && packet[7] == 4 ? packet[9] : nil
    }
}
