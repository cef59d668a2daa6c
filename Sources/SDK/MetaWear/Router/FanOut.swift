import Foundation
import Synchronization

/// Hands the packets of one register to any number of streams.
final class FanOut: Sendable {
    /// A stream.
    private struct Subscriber {
        let id: Int
        /// The third byte of the packets that it wants; nil for all.
        let index: UInt8?
        let deliver: @Sendable (Data) -> Void
        let finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var isEnded = false
        var lastID = 0
        var subscribers: [Subscriber] = []
    }

    private let state = Mutex(State())

    /// Whether its register is no longer routed to it.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// What the router is given.
    var route: PacketRoute { PacketRoute(deliver: deliver, finish: end) }

    /// A stream of what `read` makes of the packets from now on; it is removed when its consumer releases it.
    ///
    /// - Parameters:
    ///   - index: the third byte of the packets that it wants; nil for all.
    ///   - capacity: how many elements it holds; beyond it the oldest are dropped and counted.
    func stream<Element: Sendable>(
        of index: UInt8?, capacity: Int, drops: DropCounter,
        _ read: @escaping @Sendable (Data) -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(max(1, capacity)))
        let id: Int? = state.withLock { state in
            guard !state.isEnded else { return nil }
            state.lastID += 1
            state.subscribers.append(
                Subscriber(
                    id: state.lastID, index: index,
                    deliver: { packet in
                        guard let element = read(packet) else { return }
                        if case .dropped = continuation.yield(element) { drops.add() }
                    }, finish: { continuation.finish(throwing: $0) }))
            return state.lastID
        }
        guard let id else {
            continuation.finish(
                throwing: MWError.operationFailed("the link ended before the stream began"))
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers.removeAll { $0.id == id } }
        }
        return stream
    }

    /// Whether it has no stream.
    var isEmpty: Bool { state.withLock { $0.subscribers.isEmpty } }

    /// How many streams want packets with this third byte.
    func count(of index: UInt8?) -> Int {
        state.withLock { $0.subscribers.count { $0.index == index } }
    }

    /// Ends the streams that want packets with this third byte.
    func finish(_ index: UInt8?) {
        let ending = state.withLock { state in
            let ending = state.subscribers.filter { $0.index == index }
            state.subscribers.removeAll { $0.index == index }
            return ending
        }
        for subscriber in ending { subscriber.finish(nil) }
    }

    /// Ends all streams.
    func finishAll() {
        let ending = takeAll(isEnd: false)
        for subscriber in ending { subscriber.finish(nil) }
    }

    private func takeAll(isEnd: Bool) -> [Subscriber] {
        state.withLock { state in
            let ending = state.subscribers
            state.subscribers = []
            if isEnd { state.isEnded = true }
            return ending
        }
    }

    @Sendable private func deliver(_ packet: Data) {
        let index = packet.count > 2 ? packet[packet.startIndex + 2] : nil
        for subscriber in state.withLock({ $0.subscribers })
        where subscriber.index == nil || subscriber.index == index {
            subscriber.deliver(packet)
        }
    }

    @Sendable private func end(_ error: (any Error)?) {
        for subscriber in takeAll(isEnd: true) { subscriber.finish(error) }
    }
}

extension MetaWearDevice {
    /// What shares out the packets of a register.
    func fanOut(_ module: MWModule, _ register: UInt8) async -> FanOut {
        let key = PacketKey(module, register)
        if let known = fanOuts[key], !known.isEnded { return known }
        let new = FanOut()
        fanOuts[key] = new
        await router.setRoute(key, new.route)
        return new
    }
}
