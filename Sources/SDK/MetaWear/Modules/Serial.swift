public import Foundation

extension MetaWearDevice {
    /// Reads registers of a device on the I²C bus.
    ///
    /// - Parameters:
    ///   - deviceAddress: seven bits.
    ///   - registerAddress: the device's first register.
    ///   - length: bytes, 1 or more; 17 fit into an answer.
    ///   - id: what the answer is known by.
    /// - Throws: `MWError.operationFailed` for a length of 0; `MWError.timeout` if no device answers.
    public func i2cRead(
        deviceAddress: UInt8, registerAddress: UInt8, length: UInt8, id: UInt8 = 0
    ) async throws -> Data {
        try await ask(
            bus: MWSerial.I2CRead(
                deviceAddress: deviceAddress, registerAddress: registerAddress, length: length,
                id: id
            ).packet, id)
    }

    /// Reads from a device on the SPI bus.
    ///
    /// - Parameters:
    ///   - parameters: pins, mode and clock.
    ///   - length: bytes, 1 to 16.
    ///   - id: what the answer is known by, 0 to 15.
    ///   - writeData: written first; up to 12 bytes fit into a packet.
    /// - Throws: `MWError.operationFailed` for a length or an id outside its range; `MWError.timeout` without an answer.
    public func spiRead(
        parameters: MWSerial.SPIParameters, length: UInt8, id: UInt8 = 0, writeData: [UInt8] = []
    ) async throws -> Data {
        try await ask(
            bus: MWSerial.SPIRead(
                parameters: parameters, length: length, id: id, writeData: writeData
            ).packet, id)
    }

    /// Reads from a device on the SPI bus, on pins 1 to 3 unless others are given.
    ///
    /// - Parameters:
    ///   - slaveSelect: the pin that chooses the device.
    ///   - clock: the frequency.
    ///   - mode: polarity and phase of the clock.
    ///   - length: bytes, 1 to 16.
    ///   - clockPin: the pin of the clock.
    ///   - mosiPin: the pin for data to the device.
    ///   - misoPin: the pin for data from the device.
    ///   - writeData: written first; up to 12 bytes fit into a packet.
    /// - Throws: `MWError.operationFailed` for a length outside its range; `MWError.timeout` without an answer.
    public func spiRead(
        slaveSelect: UInt8, clock: MWSerial.SPIClock, mode: MWSerial.SPIMode, length: UInt8,
        clockPin: UInt8 = 1, mosiPin: UInt8 = 2, misoPin: UInt8 = 3, writeData: [UInt8] = []
    ) async throws -> Data {
        try await spiRead(
            parameters: MWSerial.SPIParameters(
                slaveSelectPin: slaveSelect, clockPin: clockPin, mosiPin: mosiPin,
                misoPin: misoPin, mode: mode, frequency: clock), length: length,
            writeData: writeData)
    }

    /// Firmware answers with bit 7 or without (protocol, core 16).
    private func ask(bus packet: Packet, _ id: UInt8) async throws -> Data {
        try refuse(.serial)
        let answer = try await router.ask(
            packet.data,
            expecting: AnswerPattern(packet.module, packet.register, isRead: nil, prefix: [id]))
        return Data(try MWSerial.readBytes([UInt8](answer)))
    }
}
