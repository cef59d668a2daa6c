public import Bluetooth
internal import Central
public import CoreBluetooth
public import Foundation
public import MetaWearBoard
public import MetaWearTransport
public import Motion
public import Simulation
public import VirtualRadio
public import VirtualTime

/// A desk with simulated boards, for one world of virtual time: `try await withVirtualTime(desk) { … }`.
///
/// While the world runs, only its tasks use the desk and what lies on it. They all run on the
/// world's one thread, which is why tasks may share it although its parts are not `Sendable`. Before and after, one
/// thread uses it.
public final class SimulatedDesk: VirtualTimeSource, @unchecked Sendable {
    /// Time and chance of everything on the desk.
    public let simulation: Simulation
    /// The radio of everything on the desk.
    public let air: Air
    /// What all boards on the desk are in.
    public let environment = SimpleEnvironment()
    /// The boards on the desk, in the order in which they came.
    public private(set) var boards: [MetaWearBoard] = []
    private let host: AirPort
    /// The radio of the host under test, for `MetaWearScanner(radio:)`.
    ///
    /// It can connect to every board on the desk, found by a scan or not, and to whatever else a scan has found.
    public let radio: any BLERadio

    /// An empty desk; all chance comes from the seed.
    public init(seed: UInt64 = 1) {
        simulation = Simulation(seed: seed)
        air = Air(simulation)
        host = AirPort(air, name: "host")
        radio = SimulatedRadio(host)
    }

    /// What the host's radio can do. When it is no longer on, its links are gone at once.
    public var radioState: CBManagerState {
        get { CBManagerState(host.state) }
        set { host.state = RadioState(newValue) }
    }

    /// Puts a board on the desk and switches it on.
    ///
    /// - Parameters:
    ///   - name: what the board is called in the trace; numbered if nil.
    ///   - address: a random one if nil, which the seed decides.
    ///   - moves: what happens to the board from now on; it lies still afterwards.
    /// - Throws: if a move is impossible.
    @discardableResult
    public func add(
        _ profile: BoardProfile, name: String? = nil, address: Address? = nil,
        moving moves: [Move] = []
    ) throws(MoveError) -> MetaWearBoard {
        let name = name ?? "board \(boards.count + 1)"
        let board = MetaWearBoard(
            profile, name: name, address: address ?? air.inventAddress(for: name),
            body: try ScriptedBody(moves, start: simulation.now), environment: environment,
            in: simulation)
        air.add(board)
        boards.append(board)
        host.know(board.address)
        return board
    }

    /// Ends the host's link to one board, as when the board is carried out of range: the host learns it at once, the board
    /// when nothing has come for its supervision timeout. Other links stay. Nothing happens without a link.
    public func loseLink(to identifier: UUID) {
        for address in host.known where UUID(bluetoothAddress: "\(address)") == identifier {
            host.loseLink(to: address)
        }
    }

    /// The time of the next event, if one is pending.
    public var nextEventTime: Duration? { simulation.nextEventTime }
    /// Virtual time since power-on of the simulated world.
    public var currentTime: Duration { simulation.currentTime }
    /// Handles every event up to and including `time`.
    public func advance(to time: Duration) { simulation.advance(to: time) }
}

extension MetaWearBoard {
    /// The board's identifier on every radio.
    public var identifier: UUID { UUID(bluetoothAddress: address.description) }
}
