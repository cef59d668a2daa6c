import Foundation

/// A call that waits for a packet.
struct Waiter {
    /// Tells it from others.
    let id: Waiters.ID
    /// What it waits for.
    let expected: MWProtocolLayer.Expectation
    /// When it has waited long enough.
    let deadline: ContinuousClock.Instant
    /// The call.
    let continuation: CheckedContinuation<Data, any Error>
}

/// The calls that wait for packets, oldest first.
struct Waiters {
    /// Of a call.
    typealias ID = Int

    private var lastID = 0
    private var byKey: [PacketKey: [Waiter]] = [:]
    private var keys: [ID: PacketKey] = [:]

    /// Whether there are no waiters.
    var isEmpty: Bool { keys.isEmpty }

    /// The earliest time at which a call has waited long enough.
    var nextDeadline: ContinuousClock.Instant? {
        byKey.values.lazy.compactMap { $0.lazy.map(\.deadline).min() }.min()
    }

    mutating func makeID() -> ID {
        lastID += 1
        return lastID
    }

    mutating func add(_ waiter: Waiter) {
        byKey[waiter.expected.key, default: []].append(waiter)
        keys[waiter.id] = waiter.expected.key
    }

    mutating func remove(_ id: ID) -> Waiter? {
        guard let key = keys.removeValue(forKey: id),
            let index = byKey[key]?.firstIndex(where: { $0.id == id })
        else { return nil }
        return remove(at: index, of: key)
    }

    /// The oldest call that this packet satisfies.
    mutating func remove(for key: PacketKey, isAnswer: Bool, _ packet: Data) -> Waiter? {
        let index = byKey[key]?.firstIndex { waiter in
            waiter.expected.isAnswer.map { $0 == isAnswer } ?? true
                && waiter.expected.matches.map { $0(packet) } ?? true
        }
        guard let index else { return nil }
        return remove(at: index, of: key)
    }

    mutating func removeDue(at time: ContinuousClock.Instant) -> [Waiter] {
        let due = byKey.values.joined().filter { $0.deadline <= time }.sorted { $0.id < $1.id }
        return due.compactMap { remove($0.id) }
    }

    mutating func removeAll() -> [Waiter] {
        let all = byKey.values.joined().sorted { $0.id < $1.id }
        byKey = [:]
        keys = [:]
        return all
    }

    private mutating func remove(at index: Int, of key: PacketKey) -> Waiter? {
        let waiter = byKey[key]?.remove(at: index)
        if byKey[key]?.isEmpty == true { byKey[key] = nil }
        if let waiter { keys[waiter.id] = nil }
        return waiter
    }
}
