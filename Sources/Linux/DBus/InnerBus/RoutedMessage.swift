import EventLoop

/// A message on its way through a bus: what every receiver of it shares.
final class RoutedMessage {
    let message: BusMessage
    /// What came with it.
    let descriptors: [Descriptor]
    /// The message as it is sent.
    private(set) lazy var bytes = message.bytes()
    /// The body's values, for rules about arguments.
    private(set) lazy var values = message.readValues

    init(_ message: BusMessage, _ descriptors: [Descriptor] = []) {
        self.message = message
        self.descriptors = descriptors
    }
}
