/// A link for a peripheral on a bench: it takes every notification and keeps its bytes.
package final class RecordingLink: PeripheralLink {
    /// The notifications, oldest first.
    package var notified: [[UInt8]] = []

    package init() {}

    package func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        notified.append(bytes.indices.map { bytes[$0] })
        return .sent
    }

    package func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { .discarded(.notSubscribed) }

    package func disconnect(_ connection: ConnectionID) {}
    package func vanish(_ connection: ConnectionID) {}
    package func request(
        _ parameters: ConnectionParameterRequest, from connection: ConnectionID
    ) {}
    package func advertisementChanged() {}
    package func servicesChanged() {}
}
