internal import Bluetooth

/// Who listens for advertisements, found by what it listens for: an advertising event costs what
/// those cost who can hear it.
///
/// Each has a place, and whoever hears the same advertisement hears it in the order of places.
struct Listeners {
    private typealias Entry = (place: UInt64, listener: any AirListener)

    private var lastPlace: UInt64 = 0
    /// Those that listen to anything, in the order of their places.
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

    /// Nearly always behind all the others.
    private static func insert(_ entry: Entry, into entries: inout [Entry]) {
        var at = entries.count
        while at > 0, entries[at - 1].place > entry.place { at -= 1 }
        entries.insert(entry, at: at)
    }

    /// How many listen, or may.
    var count: Int { seeking.values.reduce(open.count) { $0 + $1.count } }

    var isAnyoneListening: Bool {
        !seeking.isEmpty || open.contains { $0.listener.isListening }
    }

    /// Those that an advertisement of this address may concern.
    func hearing(_ address: Address) -> [any AirListener] {
        guard let seekers = seeking[address] else { return open.map(\.listener) }
        var all = open
        for seeker in seekers where !all.contains(where: { $0.place == seeker.place }) {
            Self.insert(seeker, into: &all)
        }
        return all.map(\.listener)
    }
}
