/// Commands of the vibration motor and of the buzzer (protocol, sensors 10).
public enum MWHaptic {
    /// What moves.
    public enum Mode: UInt8, CaseIterable, Sendable { case motor, buzzer }

    /// A pulse of the motor.
    public static func motor(dutyCycle: UInt8 = 100, pulseWidth: UInt16 = 500) -> Pulse {
        Pulse(mode: .motor, dutyCycle: dutyCycle, pulseWidth: pulseWidth)
    }

    /// A pulse of the buzzer.
    public static func buzzer(pulseWidth: UInt16 = 200) -> Pulse {
        Pulse(mode: .buzzer, dutyCycle: 100, pulseWidth: pulseWidth)
    }

    /// One pulse; a new one replaces it.
    public struct Pulse: HostCommand {
        /// What moves.
        public let mode: Mode
        /// Strength of the motor in percent, 0 to 100.
        public let dutyCycle: UInt8
        /// ms.
        public let pulseWidth: UInt16

        /// A pulse; a strength beyond 100 counts as 100.
        public init(mode: Mode, dutyCycle: UInt8, pulseWidth: UInt16) {
            self.mode = mode
            self.dutyCycle = min(100, dutyCycle)
            self.pulseWidth = pulseWidth
        }

        /// `[08 01 strength width mode]`: up to F8 for the motor, 7F for the buzzer.
        public var packet: Packet {
            let strength = mode == .buzzer ? 0x7F : UInt8(UInt16(dutyCycle) * 248 / 100)
            return Packet(
                .haptic, 0x01, [strength] + pulseWidth.littleEndianBytes + [mode.rawValue])
        }
    }
}
