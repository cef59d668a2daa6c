import BlueZStandIn
import Bluetooth
import DBus
import DaemonBus
import EventLoop
import Foundation
import HCITransport
import VirtualRadio

/// Boards behind HCI controllers at a Unix socket.
final class AirServer: Sendable {
    let path: String
    let boards: BoardThread
    /// Where the boards are found.
    var radio: String { "hci-unix:\(path)" }

    init(boards count: Int = 1, speed: Int64 = 20) {
        let path = "/tmp/boardsim-sdk-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        self.path = path
        boards = BoardThread(boards: count, speed: speed) { world in
            let air = world.air
            let server = HCIServer(on: world.loop) { number, name in
                Controller(
                    on: air, name: name,
                    publicAddress: Address(0x0200_5E00_0000 + UInt64(number), kind: .publicDevice),
                    cryptography: nil)
            }
            _ = try server.open(.unix(path: path))
            return BoardThread.Server(flush: { server.flush() }, close: { server.close() })
        }
    }
}

/// Boards behind a stand-in for bluetoothd, on a bus of its own.
final class BusServer: @unchecked Sendable {
    let boards: BoardThread
    private let bus: PrivateBus
    /// The bus.
    let address: String

    init(boards count: Int = 1, speed: Int64 = 10) throws {
        let bus = try PrivateBus()
        self.bus = bus
        let address = bus.address
        self.address = address
        boards = BoardThread(boards: count, speed: speed) { world in
            let serving = Serving(address)
            try serving.start(world)
            world.serving = serving
            return BoardThread.Server(
                flush: { serving.standIn?.flush() }, close: { serving.standIn?.close() })
        }
    }

    /// The stand-in, which can be stopped and started again.
    final class Serving {
        private let address: String
        fileprivate(set) var standIn: StandIn?

        init(_ address: String) { self.address = address }

        func start(_ world: BoardThread.AirBench) throws {
            standIn = try StandIn(
                on: Bus(at: address, on: world.loop), world.air, world.loop, StandInSettings())
            standIn?.beforeInput = { [unowned world] in world.catchUp() }
        }

        func stop() {
            standIn?.close()
            standIn = nil
        }
    }
}
