import Bluetooth
import Central
import MetaWearTables
import Peripheral
import Simulation

/// One board on any transport: between cases it is returned to its state after a reset.
package final class BoardTarget: ConformanceTarget {
    package let name: String
    package let boards: [BoardFacts]
    package let makesFixtures = false
    package var hasHands: Bool { world != nil }
    package var failure: AccessError? { access.failure }
    private let access: BoardAccess
    private let world: (any CaseWorld)?
    /// The same after each reset.
    private let services: [RemoteService]

    /// Identifies the board.
    ///
    /// - Parameter world: performs what cases require around the board; nil for none.
    package init(_ access: BoardAccess, world: (any CaseWorld)? = nil) throws(AccessError) {
        self.access = access
        self.world = world
        name = access.name
        let inquiry = try BoardInquiry(access)
        services = inquiry.services
        boards = [try inquiry.facts()]
    }

    // BlueZ would keep the link after its client has gone.
    deinit { access.close() }

    package func prepare(
        _ item: ConformanceCase, on board: BoardFacts
    ) throws(AccessError) -> CaseContext {
        if board.isCap {
            // A cap forgets everything with its link (protocol, triki 1.6).
            try access.disconnect()
            // After a while without a host it sleeps (protocol, triki 1.2), and only its button wakes it.
            if world != nil, try !isHeard(within: .seconds(3)) { try wake() }
        } else {
            try reset()
        }
        if item.begins == .advertising { try awaitAdvertising() }
        while try access.next(before: access.now) != nil {}
        access.knownServices = services
        return CaseContext(access: access, world: world)
    }

    package func finish(_ seat: CaseContext) {}

    package func words(_ packet: [UInt8], fromBoard: Bool, of board: BoardFacts) -> String {
        BoardWords.words(packet, fromBoard: fromBoard, of: board)
    }

    // MARK: Between cases

    /// A board that is still unreachable after this needs a person.
    private static let patience = Nanoseconds.seconds(20)

    /// Stops and empties the log; forgets loggers, events, processors and macros; resets (protocol,
    /// core 10). The last of these writes ends the link, so an error is normal.
    private static let clearing: [(module: MWModule, bytes: [UInt8])] = [
        (.logging, [0x01, 0x00]), (.logging, [0x09, 0xFF, 0xFF, 0xFF, 0xFF]), (.logging, [0x0A]),
        (.event, [0x05]), (.dataProcessor, [0x08]), (.macro, [0x08]), (.debug, [0x05]),
        (.debug, [0x01]),
    ]

    private func reset() throws(AccessError) {
        try reach()
        let channel = CaseChannel.of(.metawear)
        do throws(AccessError) {
            for (module, bytes) in Self.clearing {
                let packet = [module.rawValue] + bytes
                try access.write(
                    packet, to: channel.command, CaseChannel.way(packet, to: .metawear))
            }
        } catch {
            guard case .ended = error else { throw error }
        }
        let limit = access.now + Self.patience
        while access.isConnected {
            guard try access.next(before: limit) != nil else {
                throw .timedOut("the end of the link after a reset")
            }
        }
    }

    /// Connects, unless there is a link; a board in its bootloader is sent back to its application.
    private func reach() throws(AccessError) {
        guard !access.isConnected else { return }
        for _ in 0..<2 {
            do throws(AccessError) {
                try access.connect(within: Self.patience)
            } catch {
                guard case .timedOut = error, world != nil else { throw error }
                try wake()
                try access.connect(within: Self.patience)
            }
            // It may be in its bootloader, which has other services.
            access.knownServices = nil
            let services = try access.discover()
            let command = CaseChannel.of(.metawear).command
            if services.contains(where: { $0.characteristic(command) != nil }) { return }
            try access.leaveBootloader()
        }
        throw .unable("the board stays in its bootloader; install its firmware")
    }

    private func awaitAdvertising() throws(AccessError) {
        guard try isHeard(within: Self.patience) else {
            throw .timedOut("an advertisement after a reset")
        }
    }

    private func isHeard(within patience: Nanoseconds) throws(AccessError) -> Bool {
        let limit = access.now + patience
        while access.now < limit {
            if try !access.scan(active: false, for: .milliseconds(250)).isEmpty { return true }
        }
        return false
    }

    /// Has a sleeping board woken.
    private func wake() throws(AccessError) {
        do throws(CannotDo) { try world?.wake() } catch { throw .unable(error.reason) }
    }
}
