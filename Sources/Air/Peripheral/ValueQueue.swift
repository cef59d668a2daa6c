/// Values for one central that wait until its link takes them, oldest first.
package final class ValueQueue {
    /// More than wait for any central; later values are lost.
    package static let limit = 4_096
    private var waiting: [(value: ValueID, bytes: [UInt8])] = []

    /// An empty queue.
    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds a value, if there is room.
    package func append(_ bytes: [UInt8], of value: ValueID) {
        if waiting.count < Self.limit { waiting.append((value, bytes)) }
    }

    /// Sends values until the link takes no more.
    package func drain(_ send: (Span<UInt8>, ValueID) -> NotificationFate?) {
        while let next = waiting.first {
            if send(next.bytes.span, next.value) == .dropped { return }
            waiting.removeFirst()
        }
    }

    /// Forgets what waits of a value.
    package func removeAll(of value: ValueID) { waiting.removeAll { $0.value == value } }
}
