import Conformance
import Wire

/// Sensors, by the packets that hosts write (protocol, sensors 5, 6 and 16).
extension Bench {
    /// Rate codes of the Bosch chips.
    private static func code(_ hertz: Int) -> UInt8 {
        switch hertz {
        case 25: 6
        case 50: 7
        case 100: 8
        case 200: 9
        default: 11
        }
    }

    /// 25, 50, 100, 200 or 800 Hz at 16 g.
    func startAccelerometer(_ hertz: Int, isHeard: Bool = true) throws(CaseEnd) {
        let code = Self.code(hertz)
        try write(
            facts.hasBMI270 ? [0x03, 0x03, 0xA0 | code, 0x03] : [0x03, 0x03, 0x20 | code, 0x0C])
        if isHeard { try write("03 04 01") }
        try write(all: "03 02 01 00", "03 01 01")
    }

    func stopAccelerometer() throws(CaseEnd) {
        try write(all: "03 01 00", "03 02 00 01", "03 04 00")
    }

    /// 50 or 100 Hz at 2000 °/s, or another code.
    func startGyroscope(_ hertz: Int, code: UInt8? = nil, isHeard: Bool = true) throws(CaseEnd) {
        try write([0x13, 0x03, 0x20 | (code ?? Self.code(hertz)), 0x00])
        if isHeard { try write([0x13, facts.gyroscopeData, 0x01]) }
        try write(all: "13 02 01 00", "13 01 01")
    }

    func stopGyroscope() throws(CaseEnd) {
        try write(all: "13 01 00", "13 02 00 01")
        try write([0x13, facts.gyroscopeData, 0x00])
    }

    /// The pattern of the gyroscope's packets.
    var rotation: String { "13 " + Hex.text([facts.gyroscopeData]) + " x:i16 y:i16 z:i16" }

    /// Has a magnetometer that is awake measure: repetitions and rate, in hexadecimal.
    func startMagnetometer(repetitions: String, rate: String, into register: String) throws(CaseEnd)
    {
        try write(all: "15 01 00", "15 04 \(repetitions)", "15 03 \(rate)")
        try write(all: "15 \(register) 01", "15 02 01 00", "15 01 01")
    }

    func stopMagnetometer() throws(CaseEnd) {
        try write(all: "15 01 00", "15 02 00 01", "15 05 00", "15 09 00")
    }

    /// Starts NDoF at 16 g and 2000 °/s with some outputs; hosts wake the magnetometer before, or do not.
    func startFusion(outputs: UInt8, registers: [UInt8], wakes: Bool = true) throws(CaseEnd) {
        try write("19 02 01 13")
        try write(facts.hasBMI270 ? "03 03 A8 03" : "03 03 28 0C")
        try write("13 03 28 00")
        if wakes { try write("15 01 00") }
        try write(all: "15 04 04 0E", "15 03 06")
        try write(
            all: "03 02 01 00", "13 02 01 00", "15 02 01 00", "03 01 01", "13 01 01", "15 01 01")
        for register in registers { try write([0x19, register, 0x01]) }
        try write([0x19, 0x03, outputs, 0x00])
        try write("19 01 01")
    }

    func stopFusion(registers: [UInt8]) throws(CaseEnd) {
        try write(all: "19 01 00", "19 03 00 7F")
        for register in registers { try write([0x19, register, 0x00]) }
        try write(
            all: "03 01 00", "13 01 00", "15 01 00", "03 02 00 01", "13 02 00 01", "15 02 00 01")
    }
}
