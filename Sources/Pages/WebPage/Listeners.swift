import CSoup
import EventLoop
import Glibc

/// Where a server listens, and the connections that it has accepted.
final class Listeners {
    private let loop: EventLoop
    private let gate: Gate
    private var sockets: [(descriptor: Descriptor, watch: Watch?)] = []
    private var visitors: [Int: Visitor] = [:]
    private var latestNumber = 0
    private var sweeper: Watch?

    /// Of all kinds; the oldest that is no open page makes room for a new one.
    static let mostConnections = 256

    /// - Parameter opened: sockets that listen.
    init(_ opened: [Descriptor], to gate: Gate, on loop: EventLoop) {
        self.loop = loop
        self.gate = gate
        for (index, descriptor) in opened.enumerated() {
            // Accepted sockets inherit these: little is on its way to a browser that falls behind, and one that is
            // gone without a word is noticed.
            descriptor.setOption(SOL_SOCKET, SO_SNDBUF, to: 131_072)
            descriptor.setOption(SOL_SOCKET, SO_RCVBUF, to: 131_072)
            descriptor.setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: 16_384)
            descriptor.setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: 30_000)
            sockets.append((descriptor, nil))
            watch(index)
        }
        scheduleSweep()
    }

    /// Sockets that listen.
    ///
    /// - Parameter port: nil for the usual one, or any free one if that is taken.
    static func open(
        _ host: String, port: UInt16?, usualPort: UInt16
    ) throws(PageServerError) -> [Descriptor] {
        if port == nil, let opened = try? listen(host, usualPort), !opened.isEmpty {
            return opened
        }
        return try listen(host, port ?? 0)
    }

    private static func listen(_ host: String, _ port: UInt16) throws(PageServerError)
        -> [Descriptor]
    {
        let found: [SocketAddress]
        switch SocketAddress.resolve(host, port: port) {
        case .success(let addresses): found = addresses
        case .failure(let error):
            throw PageServerError("`\(host)` is not an address of this machine: \(error.words)")
        }
        var descriptors: [Descriptor] = []
        for var address in found {
            if let first = descriptors.first { address.port = SocketAddress(of: first).port }
            do throws(SystemError) { descriptors.append(try address.listen()) } catch {
                // A machine without IPv6 still has `localhost`.
                guard descriptors.isEmpty, address.description == found.last?.description else {
                    continue
                }
                throw PageServerError("cannot listen at \(address): \(error)")
            }
        }
        return descriptors
    }

    private func watch(_ index: Int) {
        sockets[index].watch = loop.watch(
            sockets[index].descriptor.number, for: .readable
        ) { [unowned self] _ in accept(index) }
    }

    private func accept(_ index: Int) {
        for _ in 0..<32 {
            let descriptor: Descriptor
            do throws(SystemError) {
                descriptor = try sockets[index].descriptor.accept()
            } catch {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.number) {
                    // The next sweep watches again.
                    sockets[index].watch = nil
                }
                return
            }
            if visitors.count >= Self.mostConnections { makeRoom() }
            latestNumber += 1
            let copy = dup(descriptor.number)
            guard copy >= 0 else { return }
            visitors[latestNumber] = Visitor(copy, number: latestNumber, loop, self)
        }
    }

    private func makeRoom() {
        forgetClosed()
        guard visitors.count >= Self.mostConnections else { return }
        let idle = visitors.values.filter { !$0.isPage }
        if let oldest = idle.min(by: { $0.number < $1.number }) { close(oldest) }
    }

    private func forgetClosed() {
        for visitor in visitors.values where visitor.isClosed { close(visitor) }
    }

    func close(_ visitor: Visitor) {
        visitor.cut()
        visitors[visitor.number] = nil
        gate.forget(visitor)
    }

    /// The head of a request is complete.
    func receive(_ visitor: Visitor, stream socket: UnsafeMutablePointer<GSocket>) {
        if !gate.receive(visitor, stream: socket) { close(visitor) }
    }

    private func scheduleSweep() {
        sweeper = loop.after(milliseconds: 1000) { [unowned self] in
            let now = EventLoop.now
            forgetClosed()
            for visitor in visitors.values where visitor.isLate(now) { close(visitor) }
            for index in sockets.indices where sockets[index].watch == nil { watch(index) }
            scheduleSweep()
        }
    }

    /// Cuts every connection, and listens no more.
    func close() {
        for visitor in visitors.values { visitor.cut() }
        visitors = [:]
        sockets = []
        sweeper = nil
    }
}
