import DBus
import EventLoop

/// A receiver's announcement on the network, by avahi-daemon; it ends with this object.
package final class AttitudePublication {
    /// Called with what becomes of it, in words.
    package var onEvent: (String) -> Void = { _ in }
    /// The name under which it is announced; nil until it is.
    package private(set) var publishedName: String?

    private let bus: Bus
    private let port: UInt16
    /// -1 for any, 0 for IPv4, 1 for IPv6.
    private let kind: Int32
    private var name: String
    private var group: String?
    private var states: SignalSubscription?
    private var owner: SignalSubscription?

    /// Announces a listener on the system bus.
    ///
    /// - Throws: an error that says why nothing is announced, for people.
    package convenience init(
        _ listener: AttitudeListener, name: String, on loop: EventLoop
    ) throws(AttitudeTransportError) {
        switch Avahi.connect(on: loop) {
        case .success(let bus): self.init(listener.places, name: name, on: bus)
        case .failure(let absence):
            throw AttitudeTransportError(
                "not announced", "\(absence.why); senders need the host and the port")
        }
    }

    init(_ places: [NetworkPlace], name: String, on bus: Bus) {
        self.bus = bus
        self.name = name
        port = places.first?.port ?? 0
        let isIPv6 = places.map { $0.host.contains(":") }
        kind = isIPv6.allSatisfy { $0 } ? 1 : isIPv6.contains(true) ? -1 : 0
        // A daemon that is started again knows nothing of us.
        owner = bus.watch(name: Avahi.name) { [unowned self] owner in
            forget()
            if owner != nil { begin() }
        }
        begin()
    }

    deinit { bus.close() }

    private func forget() {
        group = nil
        states = nil
        publishedName = nil
    }

    private func begin() {
        bus.avahi("EntryGroupNew") { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply): created(reply.first?.text ?? "/")
            case .failure(let error): onEvent("not announced: \(error)")
            }
        }
    }

    private func created(_ path: String) {
        group = path
        states = bus.subscribe(
            sender: Avahi.name, path: path, interface: Avahi.group, member: "StateChanged"
        ) { [unowned self] signal in
            guard let state = signal.values.first?.number else { return }
            changed(state, signal.values.dropFirst().first?.text ?? "")
        }
        add()
    }

    private func add() {
        guard let group else { return }
        let text = Value.array("ay", Avahi.text.map { .bytes(Array($0.utf8)) })
        bus.avahi(
            "AddService", of: Avahi.group, at: group,
            [
                Avahi.any, .int32(kind), .uint32(0), .string(name), .string(Avahi.type), "", "",
                .uint16(port), text,
            ]
        ) { [weak self] result in
            guard let self, self.group == group else { return }
            switch result {
            case .success: commit(group)
            case .failure(let error) where error.name == Avahi.collision: rename()
            case .failure(let error): onEvent("not announced: \(error)")
            }
        }
    }

    private func commit(_ group: String) {
        bus.avahi("Commit", of: Avahi.group, at: group) { [weak self] result in
            if case .failure(let error) = result { self?.onEvent("not announced: \(error)") }
        }
    }

    /// Another service on the network has this name.
    private func rename() {
        guard let group else { return }
        bus.avahi("GetAlternativeServiceName", [.string(name)]) { [weak self] result in
            guard let self, self.group == group, let new = (try? result.get())?.first?.text
            else { return }
            name = new
            bus.avahi("Reset", of: Avahi.group, at: group) { [weak self] _ in self?.add() }
        }
    }

    /// Avahi's states of a group: 2 is established, 3 a collision, 4 a failure.
    private func changed(_ state: Int, _ why: String) {
        switch state {
        case 2:
            publishedName = name
            onEvent("announced as \(name) (\(Avahi.type))")
        case 3: rename()
        case 4: onEvent("not announced: \(why)")
        default: break
        }
    }
}
