import Bluetooth
import Central
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import VirtualRadio

/// A small world for measuring: boards that move, and centrals that are connected to them.
final class BenchWorld {
    let simulation = Simulation(seed: 1)
    let air: Air
    var boards: [MetaWearBoard] = []
    var links: [Connection] = []
    var notifications: Int { tally.notifications }
    private let tally = Tally()
    let environment = SimpleEnvironment()

    /// Links that carry what a benchmark offers: twice as much as the default radio.
    init() { air = Air(simulation, radio: Radio(packetsPerEvent: 6, notificationBuffers: 8)) }

    /// A body that swings and turns longer than any benchmark.
    static func movingBody() -> ScriptedBody {
        let moves: [Move] = [
            .repeat(
                10_000,
                [
                    .swing(Swing(amplitude: 0.7, frequency: 0.8, cycles: 8, radius: 0.6)),
                    .turn(Turn(angle: 1.5, duration: 1)), .turn(Turn(angle: -1.5, duration: 1)),
                ])
        ]
        return (try? ScriptedBody(moves)) ?? ScriptedBody()
    }

    /// The address of a board by its number, from 0 on.
    static func address(_ number: Int) -> UInt64 { 0xC000_0000_0000 + UInt64(number) }

    /// A board without a connection.
    @discardableResult func addBoard() -> MetaWearBoard {
        let number = boards.count
        let board = MetaWearBoard(
            .metaMotionS, name: "board \(number)", address: Address(Self.address(number)),
            body: Self.movingBody(), environment: environment, in: simulation)
        air.add(board)
        boards.append(board)
        return board
    }

    /// A board that a central of its own is connected to, with notifications on.
    func addConnectedBoard(interval: Nanoseconds = .microseconds(7_500)) {
        let number = boards.count
        let board = addBoard()
        let central = Central(on: air, name: "central \(number)")
        let parameters = ConnectionParameters(
            interval: interval, latency: 0, supervisionTimeout: .seconds(6))
        do throws(CentralError) {
            let link = try central.connectAndWait(to: board.address, parameters: parameters)
            try link.discoverAndWait()
            let characteristic = try link.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A")
            try link.subscribeAndWait(to: characteristic) { [tally] _, _ in
                tally.notifications += 1
            }
            links.append(link)
        } catch {
            preconditionFailure("a clean link failed: \(error)")
        }
    }

    func command(_ bytes: [UInt8], to index: Int = 0) {
        do throws(CentralError) {
            let link = links[index]
            let characteristic = try link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
            try link.writeAndWait(bytes, to: characteristic, .command)
        } catch {
            preconditionFailure("a clean link failed: \(error)")
        }
    }
}

/// What arrived: counting it costs next to nothing, so that the figures are those of what is measured.
private final class Tally {
    @exclusivity(unchecked) var notifications = 0
}
