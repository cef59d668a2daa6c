internal import Bluetooth

/// The supported commands, by subject; any other command is unknown.
extension Controller {
    /// Handles a command of the right length; returns its status, and the other return parameters
    /// in `reply`.
    typealias Handler = @Sendable (Controller, Span<UInt8>) -> HCIStatus

    /// A command without parameters, and its handler.
    static func on(
        _ opcode: HCIOpcode, _ body: @escaping @Sendable (Controller) -> HCIStatus
    ) -> (HCIOpcode, Handler) {
        (opcode, { controller, _ in body(controller) })
    }

    /// A command without parameters that always succeeds, and its return parameters.
    static func on(
        _ opcode: HCIOpcode,
        returning fill: @escaping @Sendable (Controller, inout HCIParameters) -> Void
    ) -> (HCIOpcode, Handler) {
        on(opcode) { controller in
            fill(controller, &controller.reply)
            return .success
        }
    }

    /// A command, and the handler of its parameters.
    static func on(
        _ opcode: HCIOpcode, _ body: @escaping @Sendable (Controller, HCIParameters) -> HCIStatus
    ) -> (HCIOpcode, Handler) {
        (opcode, { body($0, HCIParameters(opcode, reading: $1)) })
    }

    /// A command on an existing connection; Command Complete returns its handle, even if there is
    /// none.
    static func onConnection(
        _ opcode: HCIOpcode,
        _ body: @escaping @Sendable (Controller, HCIParameters, ControllerConnection) -> HCIStatus
    ) -> (HCIOpcode, Handler) {
        on(opcode) { controller, p in
            if opcode.command.answer == .complete { controller.reply[.handle] = p[.handle] }
            return controller.connection(p[.handle]).map { body(controller, p, $0) }
                ?? .unknownConnection
        }
    }

    /// A command on a connection whose link has begun and not ended.
    static func onLink(
        _ opcode: HCIOpcode,
        _ body:
            @escaping @Sendable (Controller, HCIParameters, ControllerConnection, Link) ->
            HCIStatus
    ) -> (HCIOpcode, Handler) {
        onConnection(opcode) { controller, p, connection in
            connection.link.map { body(controller, p, connection, $0) } ?? .unknownConnection
        }
    }

    /// Legacy or extended commands for advertising, scanning and connecting.
    enum Dialect { case legacy, extended }

    /// The commands of every controller, and those that need a library for AES or P-256.
    private static let plain = Dictionary(
        uniqueKeysWithValues: informationCommands + maskCommands + flowCommands + addressCommands
            + legacyAdvertisingCommands + extendedAdvertisingCommands + scanningCommands
            + initiatingCommands + connectionCommands + parameterCommands + encryptionCommands
            + acceptListCommands)
    private static let full = {
        var all = plain
        for (opcode, handler) in cryptographicCommands + resolvingListCommands
        where all[opcode] == nil { all[opcode] = handler }
        return all
    }()

    /// What came with extended advertising, in Bluetooth 5.0.
    private static let extendedOpcodes: Set<HCIOpcode> = Set(
        extendedAdvertisingCommands.map { opcode, _ in opcode } + [
            .leSetAdvertisingSetRandomAddress, .leSetExtendedScanParameters,
            .leSetExtendedScanEnable, .leExtendedCreateConnection,
        ])
    private static let plainLegacy = plain.filter { !extendedOpcodes.contains($0.key) }
    private static let fullLegacy = full.filter { !extendedOpcodes.contains($0.key) }

    func handler(of opcode: HCIOpcode) -> Handler? { table[opcode] }

    private var table: [HCIOpcode: Handler] {
        switch (cryptography == nil, hasExtendedAdvertising) {
        case (true, true): Self.plain
        case (true, false): Self.plainLegacy
        case (false, true): Self.full
        case (false, false): Self.fullLegacy
        }
    }

    /// The 64 octets of Supported Commands (Core Vol 4, Part E, 6.27).
    var supportedCommands: [UInt8] {
        var octets = [UInt8](repeating: 0, count: 64)
        let table = table
        for opcode in HCIOpcode.allCases where table[opcode] != nil {
            guard let bit = opcode.command.supportedBit else { continue }
            octets[bit / 8] |= 1 << UInt8(bit % 8)
        }
        return octets
    }

    /// Runs a command of one dialect; those of the other one are disallowed from then on.
    func speaking(_ dialect: Dialect, _ body: () -> HCIStatus) -> HCIStatus {
        guard self.dialect == nil || self.dialect == dialect else { return .commandDisallowed }
        self.dialect = dialect
        return body()
    }
}
