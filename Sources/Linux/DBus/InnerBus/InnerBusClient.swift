import EventLoop
import Glibc

/// A client of an ``InnerBus``.
final class InnerBusClient {
    /// Which of all it is, for a fixed order.
    let number: Int
    /// As the system says.
    let credentials: BusCredentials
    /// Since its `Hello`; nil again once it is a monitor.
    var uniqueName: String?
    /// The names that it has or waits for, in the order in which it asked.
    var names: [String] = []
    /// What it wants of messages that are not addressed to it.
    var rules = MatchRules()
    /// What it is shown, if it is a monitor; everything if there are no rules.
    var monitored: [MatchRule]?
    /// Its calls that are not answered, and who has to.
    var calls: [UInt32: InnerBusClient] = [:]
    /// Calls that it has to answer.
    var debts: Set<Debt> = []
    private(set) var isOpen = true

    /// A call of another client.
    struct Debt: Hashable {
        /// The ``InnerBusClient/number`` of the caller.
        var caller: Int
        var serial: UInt32
    }

    private unowned let bus: InnerBus
    private let link: any BusLink
    /// If it is another program.
    private let socket: BusSocket?
    /// If it is in this process.
    private let inner: InnerBusLink?
    private var login: InnerBusLogin?
    private var loginLimit: Watch?
    private var watch: AnyObject?
    private var bytes: [UInt8] = []
    private var descriptors: [Descriptor] = []
    private(set) var takesDescriptors: Bool

    /// A program in this process.
    init(_ number: Int, inProcess link: InnerBusLink, of bus: InnerBus) {
        self.number = number
        self.bus = bus
        self.link = link
        (socket, inner) = (nil, link)
        credentials = .own
        takesDescriptors = true
    }

    /// Another program, which has to log in.
    init(_ number: Int, over socket: BusSocket, of bus: InnerBus) {
        self.number = number
        self.bus = bus
        link = socket
        (self.socket, inner) = (socket, nil)
        credentials = BusCredentials(ofPeer: socket.number)
        takesDescriptors = false
        login = InnerBusLogin(ofUser: credentials.user)
    }

    /// Takes what comes; newcomers have only so long.
    func listen() {
        watch = link.watch { [unowned self] in receive() }
        loginLimit = bus.loop.after(milliseconds: bus.limits.loginMilliseconds) { [unowned self] in
            leave()
        }
    }

    /// Whether it has not said `Hello` yet.
    var isNewcomer: Bool { uniqueName == nil && monitored == nil }

    /// Has said `Hello`.
    func arrive(as name: String) {
        uniqueName = name
        loginLimit = nil
    }

    /// Ends its connection.
    func leave() { bus.drop(self) }

    /// Nothing more is sent or received.
    func close() {
        isOpen = false
        watch = nil
        loginLimit = nil
        bytes = []
        descriptors = []
        link.close()
    }

    /// The bus is gone.
    func end() {
        isOpen = false
        watch = nil
        loginLimit = nil
        calls = [:]
        if let inner { inner.end() } else { link.close() }
    }
}

/// What comes from it.
extension InnerBusClient {
    private func receive() {
        // Handlers may drop it.
        withExtendedLifetime(self) {
            let outcome = link.read(into: &bytes, &descriptors)
            if login != nil { logIn() }
            if login == nil {
                // Nobody asked whether they may come.
                if !takesDescriptors { descriptors = [] }
                takeMessages()
            }
            guard isOpen else { return }
            let isGreedy =
                descriptors.count > bus.limits.queuedDescriptors
                || (bytes.count > bus.limits.spareBytes && bus.heldBytes > bus.limits.heldBytes)
            if outcome == .ended || isGreedy { leave() }
        }
    }

    private func logIn() {
        let answer = login?.take(&bytes) ?? ""
        if !answer.isEmpty { link.send(Array(answer.utf8)) }
        switch login?.state {
        case .begun:
            takesDescriptors = login?.takesDescriptors ?? false
            login = nil
        case .failed: leave()
        // Somebody who asks and does not read.
        default: if let socket, socket.queuedBytes > 1 << 14 { leave() }
        }
    }

    private func takeMessages() {
        var start = 0
        while isOpen, bytes.count - start >= BusMessage.prefixLength {
            guard let length = BusMessage.length(of: bytes[start...]),
                length <= bus.limits.messageBytes
            else { return leave() }
            guard bytes.count - start >= length else { break }
            let own = Array(bytes[start..<start + length])
            start += length
            take(own)
        }
        if isOpen { bytes.removeFirst(start) }
    }

    /// What is not well formed ends the connection: it is no message of anybody's.
    private func take(_ bytes: [UInt8]) {
        guard let message = BusMessage(forwarding: bytes) else { return leave() }
        let count = Int(message.descriptorCount)
        guard count <= bus.limits.descriptors, count <= descriptors.count else { return leave() }
        let own = Array(descriptors.prefix(count))
        descriptors.removeFirst(count)
        bus.take(RoutedMessage(stamped(message), own), from: self)
    }

    /// A message of a program in this process.
    func take(_ bytes: [UInt8], _ descriptors: [Descriptor]) {
        guard isOpen, let message = BusMessage(forwarding: bytes) else { return }
        bus.take(RoutedMessage(stamped(message), descriptors), from: self)
    }

    private func stamped(_ message: BusMessage) -> BusMessage {
        var message = message
        message.sender = uniqueName
        return message
    }
}

/// What goes to it.
extension InnerBusClient {
    /// What is kept for it and of it, in bytes.
    var heldBytes: Int { bytes.count + (socket?.queuedBytes ?? 0) }

    /// Whether it reads enough to get another message.
    func hasRoom(for message: RoutedMessage) -> Bool {
        guard let socket, socket.queuedBytes > 0 else { return true }
        let limits = bus.limits
        return socket.queuedBytes + message.bytes.count <= limits.queuedBytes
            && socket.queuedDescriptors + message.descriptors.count <= limits.queuedDescriptors
            && (socket.queuedBytes <= limits.spareBytes || bus.heldBytes <= limits.heldBytes)
    }

    /// Sends it; false, and nothing is sent, if it does not read.
    @discardableResult
    func send(_ message: RoutedMessage) -> Bool {
        guard isOpen else { return true }
        if let inner {
            inner.deliver(message)
            bus.wake(inner)
            return true
        }
        guard hasRoom(for: message) else { return false }
        link.send(message.bytes, descriptors: message.descriptors.map(\.number))
        return true
    }
}
