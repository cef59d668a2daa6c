import Bluetooth
import Peripheral
import Simulation

/// What the stations and links of one air share.
///
/// They hold it strongly and it holds them: reference counting is a good part of what a
/// notification costs, and weak or unowned references cost several times as much. The circle is
/// opened when the air goes.
final class Medium {
    let clock: Clock
    let trace: Trace
    let radio: Radio
    let seed: UInt64
    var target = TargetID(index: 0)
    var stations: [Station] = []
    var centrals: [CentralState] = []
    private(set) var links: [Link?] = []
    private var buffer = [UInt8](repeating: 0, count: 517)
    private var lastTicket: UInt32 = 0
    private var lastConnection: UInt16 = 0

    init(_ simulation: Simulation, _ radio: Radio) {
        clock = simulation.clock
        trace = simulation.trace
        seed = simulation.seed
        self.radio = radio
    }

    func close() {
        for link in links { link?.abandonWorld() }
        for station in stations { station.abandonWorld() }
        links = []
        stations = []
        centrals = []
    }

    func random(_ purpose: String) -> RandomStream { RandomStream(seed: seed, purpose: purpose) }

    /// Somebody wants to hear advertisements.
    func listen() { for station in stations { station.watch() } }

    var isAnyoneListening: Bool {
        centrals.contains { $0.scanner != nil || !$0.attempts.isEmpty }
    }

    /// A number that no other event has: an event whose ticket is no longer wanted is ignored.
    func ticket() -> UInt32 {
        lastTicket &+= 1
        if lastTicket == 0 { lastTicket = 1 }
        return lastTicket
    }

    /// Schedules an event for a station or link; returns its ticket.
    func post(_ code: UInt32, to index: Int, at time: Instant) -> UInt32 {
        let ticket = ticket()
        clock.schedule(target, code, UInt64(index) | UInt64(ticket) << 32, at: time)
        return ticket
    }

    func connect(_ central: CentralState, _ station: Station, _ attempt: ConnectAttempt) {
        lastConnection = lastConnection == .max ? 1 : lastConnection + 1
        let slot = links.firstIndex { $0 == nil } ?? links.count
        if slot == links.count { links.append(nil) }
        let link = Link(
            slot: slot, id: ConnectionID(lastConnection), medium: self, station: station,
            central: central, parameters: attempt.parameters)
        links[slot] = link
        link.begin(attempt.completion)
    }

    /// The attempt fails if it has not succeeded by then.
    func limit(_ attempt: ConnectAttempt, to timeout: Nanoseconds) {
        clock.schedule(target, Air.Code.connectTimeout, attempt.number, after: timeout)
    }

    func endAttempt(_ number: UInt64) {
        for central in centrals {
            guard let index = central.attempts.firstIndex(where: { $0.number == number }) else {
                continue
            }
            let attempt = central.attempts.remove(at: index)
            return attempt.completion(
                .failure(.timeout(waitingFor: "an advertisement of \(attempt.peer)")))
        }
    }

    func forget(_ link: Link) { links[link.slot] = nil }

    /// A buffer that holds any PDU, lent until it is given back.
    func lendBuffer() -> [UInt8] {
        if buffer.isEmpty { return [UInt8](repeating: 0, count: 517) }
        var lent: [UInt8] = []
        swap(&lent, &buffer)
        return lent
    }

    func takeBack(_ lent: consuming [UInt8]) { buffer = lent }
}
