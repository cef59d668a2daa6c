import Declaration
import MetaWearBoard
import Motion
import ScenarioFile
import ScriptedClient

extension BusDeviceDescription {
    /// The device, in these surroundings.
    func device(in environment: any Environment) -> RegisterMapDevice {
        let device = RegisterMapDevice(name: name, countsUp: countsUp)
        for register in registers {
            device.preset(
                register.bytes.bytes, at: register.at.bytes.first ?? 0,
                isReadOnly: register.isReadOnly)
        }
        for sensor in sensors {
            device.follow(
                .init(
                    register: sensor.at.bytes.first ?? 0, size: sensor.size,
                    isBigEndian: sensor.order == .bigEndian,
                    unitsPerCount: Double(sensor.units) / Double(sensor.counts),
                    zero: sensor.zero?.value ?? 0
                ) { sensor.measured.measurand.value(in: environment, at: $0) })
        }
        return device
    }

    /// Where it hangs.
    var busPlace: BusPlace {
        switch place {
        case .i2c(let address): .i2c(address.bytes.first ?? 0)
        case .spi(let pin): .spi(select: UInt8(clamping: pin))
        case .internalSPI: .internalSPI
        }
    }
}
