internal import Bluetooth
package import Central

/// A host's set-up of its controller, and its scan.
extension HCIHost {
    /// The outcome of an operation without a value.
    package typealias Done = (Result<Void, AccessError>) -> Void

    /// Sets the controller up as a central: Core Vol 6, Part D, 2 has the order.
    package func start(_ done: @escaping Done) {
        inOrder(
            [
                { $0.perform(HCIParameters(.reset), $1) },
                { $0.readBuffers($1) },
                {
                    $0.perform(
                        HCIParameters(.setEventMask, [.mask: Self.mask(\.maskBit)]), $1)
                },
                {
                    $0.perform(
                        HCIParameters(.leSetEventMask, [.mask: Self.mask(\.leMaskBit)]), $1)
                },
                { $0.chooseAddress($1) },
            ], done)
    }

    /// One step after the other, until one fails.
    func inOrder(
        _ steps: [(HCIHost, @escaping Done) -> Void], _ done: @escaping Done
    ) {
        guard let step = steps.first else { return done(.success(())) }
        step(self) { [weak self] result in
            guard case .success = result else { return done(result) }
            self?.inOrder(Array(steps.dropFirst()), done)
        }
    }

    /// Sends a command whose answer has no value.
    func perform(_ command: HCIParameters, _ done: @escaping Done) {
        ask(command) { result in done(result.map { _ in }) }
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
    private func readBuffers(_ done: @escaping Done) {
        ask(HCIParameters(.leReadBufferSize)) { [weak self] result in
            guard let self else { return }
            guard case .success(let own) = result else { return done(result.map { _ in }) }
            guard own.isWhole, own[.octets] > 0, own[.buffers] > 0 else {
                return readSharedBuffers(done)
            }
            buffers = (own[.octets], own[.buffers])
            done(.success(()))
        }
    }

    private func readSharedBuffers(_ done: @escaping Done) {
        ask(HCIParameters(.readBufferSize)) { [weak self] result in
            guard let self else { return }
            guard case .success(let shared) = result else { return done(result.map { _ in }) }
            guard shared.isWhole else {
                return done(
                    .failure(
                        .broken(
                            "\(place): the controller's answer to Read Buffer Size is too short")))
            }
            guard shared[.octets] > 0, shared[.packets] > 0 else {
                return done(
                    .failure(.broken("\(place): the controller has no buffers for data")))
            }
            buffers = (shared[.octets], shared[.packets])
            done(.success(()))
        }
    }

    /// From the controller's random numbers, so that two hosts on one air differ; static, as marked
    /// by the upper two bits (Core Vol 6, Part B, 1.3.2.1).
    private func chooseAddress(_ done: @escaping Done) {
        send(HCIParameters(.leRand)) { [weak self] answer in
            // Neither all zeroes nor all ones below those bits.
            let part: UInt64 = answer.returned[.random] & 0x3FFF_FFFF_FFFE
            let address = Address(0xC000_0000_0000 | (part == 0 ? 0x0B0A_4D51_0002 : part))
            self?.perform(
                HCIParameters(.leSetRandomAddress, [.address: address.value]), done)
        }
    }

    static let ownType = UInt64(Address.Kind.random.rawValue)

    /// Whether to scan, and whether to request scan responses.
    package func scan(_ isOn: Bool, active: Bool = false, _ done: @escaping Done) {
        var steps: [(HCIHost, @escaping Done) -> Void] = []
        if isOn {
            let settings = HCIParameters(
                .leSetScanParameters,
                [
                    .type: active ? 1 : 0, .interval: 0x0060, .window: 0x0060,
                    .own: Self.ownType,
                ])
            steps.append { $0.perform(settings, $1) }
        }
        // Every report, including duplicates.
        let command = HCIParameters(.leSetScanEnable, [.isOn: isOn ? 1 : 0])
        steps.append { $0.perform(command, $1) }
        inOrder(steps, done)
    }
}
