import Bluetooth
import Central
import Declaration
import Peripheral
import Simulation
import VirtualRadio
import Wire

/// One transfer of an image to a bootloader, as the Swift SDK drives it (protocol, core 13.4).
final class FirmwareUpdate {
    static let service: BluetoothUUID = "00001530-1212-EFDE-1523-785FEABCD123"
    static let control: BluetoothUUID = "00001531-1212-EFDE-1523-785FEABCD123"
    static let packet: BluetoothUUID = "00001532-1212-EFDE-1523-785FEABCD123"
    /// Packets from one receipt to the next.
    static let receipts = 12

    private let image: FirmwareImage
    private let done: Done<Int>
    private var connection: Connection?
    private var control: RemoteCharacteristic?
    private var packet: RemoteCharacteristic?
    private var isOver = false
    private var isActivated = false
    private var sent = 0

    init(_ image: FirmwareImage, _ done: @escaping Done<Int>) {
        self.image = image
        self.done = done
    }

    /// Connects to the bootloader and transfers; the link ends by it.
    func run(_ central: Central, _ address: Address, within limit: Nanoseconds) {
        central.connect(to: address, parameters: .usual, timeout: limit) { [self] result in
            switch result {
            case .failure(let error): end(.failure(StepFailure("\(error)")))
            case .success(let connection):
                self.connection = connection
                connection.onDisconnect = { [self] reason in
                    end(
                        isActivated
                            ? .success(sent)
                            : .failure(StepFailure("the link ended (\(reason)) in the update")))
                }
                connection.discover { [self] result in
                    if case .failure(let error) = result {
                        return end(.failure(StepFailure("\(error)")))
                    }
                    listen(on: connection)
                }
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
            let control = try connection.characteristic(Self.control, of: Self.service)
            packet = try connection.characteristic(Self.packet, of: Self.service)
            self.control = control
            connection.subscribe(
                to: control,
                onValue: { [self] _, bytes in
                    var answer: [UInt8] = []
                    for i in 0..<bytes.count { answer.append(bytes[i]) }
                    take(answer)
                },
                completion: { [self] result in
                    if case .failure(let error) = result {
                        return end(.failure(StepFailure("\(error)")))
                    }
                    command([0x01, 0x04]) { [self] in data(image.sizes) }
                })
        } catch {
            end(.failure(StepFailure("the board is not in its bootloader: \(error)")))
        }
    }

    /// - Parameter next: what follows the acknowledgement: packets overtake commands that wait.
    private func command(_ bytes: [UInt8], then next: @escaping () -> Void = {}) {
        guard let connection, let control else { return }
        connection.write(bytes, to: control, .request) { [self] result in
            switch result {
            case .success: if !isOver { next() }
            // The acknowledgement of the last command may go with the link.
            case .failure(let error):
                if !isActivated { end(.failure(StepFailure("\(error)"))) }
            }
        }
    }

    private func data(_ bytes: [UInt8]) {
        guard let connection, let packet else { return }
        connection.write(bytes, to: packet, .command) { _ in }
    }

    /// A response `10 opcode status` or a receipt `11 received32`.
    private func take(_ answer: [UInt8]) {
        guard !isOver else { return }
        if answer.first == 0x11 {
            guard LittleEndian.number(answer, from: 1, 2) == sent & 0xFFFF else {
                return end(.failure(StepFailure("the bootloader lost data at \(sent) bytes")))
            }
            return sendMore()
        }
        guard answer.count >= 3, answer[0] == 0x10 else { return }
        guard answer[2] == 1 else {
            return end(
                .failure(StepFailure("the bootloader answered \(Hex.text(answer))")))
        }
        switch answer[1] {
        case 0x01:
            command([0x02, 0x00]) { [self] in
                for part in image.initPacket.parts { data(part) }
                command([0x02, 0x01])
            }
        case 0x02:
            command([0x08] + LittleEndian.word(Self.receipts))
            command([0x03]) { [self] in sendMore() }
        case 0x03: command([0x04])
        case 0x04:
            isActivated = true
            command([0x05])
        default: break
        }
    }

    /// As many packets as one receipt acknowledges.
    private func sendMore() {
        for _ in 0..<Self.receipts where sent < image.bytes.count {
            let end = min(sent + 20, image.bytes.count)
            data(Array(image.bytes[sent..<end]))
            sent = end
        }
    }
}

extension [UInt8] {
    /// In packets of 20 bytes.
    fileprivate var parts: [[UInt8]] {
        stride(from: 0, to: count, by: 20).map { Array(self[$0..<Swift.min($0 + 20, count)]) }
    }
}
