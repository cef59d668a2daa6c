import EventLoop

/// Our end of a socket that an application has created for values: one packet each.
final class SocketEnd {
    /// Not a descriptor of GATT's.
    typealias Raw = Descriptor

    private let socket: Raw
    private let loop: EventLoop?
    private let onData: (([UInt8]) -> Void)?
    private let onEnd: () -> Void
    private var watch: Watch?

    /// Nothing is read while this is true.
    var isPaused = false {
        didSet { if isPaused != oldValue { listen() } }
    }

    /// - Parameter onEnd: called when the application has closed its end.
    init(
        _ socket: Raw, on loop: EventLoop?, onData: (([UInt8]) -> Void)? = nil,
        onEnd: @escaping () -> Void
    ) {
        self.socket = socket
        self.loop = loop
        self.onData = onData
        self.onEnd = onEnd
        listen()
    }

    /// False if the packet cannot be sent: the application does not read, or is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        let isSent = socket.sendPacket(bytes.span)
        if isSent { loop?.noteOutput() }
        return isSent
    }

    private func listen() {
        watch = loop?.watch(
            socket.number, for: onData != nil && !isPaused ? .readable : []
        ) { [unowned self] readiness in
            if readiness.contains(.readable), onData != nil, !isPaused {
                read()
            } else if !readiness.isDisjoint(with: [.hungUp, .failed]) {
                end()
            }
        }
    }

    private func read() {
        // BlueZ reads no more of a packet.
        switch socket.readPacket(atMost: 512) {
        case .packet(let bytes): onData?(bytes)
        case .nothing: break
        case .ended: end()
        }
    }

    private func end() {
        watch?.cancel()
        watch = nil
        onEnd()
    }
}
