import Wire

/// Access to the board's buses: I2C and, from revision 1 on, SPI (protocol, sensors 11).
final class Serial: Module {
    static let id: UInt8 = 0x0D
    static let name = "serial"
    static let registers: [Register<Serial>] = [
        Register.query(0x01, "I2C", I2CRead.self, answer: Bytes.self) { $0.read($1, on: $2) }
            .writable(I2CWrite.self) { $0.write($1, on: $2) },
        Register.query(0x02, "SPI", SPIRead.self, since: 1, answer: Bytes.self) {
            $0.read($1, on: $2)
        }.writable(SPIWrite.self) { $0.write($1, on: $2) },
    ]

    init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// The device at a place; a missing acknowledgement is only traced (no source documents an
    /// answer).
    private func device(_ place: BusPlace, on board: MetaWearBoard) -> (any BusDevice)? {
        let device = board.hardware.bus[place]
        if device == nil { board.ignore(.noDevice, "no device answers at \(place)") }
        return device
    }

    private func read(_ request: I2CRead, on board: MetaWearBoard) -> RegisterValue? {
        // Header and id leave 17 of the 20 bytes.
        guard (1...17).contains(request.count) else {
            board.ignore(.wrongLength, "\(request.count) bytes do not fit an answer")
            return nil
        }
        guard let device = device(.i2c(request.address), on: board) else { return nil }
        return value(
            device.read(Int(request.count), from: request.register, at: board.now), of: request.id,
            from: device, on: board)
    }

    private func write(_ request: I2CWrite, on board: MetaWearBoard) {
        guard request.bytes.count >= Int(request.count), request.count > 0 else {
            return board.ignore(
                .wrongLength, "\(request.count) bytes are announced, \(request.bytes.count) came")
        }
        guard let device = device(.i2c(request.address), on: board) else { return }
        device.write(
            Array(request.bytes.prefix(Int(request.count))), to: request.register, at: board.now)
    }

    private func read(_ request: SPIRead, on board: MetaWearBoard) -> RegisterValue? {
        // No device drives the line: its pull-up holds it high.
        var answer = [UInt8](repeating: 0xFF, count: Int(request.last) + 1)
        let device = board.hardware.bus[request.bus.place]
        if let device, request.bus.isUsual(on: board), let command = request.bytes.first {
            if request.bytes.count > 1 {
                device.write(
                    Array(request.bytes.dropFirst()), to: command & 0x7F, at: board.now)
            }
            answer = device.read(answer.count, from: command & 0x7F, at: board.now)
        } else if device == nil {
            board.trace("no device answers at \(request.bus.place)")
        }
        return value(answer, of: request.id, from: device, on: board)
    }

    private func write(_ request: SPIWrite, on board: MetaWearBoard) {
        guard let device = device(request.bus.place, on: board), request.bus.isUsual(on: board),
            let command = request.bytes.first
        else { return }
        // Bit 7 of the first byte is the direction on nearly every chip; 1 reads.
        guard command & 0x80 == 0 else { return }
        device.write(Array(request.bytes.dropFirst()), to: command, at: board.now)
    }

    private func value(
        _ bytes: [UInt8], of id: UInt8, from device: (any BusDevice)?, on board: MetaWearBoard
    ) -> RegisterValue {
        if let device { board.trace("\(device.name) gives \(Hex.text(bytes))") }
        var value = RegisterValue(ShortBytes(bytes), index: id)
        value.hasIndex = true
        return value
    }
}

extension SPIBus {
    /// The modelled chips use modes 0 and 3, most significant bit first; they understand nothing
    /// else.
    fileprivate func isUsual(on board: MetaWearBoard) -> Bool {
        if (mode == 0 || mode == 3) && !isLSBFirst { return true }
        board.trace("the device at \(place) does not understand mode \(mode)")
        return false
    }
}
