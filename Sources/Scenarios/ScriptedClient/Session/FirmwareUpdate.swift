import Bluetooth
import Central
import MetaWearProtocol
import Peripheral
import Simulation
import VirtualRadio
import Wire

/// One transfer of an image to a bootloader, as the Swift SDK drives it.
final class FirmwareUpdate {
    private var transfer: FirmwareTransfer
    private var done: Done<Int> = { _ in }
    private var connection: Connection?
    private var control: RemoteCharacteristic?
    private var packet: RemoteCharacteristic?
    private var isOver = false
    private var isActivated = false

    init(_ image: FirmwareImage) {
        transfer = FirmwareTransfer(image: image.bytes, initPacket: image.initPacket)
    }

    /// Connects to the bootloader and transfers the image; the bootloader closes the link
    /// afterwards.
    ///
    /// - Returns: the bytes of the image that were sent.
    func run(
        _ central: Central, _ address: Address, within limit: Nanoseconds,
        on executor: ScriptExecutor
    ) async throws(StepFailure) -> Int {
        try await executor.wait { done in
            self.done = done
            central.connect(
                to: address, parameters: .usual, timeout: limit,
                completion: orEnd { [self] connection in opened(connection) })
        }
    }

    private func opened(_ connection: Connection) {
        self.connection = connection
        connection.onDisconnect = { [self] reason in
            end(
                isActivated
                    ? .success(transfer.sent)
                    : .failure(StepFailure("the link ended (\(reason)) in the update")))
        }
        connection.discover(completion: orEnd { [self] _ in listen(on: connection) })
    }

    /// Goes on with a result; a failure ends the update.
    private func orEnd<Value>(
        _ next: @escaping (Value) -> Void
    ) -> (Result<Value, CentralError>) -> Void {
        { [self] result in
            switch result {
            case .success(let value): next(value)
            case .failure(let error): end(.failure(StepFailure("\(error)")))
            }
        }
    }

    /// Cancels the update without calling back.
    func abandon() {
        isOver = true
        connection?.disconnect()
    }

    private func end(_ result: Result<Int, StepFailure>) {
        guard !isOver else { return }
        isOver = true
        if !isActivated { connection?.disconnect() }
        done(result)
    }

    private func listen(on connection: Connection) {
        do throws(CentralError) {
            let service = BluetoothUUID(stringLiteral: BoardUUID.update)
            let control = try connection.characteristic(
                BluetoothUUID(stringLiteral: BoardUUID.updateControl), of: service)
            packet = try connection.characteristic(
                BluetoothUUID(stringLiteral: BoardUUID.updatePacket), of: service)
            self.control = control
            connection.subscribe(
                to: control,
                onValue: { [self] _, bytes in
                    if !isOver { perform(transfer.take((0..<bytes.count).map { bytes[$0] })[...]) }
                },
                completion: orEnd { [self] _ in perform(transfer.begin()[...]) })
        } catch {
            end(.failure(StepFailure("the board is not in its bootloader: \(error)")))
        }
    }

    /// Carries out actions of the transfer; each control write is acknowledged before the next
    /// action.
    private func perform(_ actions: ArraySlice<FirmwareTransfer.Action>) {
        guard !isOver, let connection, let control, let packet, let action = actions.first else {
            return
        }
        let rest = actions.dropFirst()
        switch action {
        case .control(let command):
            if command == .activateAndReset { isActivated = true }
            connection.write(command.bytes, to: control, .request) { [self] result in
                switch result {
                case .success: perform(rest)
                // The link may end before the last command is acknowledged.
                case .failure(let error):
                    if !isActivated { end(.failure(StepFailure("\(error)"))) }
                }
            }
            return
        case .data(let bytes): connection.write(bytes, to: packet, .command) { _ in }
        case .failed(.lostData(let sent, _)):
            return end(.failure(StepFailure("the bootloader lost data at \(sent) bytes")))
        case .failed(.refused(let opcode, let status)):
            let answer = Hex.text([0x10, opcode, status.rawValue])
            return end(.failure(StepFailure("the bootloader answered \(answer)")))
        case .retry:
            return end(.failure(StepFailure("the bootloader was in the middle of an update")))
        case .progress, .finished: break
        }
        perform(rest)
    }
}
