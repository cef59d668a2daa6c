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
        try ask(.setEventMask, [.mask: Self.mask(\.maskBit)])
        try ask(.leSetEventMask, [.mask: Self.mask(\.leMaskBit)])
        try ask(.leSetRandomAddress, [.address: try randomAddress().value])
    }

    private static let events = [
        HCIEventCode.disconnectionComplete, .hardwareError, .leConnectionComplete,
        .leAdvertisingReport, .leConnectionUpdateComplete, .leLongTermKeyRequest,
        .leRemoteConnectionParameterRequest,
    ]

    private static func mask(_ bit: (HCIEventCode) -> UInt64?) -> UInt64 {
        events.reduce(0) { $0 | (bit($1) ?? 0) }
    }

    /// A controller without separate LE buffers shares those of BR/EDR (Core Vol 4, Part E, 7.8.2).
    private func readBuffers() throws(AccessError) {
        let own = try ask(.leReadBufferSize)
        if own.isWhole, own[.octets] > 0, own[.buffers] > 0 {
            buffers = (own[.octets], own[.buffers])
            return
        }
        let shared = try ask(.readBufferSize)
        guard shared.isWhole else {
            throw .broken("\(place): the controller's answer to Read Buffer Size is too short")
        }
        guard shared[.octets] > 0, shared[.packets] > 0 else {
            throw .broken("\(place): the controller has no buffers for data")
        }
        buffers = (shared[.octets], shared[.packets])
    }

    /// From the controller's random numbers, so that two hosts on one air differ; static, as marked
    /// by the upper two bits (Core Vol 6, Part B, 1.3.2.1).
    private func randomAddress() throws(AccessError) -> Address {
        let answer = try tell(HCIParameters(.leRand))
        // Neither all zeroes nor all ones below those bits.
        let part: UInt64 = answer.returned[.random] & 0x3FFF_FFFF_FFFE
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
        request.set(PeerAddress(peer))
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
