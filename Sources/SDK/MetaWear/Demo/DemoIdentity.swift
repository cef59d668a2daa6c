import CoreBluetooth
public import Foundation
import MetaWearTransport

extension DemoBLETransport {
    /// What tells demo boards apart.
    public struct Identity: Sendable, Equatable {
        /// Of the peripheral.
        public let identifier: UUID
        /// In the device information.
        public let serial: String
        /// The address as the board sends it, six bytes.
        public let macLSBFirst: [UInt8]
        /// How far its movements are ahead of those of `board(0)`, in seconds. Its clock is not.
        public let phaseOffset: Double

        /// An identity.
        ///
        /// - Precondition: the address has six bytes.
        public init(
            identifier: UUID, serial: String, macLSBFirst: [UInt8], phaseOffset: Double
        ) {
            precondition(
                macLSBFirst.count == 6, "an address has 6 bytes, not \(macLSBFirst.count)")
            self.identifier = identifier
            self.serial = serial
            self.macLSBFirst = macLSBFirst
            self.phaseOffset = phaseOffset
        }

        /// One of sixteen boards: `DEMO01` with the address DE:3D:0E:0D:E0:01 to `DEMO16`.
        ///
        /// - Precondition: the index is from 0 to 15.
        public static func board(_ index: Int) -> Identity {
            precondition((0..<16).contains(index), "there are demo boards 0 to 15, not \(index)")
            let number = UInt8(index + 1)
            return Identity(
                identifier: UUID(
                    uuid: (
                        0xDE, 0x30, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0xDE, 0x30, 0, 0, 0xDE,
                        0x2F + number
                    )), serial: number < 10 ? "DEMO0\(number)" : "DEMO\(number)",
                macLSBFirst: [number, 0xE0, 0x0D, 0x0E, 0x3D, 0xDE],
                phaseOffset: 0.9 * Double(index))
        }

        /// The five strings of device information.
        var information: [CBUUID: String] {
            [
                MWUUIDs.manufacturerName: "MbientLab Inc", MWUUIDs.modelNumber: "8",
                MWUUIDs.serialNumber: serial, MWUUIDs.firmwareRevision: "1.7.3",
                MWUUIDs.hardwareRevision: "0.4",
            ]
        }
    }
}
