import Bluetooth
import Declaration
import Simulation

extension Step.Settings {
    /// What it writes, in the order of the registers (protocol, core 8).
    ///
    /// - Parameter revision: of the settings module.
    func commands(revision: UInt8) throws(StepFailure) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        func need(_ least: UInt8, _ what: String) throws(StepFailure) {
            if revision < least {
                throw StepFailure("revision \(revision) of the settings has no \(what)")
            }
        }
        if let name { packets.append([0x11, 0x01] + Array(name.utf8)) }
        if let advertising { packets.append(advertising.command(revision: revision)) }
        if let txPower {
            packets.append([
                0x11, 0x03, UInt8(bitPattern: Int8(clamping: Int(txPower.dBm.rounded()))),
            ])
        }
        if let bytes = scanResponse?.bytes {
            // Beyond 18 bytes the first 13 go ahead.
            if bytes.count > 18 { packets.append([0x11, 0x08] + bytes.prefix(13)) }
            packets.append([0x11, 0x07] + (bytes.count > 18 ? Array(bytes.dropFirst(13)) : bytes))
        }
        if let connection {
            try need(1, "connection parameters")
            packets.append(connection.command)
        }
        if let whitelist {
            try need(6, "whitelist")
            packets += whitelist.commands
        }
        if let isRegulatorOn {
            try need(9, "3 V regulator")
            packets.append([0x11, 0x1C, isRegulatorOn ? 1 : 0])
        }
        if let isOneMegabitForced {
            try need(10, "choice of the PHY")
            packets.append([0x11, 0x1D, isOneMegabitForced ? 1 : 0])
        }
        if isAdvertisingStarted { packets.append([0x11, 0x05]) }
        return packets
    }
}

extension Step.AdvertisingSettings {
    /// In 0.625 ms since revision 1, in milliseconds before; with a type since revision 6.
    func command(revision: UInt8) -> [UInt8] {
        let units = Int(clamping: interval.count / (revision >= 1 ? 625_000 : 1_000_000))
        let seconds = UInt8(clamping: timeout.count / 1_000_000_000)
        return [0x11, 0x02] + LittleEndian.word(units) + [seconds]
            + (revision >= 6 ? [isDirected ? 1 : 0] : [])
    }
}

extension Step.ConnectionSettings {
    /// Intervals in 1.25 ms, the timeout in 10 ms.
    var command: [UInt8] {
        [0x11, 0x09] + LittleEndian.word(Int(clamping: shortest.count / 1_250_000))
            + LittleEndian.word(Int(clamping: longest.count / 1_250_000))
            + LittleEndian.word(latency)
            + LittleEndian.word(Int(clamping: timeout.count / 10_000_000))
    }
}

extension Step.Whitelist {
    /// The addresses from index 1 on, then the mode.
    var commands: [[UInt8]] {
        addresses.enumerated().map { index, address in
            [0x11, 0x14, UInt8(clamping: index + 1), 0x01] + address.littleEndian
        } + [[0x11, 0x13, mode.code]]
    }
}
