import EventLoop

/// How a connection reaches its bus: a socket, or a bus within this process.
protocol BusLink: AnyObject {
    /// Whether it can carry descriptors.
    var takesDescriptors: Bool { get }
    /// Calls `handler` when there is something to read, as long as the result lives.
    func watch(_ handler: @escaping () -> Void) -> AnyObject?
    /// Waits until there is something to read; false on timeout.
    func waitToRead(milliseconds: Int32) -> Bool
    /// Reads what is available.
    func read(into bytes: inout [UInt8], _ descriptors: inout [Descriptor]) -> BusRead
    /// Sends a message after everything queued; descriptors are duplicated if they are queued too.
    func send(_ bytes: [UInt8], descriptors: [Int32])
    /// Sends a message unless something is or would be queued; then returns false and keeps nothing
    /// of it.
    func sendNow(_ bytes: [UInt8]) -> Bool
    /// Waits until everything is sent, or cannot be.
    func flush()
    /// Nothing more is sent or received.
    func close()
}

extension BusLink {
    func send(_ bytes: [UInt8]) { send(bytes, descriptors: []) }
}

/// What there was to read.
enum BusRead {
    case bytes, nothing, ended
}
