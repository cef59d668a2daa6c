import Foundation

extension MetaWearDevice {
    /// Whether a pin is high.
    ///
    /// - Throws: `MWError.timeout` without an answer, as from a pin that the board does not have.
    public func readDigital(pin: UInt8) async throws -> Bool {
        let answer = try await ask(pin: pin, MWGPIO.DigitalRead(pin: pin).packet)
        return try MWGPIO.DigitalRead.isHigh([UInt8](answer))
    }

    /// A pin's voltage in thousandths of a volt.
    ///
    /// - Throws: `MWError.timeout` without an answer, as from a pin that the board does not have.
    public func readAnalogAbsolute(pin: UInt8) async throws -> UInt16 {
        try await readAnalog(.absoluteReference, pin, nil)
    }

    /// A pin's voltage in thousandths of a volt, while other pins are driven.
    ///
    /// - Throws: `MWError.timeout` without an answer, as from a pin that the board does not have.
    public func readAnalogAbsolute(
        pin: UInt8, parameters: MWGPIO.AnalogReadParameters
    ) async throws -> UInt16 { try await readAnalog(.absoluteReference, pin, parameters) }

    /// A pin's voltage as a part of the supply, 0 to 1023.
    ///
    /// - Throws: `MWError.timeout` without an answer, as from a pin that the board does not have.
    public func readAnalogADC(pin: UInt8) async throws -> UInt16 {
        try await readAnalog(.adc, pin, nil)
    }

    /// A pin's voltage as a part of the supply, 0 to 1023, while other pins are driven.
    ///
    /// - Throws: `MWError.timeout` without an answer, as from a pin that the board does not have.
    public func readAnalogADC(
        pin: UInt8, parameters: MWGPIO.AnalogReadParameters
    ) async throws -> UInt16 { try await readAnalog(.adc, pin, parameters) }

    private func readAnalog(
        _ mode: MWGPIO.AnalogReadMode, _ pin: UInt8, _ parameters: MWGPIO.AnalogReadParameters?
    ) async throws -> UInt16 {
        let read = MWGPIO.AnalogRead(mode: mode, pin: pin, parameters: parameters)
        let virtual = parameters?.virtualPin ?? MWGPIO.AnalogReadParameters.unusedPin
        let answer = try await ask(
            pin: virtual == MWGPIO.AnalogReadParameters.unusedPin ? pin : virtual, read.packet)
        return try MWGPIO.AnalogRead.value([UInt8](answer))
    }

    /// Pins share a register; the answer says whose it is.
    private func ask(pin: UInt8, _ packet: Packet) async throws -> Data {
        try refuse(.gpio)
        return try await router.ask(
            packet.data, expecting: AnswerPattern(answering: packet, prefix: [pin]))
    }
}
