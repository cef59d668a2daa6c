import EventLoop
import MetaWearRadios
import MetaWearTransport

/// Boards, and the radio that they are reached by.
struct RadioBench {
    enum Kind: CaseIterable { case hci, bluez }

    let boards: BoardThread
    let radio: any BLERadio
    /// Kept as long as the boards are.
    private let server: AnyObject

    init(_ kind: Kind, boards count: Int = 1, speed: Int64? = nil) throws {
        switch kind {
        case .hci:
            let server = AirServer(boards: count, speed: speed ?? 20)
            (boards, self.server) = (server.boards, server)
            radio = MetaWearRadios.radio(named: server.radio)
        case .bluez:
            let server = try BusServer(boards: count, speed: speed ?? 10)
            (boards, self.server) = (server.boards, server)
            radio = MetaWearRadios.bluez(
                adapter: nil, busAddress: server.address, on: try LoopThread.shared())
        }
    }
}
