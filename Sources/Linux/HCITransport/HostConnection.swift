import Bluetooth
import EventLoop
import Glibc
import VirtualRadio

/// One host and its controller: bytes in, packets to the port, packets out.
final class HostConnection {
    let number: Int
    var name: String
    let descriptor: Descriptor
    let port: any HCIPort
    /// Whether the descriptor keeps packets apart: then each read and each write is one of them.
    let keepsPackets: Bool
    var reader: Watch?
    private(set) var isOpen = true
    /// Whether it is in the server's list of hosts with output.
    var hasOutput = false

    private var writer: Watch?
    private var output = ByteQueue()
    private let limits: HCIServer.Limits
    private var framer = H4Framer()
    /// Bytes of complete packets so far.
    private var taken: UInt64 = 0
    private unowned let loop: EventLoop

    init(
        number: Int, name: String, descriptor: Descriptor, port: any HCIPort, keepsPackets: Bool,
        limits: HCIServer.Limits, loop: EventLoop
    ) {
        self.number = number
        self.name = name
        self.descriptor = descriptor
        self.port = port
        self.keepsPackets = keepsPackets
        self.limits = limits
        self.loop = loop
    }

    // MARK: From the host

    /// Passes every complete packet to the port; returns an ending if the host must be
    /// disconnected.
    func receive(_ bytes: Span<UInt8>) -> HostEnding? {
        var ending: HostEnding?
        do throws(H4Error) {
            try framer.receive(bytes) { packet in
                guard isOpen, ending == nil else { return }
                if packet[0] == H4PacketType.event.rawValue {
                    ending = .garbage("an event packet, which only a controller sends", at: taken)
                    return
                }
                taken += UInt64(packet.count)
                port.receive(packet)
            }
        } catch {
            ending = ending ?? .garbage("\(error)", at: taken)
        }
        return ending
    }

    /// What an end of the stream means here.
    var ending: HostEnding { .closed(openBytes: framer.pendingCount) }

    // MARK: To the host

    /// Takes the controller's output and writes as much as fits; returns an ending if the host must
    /// be disconnected.
    func flush() -> HostEnding? {
        output.append { port.takeOutput(into: &$0) }
        return writer == nil ? write() : checkBacklog()
    }

    private func write() -> HostEnding? {
        while !output.isEmpty {
            let outcome = output.withFront(nextWrite) { descriptor.write($0) }
            switch outcome {
            case .done(let count):
                loop.noteOutput()
                output.drop(keepsPackets ? nextWrite : count)
            case .wouldWait:
                waitForRoom()
                return checkBacklog()
            // The kernel accepts nothing from a controller that it has switched off, but keeps it.
            case .failed(ENXIO) where keepsPackets: output.drop(nextWrite)
            case .failed(let error): return .failed(words(for: error))
            }
        }
        writer = nil
        return checkBacklog()
    }

    /// The first packet, where packets are kept apart.
    private var nextWrite: Int {
        guard keepsPackets else { return .max }
        return output.withFront {
            let bytes = $0.bindMemory(to: UInt8.self).span
            let type = bytes.isEmpty ? nil : H4PacketType(rawValue: bytes[0])
            guard let type, bytes.count >= type.headerLength else { return .max }
            return type.packetLength(bytes)
        }
    }

    private func waitForRoom() {
        guard writer == nil else { return }
        writer = loop.watch(descriptor.number, for: .writable) { [unowned self] _ in
            if let ending = write() { onEnding(ending) }
        }
    }

    /// Called when the host must be disconnected because of a write outside ``flush()``.
    var onEnding: (HostEnding) -> Void = { _ in }

    private func checkBacklog() -> HostEnding? {
        let count = output.count
        if count > limits.most { return .tooSlow(waitingBytes: count) }
        if count > limits.high {
            if !port.isHostSlow { port.isHostSlow = true }
        } else if count <= limits.low, port.isHostSlow {
            port.isHostSlow = false
        }
        return nil
    }

    // MARK: The end

    /// Releases the controller, with a last attempt to write its output if the host may still read.
    func close(_ ending: HostEnding) {
        guard isOpen else { return }
        isOpen = false
        reader = nil
        port.onOutput = nil
        if case .failed = ending {} else { _ = flush() }
        writer = nil
        descriptor.endConnection()
        port.detach()
    }
}
