internal import Bluetooth
internal import Central
internal import EventLoop
internal import HCITransport

/// The far end of an HCI controller's serial transport: complete H4 packets in and out (Core Vol 4,
/// Part A).
final class ControllerSocket {
    /// Called with every packet, indicator byte first.
    var onPacket: (Span<UInt8>) -> Void = { _ in }
    /// Called once when the connection has ended, with the reason.
    var onEnd: (String) -> Void = { _ in }
    private(set) var isOpen = true

    /// The queue's limit in bytes; beyond it the controller has stopped reading.
    private static let mostOutput = 1 << 20

    private let descriptor: Descriptor
    private let loop: EventLoop
    private var framer = H4Framer()
    private var output = ByteQueue()
    private var reader: Watch?
    private var writer: Watch?
    // Lent to the system for each read only.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)

    /// Takes a connected socket.
    init(_ descriptor: Descriptor, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
        reader = loop.watch(descriptor.number, for: .readable) { [unowned self] _ in read() }
    }

    /// Connects to where a controller is served.
    static func open(_ address: RadioAddress, on loop: EventLoop) throws(AccessError)
        -> ControllerSocket
    {
        do throws(RadioError) {
            return ControllerSocket(try address.connect(), on: loop)
        } catch {
            throw .broken("\(error)")
        }
    }

    deinit { buffer.deallocate() }

    private func read() {
        switch descriptor.read(into: buffer) {
        case .done(0):
            let rest = framer.pendingCount
            end(
                "the controller has closed the connection"
                    + (rest > 0 ? " within a packet of which \(rest) bytes had come" : ""))
        case .done(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            take(bytes.bindMemory(to: UInt8.self).span)
        case .wouldWait: break
        case .failed(let error): end(words(for: error))
        }
    }

    private func take(_ bytes: Span<UInt8>) {
        do throws(H4Error) {
            try framer.receive(bytes) { packet in
                guard isOpen else { return }
                if packet[0] == H4PacketType.command.rawValue {
                    return end("it sent a command, which only a host does; is it a host itself?")
                }
                onPacket(packet)
            }
        } catch {
            end("it sent \(error); is it a controller that speaks H4?")
        }
    }

    /// Sends one packet, or as much as fits now and the rest later.
    func send(_ packet: [UInt8]) {
        guard isOpen else { return }
        output.append { $0.append(contentsOf: packet) }
        if output.count > Self.mostOutput {
            end("the controller has stopped reading")
        } else if writer == nil {
            write()
        }
    }

    private func write() {
        while !output.isEmpty {
            switch output.withFront(.max, descriptor.write) {
            case .done(let count): output.drop(count)
            case .wouldWait:
                guard writer == nil else { return }
                writer = loop.watch(descriptor.number, for: .writable) { [unowned self] _ in
                    write()
                }
                return
            case .failed(let error): return end(words(for: error))
            }
        }
        writer = nil
    }

    private func end(_ why: String) {
        guard isOpen else { return }
        close()
        onEnd(why)
    }

    /// Closes it without calling back.
    func close() {
        isOpen = false
        reader = nil
        writer = nil
    }
}
