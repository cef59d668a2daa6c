internal import Bluetooth

/// The listeners for advertisements, by what they listen for: the cost of an advertising event
/// depends only on the listeners that can receive it.
///
/// Each has a position, and listeners of the same advertisement receive it in the order of
/// positions.
struct Listeners {
    private typealias Entry = (place: UInt64, listener: any AirListener)

    private var lastPlace: UInt64 = 0
    /// Those that listen to everything, in the order of their positions.
    private var open: [Entry] = []
    /// Those that listen to one advertiser only.
    private var seeking: [Address: [Entry]] = [:]

    mutating func nextPlace() -> UInt64 {
        lastPlace += 1
        return lastPlace
    }

    mutating func add(_ listener: any AirListener, at place: UInt64) {
        Self.insert((place, listener), into: &open)
    }

    mutating func remove(_ listener: any AirListener) {
        open.removeAll { $0.listener === listener }
    }

    mutating func add(_ listener: any AirListener, at place: UInt64, seeking address: Address) {
        Self.insert((place, listener), into: &seeking[address, default: []])
    }

    mutating func remove(_ place: UInt64, seeking address: Address) {
        guard var entries = seeking[address] else { return }
        entries.removeAll { $0.place == place }
        seeking[address] = entries.isEmpty ? nil : entries
    }

    /// Nearly always at the end.
    private static func insert(_ entry: Entry, into entries: inout [Entry]) {
        var at = entries.count
        while at > 0, entries[at - 1].place > entry.place { at -= 1 }
        entries.insert(entry, at: at)
    }

    /// The number of listeners.
    var count: Int { seeking.values.reduce(open.count) { $0 + $1.count } }

    var isAnyoneListening: Bool {
        !seeking.isEmpty || open.contains { $0.listener.isListening }
    }

    /// The listeners for advertisements of this address.
    func hearing(_ address: Address) -> [any AirListener] {
        guard let seekers = seeking[address] else { return open.map { $0.listener } }
        var all = open
        for seeker in seekers where !all.contains(where: { $0.place == seeker.place }) {
            Self.insert(seeker, into: &all)
        }
        return all.map { $0.listener }
    }
}
