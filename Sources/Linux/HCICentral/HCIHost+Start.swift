import Bluetooth
import Central
import Peripheral
import Simulation
import VirtualRadio

/// A host's set-up of its controller, and of each link.
extension HCIHost {
    /// Sets the controller up as a central: Core Vol 6, Part D, 2 has the order.
    func start() throws(AccessError) {
        try ask(.reset)
        try readBuffers()
        try ask(.setEventMask, [.mask: Self.mask(Self.events)])
        try ask(.leSetEventMask, [.mask: Self.mask(Self.leEvents)])
        try ask(.leSetRandomAddress, [.address: try randomAddress().value])
    }

    private static let events = [
        HCIEventCode.disconnectionComplete, .hardwareError, .leMeta,
    ].compactMap(\.maskBit)

    private static let leEvents = [
        LESubevent.connectionComplete, .advertisingReport, .connectionUpdateComplete,
        .longTermKeyRequest, .remoteConnectionParameterRequest,
    ].map(\.maskBit)

    private static func mask(_ bits: [Int]) -> UInt64 { bits.reduce(0) { $0 | 1 << UInt64($1) } }

    /// A controller without separate LE buffers shares those of BR/EDR (Core Vol 4, Part E, 7.8.2).
    private func readBuffers() throws(AccessError) {
        let own = try ask(.leReadBufferSize)
        if own.count >= 3 {
            let length = Int(own.span.word(at: 0))
            if length > 0, own[2] > 0 {
                buffers = (length, Int(own[2]))
                return
            }
        }
        let shared = try ask(.readBufferSize)
        guard shared.count >= 7 else {
            throw .broken("\(place): Read Buffer Size gave \(shared.count) bytes")
        }
        let (length, count) = (Int(shared.span.word(at: 0)), Int(shared.span.word(at: 3)))
        guard length > 0, count > 0 else {
            throw .broken("\(place): the controller has no buffers for data")
        }
        buffers = (length, count)
    }

    /// From the controller's random numbers, so that two hosts on one air differ; static, as marked
    /// by the upper two bits (Core Vol 6, Part B, 1.3.2.1).
    private func randomAddress() throws(AccessError) -> Address {
        let answer = try tell(HCIParameters(.leRand))
        var reader = OctetReader(answer.returned.span)
        let chance = reader.number(6)
        // Neither all zeroes nor all ones below those bits.
        let part = chance & 0x3FFF_FFFF_FFFE
        return Address(0xC000_0000_0000 | (part == 0 ? 0x0B0A_4D51_0002 : part))
    }

    // MARK: Links

    /// Asks the controller to connect as soon as the board advertises.
    func connect(to peer: Address) throws(AccessError) {
        // The shortest interval: what cases time is late by at most two of them.
        let timing = ConnectionParameters(
            interval: .microseconds(7_500), latency: 0, supervisionTimeout: .seconds(5)
        ).timing
        // Scan continuously, 60 ms on each channel; without an accept list.
        var request = HCIParameters(
            .leCreateConnection, [.interval: 0x0060, .window: 0x0060, .own: Self.ownType])
        request.peer = peer
        request.set(timing)
        try ask(request)
    }

    /// Whether to scan, and whether to request scan responses.
    func scan(_ isOn: Bool, active: Bool = false) throws(AccessError) {
        if isOn {
            try ask(
                .leSetScanParameters,
                [
                    .type: active ? 1 : 0, .interval: 0x0060, .window: 0x0060,
                    .own: Self.ownType,
                ])
        }
        // Every report, including duplicates.
        try ask(.leSetScanEnable, [.isOn: isOn ? 1 : 0])
    }

    private static let ownType = UInt64(Address.Kind.random.rawValue)
}
