package import Bluetooth
package import Central
internal import EventLoop
import Peripheral
internal import Simulation
import VirtualRadio

/// The peers that a host wants links to, and what the controller does about it: it has one attempt at a time, for one
/// peer or for all on its list.
struct LinkInitiator {
    /// A link that somebody waits for.
    struct Wish {
        let peer: Address
        var isCancelled = false
        let done: (Result<HostLink, AccessError>) -> Void
    }

    enum Phase {
        case idle
        /// Commands for an attempt are on their way.
        case starting
        /// The controller waits for one of these.
        case waiting([Address])
        /// The attempt is cancelled, and its end is not reported yet.
        case cancelling
    }

    var wishes: [Wish] = []
    var phase = Phase.idle
    /// Since when the controller is to end its attempt, in wall-clock time.
    var cancelledSince: Int64?
}

extension HCIHost {
    /// Connects as soon as the peer advertises, and tries again as long as a link fails to be established (Core Vol
    /// 6, Part B, 4.5). There is no time limit.
    package func connect(
        to peer: Address, _ done: @escaping (Result<HostLink, AccessError>) -> Void
    ) {
        if let failure { return done(.failure(failure)) }
        guard !links.contains(where: { $0.peer == peer }),
            !initiator.wishes.contains(where: { $0.peer == peer })
        else { return done(.failure(.unable("there is a link to \(peer) already"))) }
        initiator.wishes.append(LinkInitiator.Wish(peer: peer, done: done))
        updateInitiator()
    }

    /// Ends an attempt. Its callback gets the link if it has come about meanwhile, and fails otherwise.
    package func cancelConnecting(to peer: Address) {
        guard let index = initiator.wishes.firstIndex(where: { $0.peer == peer }) else { return }
        initiator.wishes[index].isCancelled = true
        updateInitiator()
    }

    func updateInitiator() {
        switch initiator.phase {
        case .starting, .cancelling: break
        case .idle:
            for wish in takeWishes(where: \.isCancelled) {
                wish.done(.failure(.timedOut("a connection to \(wish.peer)")))
            }
            // A callback may have begun the next attempt.
            if case .idle = initiator.phase, !wanted.isEmpty { initiate(wanted) }
        case .waiting(let peers):
            if wanted != peers || initiator.wishes.contains(where: \.isCancelled) {
                cancelAttempt()
            }
        }
    }

    /// The peers that the controller is to connect to. One whose last link it has not ended comes
    /// later: it allows a single link to each (Core Vol 4, Part E, 7.8.12).
    private var wanted: [Address] {
        initiator.wishes.filter { !$0.isCancelled }.map(\.peer).filter { peer in
            !leaving.contains { $0.link.peer == peer }
        }
    }

    private func takeWishes(
        where isMeant: (LinkInitiator.Wish) -> Bool
    ) -> [LinkInitiator.Wish] {
        let taken = initiator.wishes.filter(isMeant)
        initiator.wishes.removeAll(where: isMeant)
        return taken
    }

    /// Asks the controller to connect to the first of these that advertises.
    private func initiate(_ peers: [Address]) {
        initiator.phase = .starting
        // The shortest interval: what cases time is late by at most two of them.
        let timing = ConnectionParameters.fastest.timing
        // Scan continuously, 60 ms on each channel.
        var request = HCIParameters(
            .leCreateConnection, [.interval: 0x0060, .window: 0x0060, .own: Self.ownType])
        request.set(timing)
        var steps: [(HCIHost, @escaping Done) -> Void] = []
        if peers.count == 1 {
            request.set(PeerAddress(peers[0]))
        } else {
            request[.filterPolicy] = 1
            steps.append { $0.perform(HCIParameters(.leClearAcceptList), $1) }
            for peer in peers {
                var entry = HCIParameters(.leAddToAcceptList)
                entry.set(PeerAddress(peer))
                steps.append { [entry] in $0.perform(entry, $1) }
            }
        }
        steps.append { [request] in $0.perform(request, $1) }
        inOrder(steps) { [weak self] result in
            guard let self, case .starting = initiator.phase else { return }
            switch result {
            case .success: initiator.phase = .waiting(peers)
            case .failure(let error):
                initiator.phase = .idle
                for wish in takeWishes(where: { peers.contains($0.peer) }) {
                    wish.done(.failure(error))
                }
            }
            updateInitiator()
        }
    }

    private func cancelAttempt() {
        initiator.phase = .cancelling
        initiator.cancelledSince = clock.wall
        send(HCIParameters(.leCreateConnectionCancel)) { [weak self] answer in
            guard let self, case .cancelling = initiator.phase, answer.status != 0,
                answer.status != HCIStatus.commandDisallowed.rawValue
            else { return }
            // With Command Disallowed the link has just come about, and its event is on the way.
            fail(
                "the controller refused to cancel the connection attempt:"
                    + " \(Self.words(answer.status))")
        }
    }

    /// LE Connection Complete.
    func connected(_ status: UInt8, _ handle: UInt16, _ peer: Address) {
        let phase = initiator.phase
        initiator.phase = .idle
        initiator.cancelledSince = nil
        switch HCIStatus(rawValue: status) {
        case .success:
            if case .idle = phase {
                return fail("it made a connection to \(peer) without being asked")
            }
            let link = begin(handle, to: peer)
            let wish = takeWishes { $0.peer == peer }.first
            // Its request was cancelled.
            if wish == nil { disconnect(link) }
            wish?.done(.success(link))
        case .failedToEstablish, .unknownConnection: break
        default:
            guard case .waiting(let peers) = phase else { break }
            for wish in takeWishes(where: { peers.contains($0.peer) }) {
                wish.done(
                    .failure(
                        .unable(
                            "\(place): no connection to \(wish.peer): \(Self.words(status))")))
            }
        }
        updateInitiator()
    }

    /// Ends a link; its `onEnd` is called when it is over.
    package func disconnect(_ link: HostLink) {
        send(.disconnect(link.handle, .remoteUserTerminated)) { [weak self, weak link] answer in
            // It may have ended by itself: then the controller no longer knows it.
            guard let self, let link, links.contains(where: { $0 === link }), answer.status != 0
            else { return }
            fail("the controller does not disconnect: \(Self.words(answer.status))")
        }
    }

    /// Reads the signal strength of a link, in dBm.
    package func readRSSI(
        of link: HostLink, _ done: @escaping (Result<Int, AccessError>) -> Void
    ) {
        ask(HCIParameters(.readRSSI, [.handle: UInt64(link.handle)])) { result in
            done(result.map { Int($0[.rssi] as Int8) })
        }
    }
}
