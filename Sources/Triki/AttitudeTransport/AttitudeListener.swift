import AttitudeStream
import EventLoop
import Glibc

/// Where senders of attitudes connect: the receiver's end of their streams.
///
/// One sender counts at a time. A new one replaces the one before, which may be gone without a word,
/// as a phone is that has lost its network.
package final class AttitudeListener {
    /// Called with the newest attitude of those that have arrived together.
    package var onAttitude: (Attitude) -> Void = { _ in }
    /// Called when the sender has taken a new zero.
    package var onRezero: () -> Void = {}
    /// Called with what happens to senders, in words.
    package var onEvent: (String) -> Void = { _ in }
    /// Called before anything that has arrived is used.
    package var beforeInput: () -> Void = {}
    /// Where it listens, with the port that the system chose.
    package private(set) var places: [NetworkPlace] = []
    /// Whether other machines can connect.
    package private(set) var isReachableFromOutside = false
    /// Frames that all senders have delivered so far.
    package private(set) var received = 0

    private let loop: EventLoop
    private let clock: () -> Double
    private var sockets: [Descriptor] = []
    private var watches: [Watch] = []
    private var stream: AttitudeInput?
    /// A pause while the process has no descriptor left for another sender.
    private var pause: Watch?

    /// What a stalled receiver's system keeps for it: about three seconds at 60 Hz.
    private static let buffer: Int32 = 16_384

    /// Listens on each address of a place.
    ///
    /// - Parameter clock: in seconds; by default the loop's.
    package init(
        at place: NetworkPlace, on loop: EventLoop,
        clock: @escaping () -> Double = { Double(EventLoop.now) * 1e-9 }
    ) throws(AttitudeTransportError) {
        self.loop = loop
        self.clock = clock
        let addresses: [SocketAddress]
        switch SocketAddress.resolve(place.host, port: place.port) {
        case .success(let found): addresses = found
        case .failure(let error):
            throw AttitudeTransportError(
                place, "\(error.words); write a name or address of this machine")
        }
        var problem = SystemError(number: EADDRNOTAVAIL)
        for var address in addresses {
            if let first = places.first { address.port = first.port }
            do throws(SystemError) {
                add(try address.listen())
            } catch {
                problem = error
                // A machine without IPv6 still has `localhost`.
                let isLacking = [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.number)
                if !isLacking, place.port != 0 || places.isEmpty {
                    throw Self.refusal(place, error)
                }
            }
        }
        guard !places.isEmpty else { throw Self.refusal(place, problem) }
        watchSockets()
    }

    private static func refusal(
        _ place: NetworkPlace, _ error: SystemError
    ) -> AttitudeTransportError {
        let fix =
            switch error.number {
            case EADDRINUSE: "; choose another port, or 0 for a free one"
            case EACCES: "; choose a port from 1024 on"
            case EADDRNOTAVAIL: "; write a name or address of this machine"
            default: ""
            }
        return AttitudeTransportError(place, "\(error)\(fix)")
    }

    private func add(_ socket: Descriptor) {
        let address = SocketAddress(of: socket)
        places.append(NetworkPlace(host: address.host, port: address.port))
        if !address.isLoopback { isReachableFromOutside = true }
        // Its connections inherit it.
        socket.setOption(SOL_SOCKET, SO_RCVBUF, to: Self.buffer)
        sockets.append(socket)
    }

    private func watchSockets() {
        watches = sockets.map { socket in
            loop.watch(socket.number, for: .readable) { [unowned self, unowned socket] _ in
                accept(from: socket)
            }
        }
    }

    private func accept(from socket: Descriptor) {
        let descriptor: Descriptor
        do throws(SystemError) { descriptor = try socket.accept() } catch {
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.number) {
                onEvent("a sender has to wait: \(error)")
                // It would be ready in every turn.
                watches = []
                pause = loop.after(milliseconds: 1000) { [unowned self] in watchSockets() }
            }
            return
        }
        stream?.end("a new sender has taken its place")
        let stream = AttitudeInput(
            descriptor, name: "\(SocketAddress(ofPeer: descriptor))", of: self, clock: clock)
        self.stream = stream
        onEvent("sender \(stream.name) has connected")
        stream.watch(on: loop)
    }

    /// The newest attitude; nil before the first, and once it is stale.
    package var attitude: Attitude? { stream?.current }

    /// Frames of the current stream that were refused, because a number in them is not finite or
    /// their kind is not known.
    package var refused: Int { stream?.refused ?? 0 }

    /// Closes all sockets.
    package func close() {
        stream?.close()
        stream = nil
        watches = []
        sockets = []
        pause = nil
    }
}

/// What one stream reports.
extension AttitudeListener {
    func take(_ frames: Int, rezeros: Int, _ attitude: Attitude?) {
        received += frames
        for _ in 0..<rezeros { onRezero() }
        if let attitude { onAttitude(attitude) }
    }

    func ended(_ ended: AttitudeInput, _ why: String) {
        if ended === stream { stream = nil }
        onEvent("sender \(ended.name) \(why): \(ended.summary)")
    }
}
