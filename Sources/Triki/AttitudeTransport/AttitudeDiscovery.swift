import DBus
import EventLoop

/// Finds a receiver by avahi-daemon when the user names none.
package final class AttitudeDiscovery {
    /// A receiver on the network.
    package struct Found: Equatable, Sendable {
        /// As it is announced.
        package var name: String
        package var place: NetworkPlace
        /// Whether it is reached over this machine's own loop, or by an address of this link alone.
        var isRoundabout: Bool
    }

    /// Each name once, in the order in which they were found.
    package private(set) var found: [Found] = []
    private let bus: Bus
    private var signals: SignalSubscription?
    /// The browser's object; its signals may come before its name is known.
    private var path: String?
    private var early: [Signal] = []
    private var resolving = 0
    private var hasAll = false
    private var failure: String?

    /// How long a receiver may take to answer, in milliseconds.
    private static let patience: UInt32 = 5_000

    /// The only receiver on the network; waits for it.
    package static func find(on loop: EventLoop) throws(AttitudeTransportError) -> NetworkPlace {
        switch Avahi.connect(on: loop) {
        case .success(let bus): return try AttitudeDiscovery(bus).only(on: loop)
        case .failure(let absence):
            throw AttitudeTransportError(
                "no receiver is named", "\(absence.why), so none can be found; write its HOST:PORT")
        }
    }

    init(_ bus: Bus) {
        self.bus = bus
        signals = bus.subscribe(sender: Avahi.name, interface: Avahi.browser) {
            [unowned self] signal in
            if path == nil { early.append(signal) } else { take(signal) }
        }
        bus.avahi(
            "ServiceBrowserNew",
            [Avahi.any, Avahi.any, .string(Avahi.type), "", .uint32(0)]
        ) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                path = reply.first?.text
                for signal in early { take(signal) }
                early = []
            case .failure(let error): failure = "\(error)"
            }
        }
    }

    deinit { bus.close() }

    private func take(_ signal: Signal) {
        guard signal.path == path else { return }
        switch signal.member {
        case "ItemNew": resolve(signal.values)
        case "AllForNow": hasAll = true
        case "Failure": failure = signal.values.first?.text ?? "the search failed"
        default: break
        }
    }

    /// An item's interface, protocol, name, type and domain; the resolver takes the same.
    private func resolve(_ item: [Value]) {
        guard item.count >= 5 else { return }
        resolving += 1
        bus.avahi("ResolveService", Array(item[..<5]) + [Avahi.any, .uint32(0)]) {
            [weak self] result in
            guard let self else { return }
            resolving -= 1
            // One that has gone meanwhile is none.
            if let values = try? result.get().values { add(values) }
        }
    }

    private func add(_ values: [Value]) {
        guard values.count >= 9, let interface = values[0].number, let name = values[2].text,
            var host = values[7].text, let number = values[8].number,
            let port = UInt16(exactly: number)
        else { return }
        // An address of one link needs the link.
        let isOfLink = host.lowercased().hasPrefix("fe80:")
        if isOfLink { host += "%\(interface)" }
        let isRoundabout = isOfLink || host.hasPrefix("127.") || host == "::1"
        let new = Found(
            name: name, place: NetworkPlace(host: host, port: port), isRoundabout: isRoundabout)
        guard let index = found.firstIndex(where: { $0.name == name }) else {
            return found.append(new)
        }
        if found[index].isRoundabout, !isRoundabout { found[index] = new }
    }

    /// Waits until something is found and nothing is on its way, or the patience ends.
    func only(on loop: EventLoop) throws(AttitudeTransportError) -> NetworkPlace {
        var isLate = false
        let limit = loop.after(milliseconds: Self.patience) { isLate = true }
        defer { limit.cancel() }
        while !isLate, failure == nil, found.isEmpty || resolving > 0 || !hasAll {
            loop.turn(mayBlock: true)
        }
        if let failure {
            throw AttitudeTransportError("no receiver is named", "avahi-daemon says: \(failure)")
        }
        guard let first = found.first else {
            throw AttitudeTransportError(
                "no receiver is named",
                "none announces itself as \(Avahi.type); start one, such as"
                    + " `boardsim attitude show 0.0.0.0:9100`, or write its HOST:PORT")
        }
        guard found.count == 1 else {
            let list = found.map { "\($0.name) is \($0.place)" }.joined(separator: ", ")
            throw AttitudeTransportError(
                "no receiver is named", "there are several: \(list); write one of them")
        }
        return first.place
    }
}
