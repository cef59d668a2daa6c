import EventLoop
import Glibc
import VirtualRadio

/// Lets hosts attach to the virtual radio: every connection gets a controller of its own.
///
/// All of it happens in the loop's turns and in ``flush()``, on one thread. What a host sends is
/// passed on at once, after ``beforeInput``; answers of controllers are collected until
/// ``flush()``, so that packets of one instant share a system call.
package final class HCIServer {
    /// How many bytes may queue for a host that does not read.
    package struct Limits: Sendable {
        /// Above it the host counts as slow (`HCIPort.isHostSlow`).
        package var high: Int
        /// At or below it, the host no longer counts as slow.
        package var low: Int
        /// Above it the host is disconnected.
        package var most: Int

        /// 64 KiB are two thousand notifications, a second of the busiest link.
        package init(high: Int = 65_536, low: Int = 16_384, most: Int = 4 << 20) {
            self.high = high
            self.low = low
            self.most = most
        }
    }

    /// A place where hosts can attach now.
    package struct Opened: Sendable {
        /// With the port that the system chose.
        package var address: RadioAddress
        /// Whether other machines may reach it.
        package var isReachableFromOutside: Bool
    }

    /// Called before packets are passed on: virtual time must be that of the input.
    package var beforeInput: () -> Void = {}
    /// Called when a host attaches or leaves.
    package var onEvent: (HostEvent) -> Void = { _ in }

    private let loop: EventLoop
    private let limits: Limits
    private let makePort: (_ host: Int, _ name: String) -> any HCIPort
    private var listeners: [Listener] = []
    private var connections: [Int: HostConnection] = [:]
    private var lastNumber = 0
    private var withOutput: [HostConnection] = []
    private let buffer: UnsafeMutableRawBufferPointer

    /// - Parameter makePort: creates the controller of a host; hosts are numbered from 1 in the
    ///   order in which they attach, and named after their origin.
    package init(
        on loop: EventLoop, limits: Limits = Limits(),
        makePort: @escaping (_ host: Int, _ name: String) -> any HCIPort
    ) {
        self.loop = loop
        self.limits = limits
        self.makePort = makePort
        // One read takes whatever a socket usually holds.
        buffer = .allocate(byteCount: 65_536, alignment: 1)
    }

    deinit {
        close()
        buffer.deallocate()
    }

    /// How many hosts are attached.
    package var hostCount: Int { connections.count }

    // MARK: Opening

    /// Lets hosts attach at an address; a name may resolve to several.
    package func open(_ address: RadioAddress) throws(RadioError) -> [Opened] {
        switch address {
        case .tcp(let host, let port):
            return try Listener.tcp(host: host, port: port).map(listen)
        case .unix(let path): return [listen(try Listener.unix(path: path))]
        case .vhci:
            attachKernel(try VHCI.open())
            return [Opened(address: .vhci, isReachableFromOutside: false)]
        }
    }

    private func listen(_ listener: Listener) -> Opened {
        listeners.append(listener)
        look(at: listener)
        return Opened(
            address: listener.address, isReachableFromOutside: listener.isReachableFromOutside)
    }

    private func look(at listener: Listener) {
        listener.watch = loop.watch(listener.descriptor.number, for: .readable) {
            [unowned self, unowned listener] _ in
            acceptHosts(at: listener)
        }
    }

    /// How many hosts one turn accepts at one address, so that the others are served too.
    private static let hostsATurn = 64

    private func acceptHosts(at listener: Listener) {
        for _ in 0..<Self.hostsATurn {
            switch listener.accept() {
            case .host(let descriptor, let name):
                listener.isLacking = false
                attach(descriptor, name, keepsPackets: false)
            case .gone: continue
            case .none: return
            case .lacking(let error):
                // They wait in the system's queue; retrying at once would spin.
                listener.watch = loop.after(milliseconds: 100) {
                    [unowned self, unowned listener] in
                    look(at: listener)
                }
                guard !listener.isLacking else { return }
                listener.isLacking = true
                let fix = error == EMFILE ? "; allow more with `ulimit -n`" : ""
                onEvent(.waiting(address: listener.address, reason: words(for: error) + fix))
                return
            }
        }
    }

    /// Makes a controller for the kernel behind `/dev/vhci`.
    func attachKernel(_ descriptor: Descriptor) {
        attach(descriptor, "vhci", keepsPackets: true)
    }

    private func attach(_ descriptor: Descriptor, _ name: String, keepsPackets: Bool) {
        lastNumber += 1
        beforeInput()
        let connection = HostConnection(
            number: lastNumber, name: name, descriptor: descriptor,
            port: makePort(lastNumber, name), keepsPackets: keepsPackets, limits: limits, loop: loop
        )
        connections[lastNumber] = connection
        connection.port.onOutput = { [unowned self, unowned connection] in
            collect(from: connection)
        }
        connection.onEnding = { [unowned self, unowned connection] in end(connection, $0) }
        connection.reader = loop.watch(descriptor.number, for: .readable) {
            [unowned self, unowned connection] _ in
            read(connection)
        }
        onEvent(.attached(host: lastNumber, name: name))
    }

    private func collect(from connection: HostConnection) {
        guard !connection.hasOutput else { return }
        connection.hasOutput = true
        withOutput.append(connection)
    }

    // MARK: Packets

    /// How many packets one turn reads if each read is one packet.
    private static let readsATurn = 64

    private func read(_ connection: HostConnection) {
        beforeInput()
        for _ in 0..<(connection.keepsPackets ? Self.readsATurn : 1) where connection.isOpen {
            switch connection.descriptor.read(into: buffer) {
            case .done(0): end(connection, connection.ending)
            case .done(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if connection.keepsPackets, VHCI.isAnswer(bytes) {
                    connection.name = VHCI.name(in: bytes)
                    onEvent(.attached(host: connection.number, name: connection.name))
                    continue
                }
                let ending = connection.receive(bytes.bindMemory(to: UInt8.self).span)
                if let ending { end(connection, ending) }
            case .wouldWait: return
            case .failed(let error): end(connection, .failed(words(for: error)))
            }
        }
    }

    /// Writes what controllers have for their hosts. To be called after each turn, once virtual
    /// time is up to date.
    package func flush() {
        // A leaving host may cause output at others: the list grows while it is walked.
        var index = 0
        while index < withOutput.count {
            let connection = withOutput[index]
            index += 1
            connection.hasOutput = false
            guard connection.isOpen else { continue }
            if let ending = connection.flush() { end(connection, ending) }
        }
        withOutput.removeAll(keepingCapacity: true)
    }

    private func end(_ connection: HostConnection, _ ending: HostEnding) {
        guard connection.isOpen else { return }
        connection.close(ending)
        connections[connection.number] = nil
        onEvent(.left(host: connection.number, name: connection.name, ending))
    }

    /// Stops listening, and disconnects all hosts.
    package func close() {
        listeners = []
        let all = connections.values.sorted { $0.number < $1.number }
        // Closing one causes output at another, which is about to close too.
        for connection in all { connection.port.onOutput = nil }
        for connection in all {
            end(connection, .serverClosed)
        }
        withOutput = []
    }
}
