import BlueZStandIn
import CommandLineProgram
import Declaration

/// The parsed options for standing in for BlueZ.
package struct StandInOptions {
    /// Nil if the run does not stand in for it.
    var bus: StandInAddress?
    /// How many adapters there are: `hci0` and those after it.
    var adapters = 1
    /// Whether BlueZ has its own Device Information service.
    var hasDeviceInformation = true
    /// The file for the bus's address during the run.
    var addressFile: String?

    /// As many as there are addresses for.
    static let adapters = 1...16

    init() {}

    /// - Parameter buses: what `--radio` names.
    init(_ buses: [StandInAddress], _ read: OptionReader) throws(RunError) {
        let arguments = read.arguments
        guard buses.count < 2 else {
            throw read.wrong(
                "--radio names two buses to stand in for BlueZ; keep one: any number of programs can"
                    + " share it")
        }
        bus = buses.first
        addressFile = arguments.value("bus-address")
        hasDeviceInformation = !arguments.has("no-device-id")
        adapters = try read.number("adapters", in: Self.adapters) ?? adapters
        guard bus == nil else { return }
        for option in ["adapters", "bus-address", "no-device-id"] where arguments.has(option) {
            throw read.wrong("--\(option) needs `--radio bluez-bus`; add that, or omit it")
        }
    }
}
