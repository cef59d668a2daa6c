import EventLoop
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
    /// Whether it stands in the server's list of those with output.
    var hasOutput = false

    private var writer: Watch?
    private var output = ByteQueue()
    private let limits: HCIServer.Limits
    /// The beginning of a packet whose end has not come.
    private var partial: [UInt8] = []
    /// Bytes of whole packets so far.
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

    /// Hands every packet that is whole now to the port; an ending if the host has to go.
    func receive(_ bytes: Span<UInt8>) -> HostEnding? {
        guard !partial.isEmpty else { return handOver(bytes) }
        for index in bytes.indices { partial.append(bytes[index]) }
        var all: [UInt8] = []
        swap(&all, &partial)
        return handOver(all.span)
    }

    private func handOver(_ bytes: Span<UInt8>) -> HostEnding? {
        var start = 0
        while start < bytes.count, isOpen {
            let rest = bytes.extracting(droppingFirst: start)
            switch PacketBoundary(of: rest, from: .host) {
            case .length(let length) where length <= rest.count:
                port.receive(rest.extracting(first: length))
                start += length
                taken += UInt64(length)
            case .length, .open:
                for index in rest.indices { partial.append(rest[index]) }
                return nil
            case .garbage(let byte): return .garbage(byte: byte, offset: taken)
            }
        }
        return nil
    }

    /// What an end of the stream means here.
    var ending: HostEnding { .closed(openBytes: partial.count) }

    // MARK: To the host

    /// Takes what the controller has and writes as much as there is room for; an ending if the host
    /// has to go.
    func flush() -> HostEnding? {
        output.append { port.takeOutput(into: &$0) }
        return writer == nil ? write() : checkBacklog()
    }

    private func write() -> HostEnding? {
        while !output.isEmpty {
            let outcome = output.withFront(nextWrite) { descriptor.write($0) }
            switch outcome {
            case .done(let count): output.drop(keepsPackets ? nextWrite : count)
            case .wouldWait:
                waitForRoom()
                return checkBacklog()
            case .failed(let error): return .failed(words(for: error))
            }
        }
        writer = nil
        return checkBacklog()
    }

    /// The first packet, where packets are kept apart.
    private var nextWrite: Int {
        guard keepsPackets else { return .max }
        let boundary = output.withFront {
            PacketBoundary(of: $0.bindMemory(to: UInt8.self).span, from: .controller)
        }
        guard case .length(let length) = boundary else { return .max }
        return length
    }

    private func waitForRoom() {
        guard writer == nil else { return }
        writer = loop.watch(descriptor.number, for: .writable) { [unowned self] _ in
            if let ending = write() { onEnding(ending) }
        }
    }

    /// Told when the host has to go because of what a write met outside ``flush()``.
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

    /// Lets the controller go, with a last try to write what it has if the host may still read.
    func close(_ ending: HostEnding) {
        guard isOpen else { return }
        isOpen = false
        reader = nil
        port.onOutput = nil
        if case .failed = ending {} else { _ = flush() }
        writer = nil
        port.detach()
    }
}
