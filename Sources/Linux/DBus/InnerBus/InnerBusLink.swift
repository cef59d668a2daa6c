import EventLoop
import Glibc

/// The link of a program in this process to an ``InnerBus``: what it sends has arrived when the call returns, and what
/// it gets is handled before the bus handles anything else; or in the next turn, while it is sending.
final class InnerBusLink: BusLink {
    private weak var client: InnerBusClient?
    private let loop: EventLoop
    private var handler: (() -> Void)?
    private var incoming: [RoutedMessage] = []
    private var soon: Watch?
    private var sending = 0
    private var isOpen = true

    init(on loop: EventLoop) { self.loop = loop }

    /// The bus's side of it.
    func connect(_ client: InnerBusClient) { self.client = client }

    var takesDescriptors: Bool { true }

    func watch(_ handler: @escaping () -> Void) -> AnyObject? {
        self.handler = handler
        return nil
    }

    /// What is not there now does not come while this thread waits.
    func waitToRead(milliseconds: Int32) -> Bool { !incoming.isEmpty || !isOpen }

    func read(into bytes: inout [UInt8], _ descriptors: inout [Descriptor]) -> BusRead {
        soon = nil
        guard !incoming.isEmpty else { return isOpen ? .nothing : .ended }
        for message in incoming {
            bytes += message.bytes
            descriptors += message.descriptors
        }
        incoming = []
        return .bytes
    }

    func send(_ bytes: [UInt8], descriptors: [Int32]) {
        sending += 1
        defer { sending -= 1 }
        client?.take(
            bytes, descriptors.map { Descriptor(fcntl($0, F_DUPFD_CLOEXEC, Int32(3))) })
    }

    func sendNow(_ bytes: [UInt8]) -> Bool {
        send(bytes, descriptors: [])
        return true
    }

    func flush() {}

    func close() {
        guard isOpen else { return }
        isOpen = false
        handler = nil
        soon = nil
        client?.leave()
    }

    // MARK: The bus's side

    /// Keeps a message until ``handOver()``.
    func deliver(_ message: RoutedMessage) { incoming.append(message) }

    /// Lets the program handle what has come, unless it is in the middle of something.
    func handOver() {
        guard sending > 0 else {
            handler?()
            return
        }
        guard soon == nil else { return }
        soon = loop.after(milliseconds: 0) { [unowned self] in
            soon = nil
            handler?()
        }
    }

    /// The bus is gone.
    func end() {
        guard isOpen else { return }
        isOpen = false
        soon = loop.after(milliseconds: 0) { [unowned self] in
            soon = nil
            let handler = handler
            // What has come before comes before the end.
            if !incoming.isEmpty { handler?() }
            handler?()
        }
    }
}
