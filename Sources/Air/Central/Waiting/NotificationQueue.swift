internal import Bluetooth
public import Peripheral
public import Simulation

/// Received notifications that were not taken yet, for code that takes them one by one; taking the next one runs the
/// simulation until it comes.
public final class NotificationQueue {
    /// One notification or indication.
    public struct Element: Sendable, Equatable {
        /// When it arrived.
        public var time: Instant
        /// The value.
        public var bytes: [UInt8]
    }

    /// A separate object, so that the link does not hold the connection that holds its world.
    private final class Buffer {
        var elements: [Element] = []
    }

    private let connection: Connection
    private let buffer = Buffer()

    init(
        of characteristic: RemoteCharacteristic, _ kind: Subscription, on connection: Connection
    ) throws(CentralError) {
        self.connection = connection
        try connection.subscribeAndWait(to: characteristic, kind) { [buffer] time, bytes in
            buffer.elements.append(Element(time: time, bytes: bytes.array()))
        }
    }

    /// The number that can be taken at once.
    public var count: Int { buffer.elements.count }

    /// The oldest one; runs the simulation until there is one.
    public func nextAndWait(
        within limit: Nanoseconds = .seconds(60)
    ) throws(CentralError) -> Element {
        try connection.central.wait(
            until: { count > 0 || !connection.isOpen }, "a notification", within: limit)
        guard count > 0 else { throw connection.state.gone }
        return buffer.elements.removeFirst()
    }
}

extension Connection {
    /// Turns notifications (or indications) on and queues them.
    public func notificationsAndWait(
        of characteristic: RemoteCharacteristic, _ kind: Subscription = .notifications
    ) throws(CentralError) -> NotificationQueue {
        try NotificationQueue(of: characteristic, kind, on: self)
    }
}
